#include "arbitrary.h"
#include "value/natural.h"

namespace grundy {
namespace {

RC_GTEST_PROP(NaturalLaws, SumAndProductFormASemiring,
              (const Natural& a, const Natural& b, const Natural& c)) {
  RC_ASSERT(a + b == b + a);
  RC_ASSERT(a * b == b * a);
  RC_ASSERT((a + b) + c == a + (b + c));
  RC_ASSERT((a * b) * c == a * (b * c));
  RC_ASSERT(a * (b + c) == a * b + a * c);
  RC_ASSERT(a + 0 == a);
  RC_ASSERT(a * 1 == a);
  RC_ASSERT(a * 0 == 0);
}

RC_GTEST_PROP(NaturalLaws, DifferenceUndoesSum, (const Natural& a, const Natural& b)) {
  RC_ASSERT((a + b) - b == a);
  RC_ASSERT((a + b) - a == b);
}

RC_GTEST_PROP(NaturalLaws, DivisionWithRemainder, (const Natural& a, const Natural& b)) {
  RC_PRE(!b.is_zero());
  RC_ASSERT(a / b * b + a % b == a);
  RC_ASSERT(a % b < b);
}

RC_GTEST_PROP(NaturalLaws, OrderIsThatOfSums,
              (const Natural& a, const Natural& b, const Natural& c)) {
  RC_ASSERT(a <= a + b);
  RC_ASSERT(((a <=> b) == ((a + c) <=> (b + c))));
  RC_ASSERT((a == b) == ((a <=> b) == 0));
  if (!c.is_zero()) RC_ASSERT(((a <=> b) == ((a * c) <=> (b * c))));
}

RC_GTEST_PROP(NaturalLaws, ExclusiveOrIsAGroupOfExponentTwo,
              (const Natural& a, const Natural& b, const Natural& c)) {
  RC_ASSERT((a ^ b) == (b ^ a));
  RC_ASSERT(((a ^ b) ^ c) == (a ^ (b ^ c)));
  RC_ASSERT((a ^ a) == 0);
  RC_ASSERT((a ^ 0) == a);
  RC_ASSERT((a ^ b) + (a & b) + (a & b) == a + b);
}

RC_GTEST_PROP(NaturalLaws, TextAndWordsReadBack, (const Natural& a, const Natural& b)) {
  RC_ASSERT(Natural::parse(a.to_string()) == a);
  RC_ASSERT(Natural::from_words(a.words()) == a);
  RC_ASSERT((a == b) == (a.to_string() == b.to_string()));
  RC_ASSERT(a != b || a.hash() == b.hash());
}

RC_GTEST_PROP(NaturalLaws, RootsAndPowers, (const Natural& a)) {
  const Natural root = a.isqrt();
  RC_ASSERT(root * root <= a);
  RC_ASSERT((root + 1) * (root + 1) > a);
  const auto m = *rc::gen::inRange<uint64_t>(0, 12), n = *rc::gen::inRange<uint64_t>(0, 12);
  RC_ASSERT(Natural::pow(a, m + n) == Natural::pow(a, m) * Natural::pow(a, n));
  RC_ASSERT((a << m >> m) == a);
  RC_ASSERT((a >> n) == a / Natural::pow(2, n));
}

}  // namespace
}  // namespace grundy
