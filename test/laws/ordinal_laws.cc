#include "arbitrary.h"
#include "value/ordinal.h"

namespace grundy {
namespace {

RC_GTEST_PROP(OrdinalLaws, SumIsAssociativeAndLeftCancellative,
              (const Ordinal& a, const Ordinal& b, const Ordinal& c)) {
  RC_ASSERT((a + b) + c == a + (b + c));
  RC_ASSERT(a + Ordinal() == a);
  RC_ASSERT(Ordinal() + a == a);
  RC_ASSERT(((a + b) <=> (a + c)) == (b <=> c));
  if (a <= b) RC_ASSERT(a + c <= b + c);
}

RC_GTEST_PROP(OrdinalLaws, ProductIsAssociativeAndLeftDistributive,
              (const Ordinal& a, const Ordinal& b, const Ordinal& c)) {
  RC_ASSERT((a * b) * c == a * (b * c));
  RC_ASSERT(a * (b + c) == a * b + a * c);
  RC_ASSERT(a * Ordinal(1) == a);
  RC_ASSERT(Ordinal(1) * a == a);
  RC_ASSERT(a * Ordinal() == Ordinal());
  RC_ASSERT(Ordinal() * a == Ordinal());
  if (!a.is_zero()) RC_ASSERT(((a * b) <=> (a * c)) == (b <=> c));
  if (a <= b) RC_ASSERT(a * c <= b * c);
}

RC_GTEST_PROP(OrdinalLaws, PowersOfOmegaMultiplyByAddingExponents,
              (const Ordinal& a, const Ordinal& b)) {
  RC_ASSERT(Ordinal::power_of_omega(a) * Ordinal::power_of_omega(b) ==
            Ordinal::power_of_omega(a + b));
  RC_ASSERT((Ordinal::power_of_omega(a) <=> Ordinal::power_of_omega(b)) == (a <=> b));
  RC_ASSERT(a < Ordinal::power_of_omega(a) || a == Ordinal::power_of_omega(a));
  if (a < b)
    RC_ASSERT(Ordinal::power_of_omega(a) + Ordinal::power_of_omega(b) ==
              Ordinal::power_of_omega(b));
}

RC_GTEST_PROP(OrdinalLaws, OrderIsTotal, (const Ordinal& a, const Ordinal& b, const Ordinal& c)) {
  RC_ASSERT((a < b) + (a == b) + (b < a) == 1);
  RC_ASSERT((a == b) == ((a <=> b) == 0));
  RC_ASSERT(!(a < b && b < c) || a < c);
  RC_ASSERT(a < a.successor());
  RC_ASSERT(!(a < b) || a.successor() <= b);
}

RC_GTEST_PROP(OrdinalLaws, NaturalSumIsACancellativeCommutativeMonoid,
              (const Ordinal& a, const Ordinal& b, const Ordinal& c)) {
  RC_ASSERT(natural_sum(a, b) == natural_sum(b, a));
  RC_ASSERT(natural_sum(natural_sum(a, b), c) == natural_sum(a, natural_sum(b, c)));
  RC_ASSERT(natural_sum(a, Ordinal()) == a);
  RC_ASSERT((natural_sum(a, c) <=> natural_sum(b, c)) == (a <=> b));
  RC_ASSERT(a + b <= natural_sum(a, b));
}

RC_GTEST_PROP(OrdinalLaws, NimSumIsAGroupOfExponentTwo,
              (const Ordinal& a, const Ordinal& b, const Ordinal& c)) {
  RC_ASSERT(nim_sum(a, b) == nim_sum(b, a));
  RC_ASSERT(nim_sum(nim_sum(a, b), c) == nim_sum(a, nim_sum(b, c)));
  RC_ASSERT(nim_sum(a, Ordinal()) == a);
  RC_ASSERT(nim_sum(a, a).is_zero());
  RC_ASSERT(nim_sum(a, b) <= natural_sum(a, b));
  RC_ASSERT((a == b) == nim_sum(a, b).is_zero());
}

RC_GTEST_PROP(OrdinalLaws, NimSumIsTheValueOfASum,
              (const Ordinal& a, const Ordinal& other, const Ordinal& lower)) {
  // Whatever is below a ⊕ b is reached by lowering a or b.
  Ordinal b = other, target = lower;
  if (nim_sum(a, b) < target) {
    b = nim_sum(a, lower);
    target = nim_sum(a, other);
  }
  const Ordinal difference = nim_sum(target, nim_sum(a, b));
  if (difference.is_zero()) return;
  RC_ASSERT((nim_sum(a, difference) < a) + (nim_sum(b, difference) < b) == 1);
}

RC_GTEST_PROP(OrdinalLaws, TextReadsBack, (const Ordinal& a, const Ordinal& b)) {
  for (bool ascii : {false, true}) {
    const Attempt<Ordinal> read = Ordinal::parse(a.to_string(ascii));
    RC_ASSERT(read.ok());
    RC_ASSERT(*read == a);
    const auto both = [&](const char* sign) {
      return *Ordinal::parse("(" + a.to_string(ascii) + ") " + sign + " (" + b.to_string(!ascii) +
                             ")");
    };
    RC_ASSERT(both("+") == a + b);
    RC_ASSERT(both("*") == a * b);
    RC_ASSERT(both("·") == a * b);
  }
  RC_ASSERT((a == b) == (a.to_string() == b.to_string()));
  RC_ASSERT(a != b || a.hash() == b.hash());
}

RC_GTEST_PROP(OrdinalLaws, TermsMakeTheOrdinal, (const Ordinal& a)) {
  std::vector<Ordinal::Term> terms = a.terms();
  Ordinal sum;
  for (const Ordinal::Term& term : terms) {
    RC_ASSERT(a.coefficient(term.exponent) == term.coefficient);
    sum = sum + Ordinal::power_of_omega(term.exponent, term.coefficient);
  }
  RC_ASSERT(sum == a);
  const std::vector<size_t> order =
      *rc::gen::container<std::vector<size_t>>(10, rc::gen::arbitrary<size_t>());
  for (size_t i = 0; i < order.size() && !terms.empty(); ++i)
    std::swap(terms[order[i] % terms.size()], terms[i % terms.size()]);
  RC_ASSERT(Ordinal::from_terms(terms) == a);
  RC_ASSERT(a.limit_part() + a.coefficient(0) == a);
  RC_ASSERT(a.limit_part().is_zero() || a.limit_part().is_limit());
}

TEST(OrdinalLaws, WhatDoesNotHold) {
  const Ordinal one = 1, two = 2, omega = Ordinal::omega();
  EXPECT_NE(one + omega, omega + one);
  EXPECT_NE(two * omega, omega * two);
  EXPECT_NE((one + one) * omega, one * omega + one * omega);
  EXPECT_EQ(one + omega, two + omega);  // no cancellation on the right
}

}  // namespace
}  // namespace grundy
