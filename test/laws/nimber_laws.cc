#include "arbitrary.h"
#include "value/nimber.h"

namespace grundy {
namespace {

RC_GTEST_PROP(NimberLaws, NimbersAreACommutativeRing,
              (const Natural& a, const Natural& b, const Natural& c)) {
  RC_ASSERT(nim_multiply(a, b) == nim_multiply(b, a));
  RC_ASSERT(nim_multiply(nim_multiply(a, b), c) == nim_multiply(a, nim_multiply(b, c)));
  RC_ASSERT(nim_multiply(a, nim_add(b, c)) == nim_add(nim_multiply(a, b), nim_multiply(a, c)));
  RC_ASSERT(nim_multiply(a, Natural(1)) == a);
  RC_ASSERT(nim_multiply(a, Natural()) == 0);
}

RC_GTEST_PROP(NimberLaws, WordsAreACommutativeRing, (uint64_t a, uint64_t b, uint64_t c)) {
  RC_ASSERT(nim_multiply(a, b) == nim_multiply(b, a));
  RC_ASSERT(nim_multiply(nim_multiply(a, b), c) == nim_multiply(a, nim_multiply(b, c)));
  RC_ASSERT(nim_multiply(a, b ^ c) == (nim_multiply(a, b) ^ nim_multiply(a, c)));
  RC_ASSERT(nim_multiply(a, uint64_t{1}) == a);
}

RC_GTEST_PROP(NimberLaws, NimbersAreAField, (const Natural& a, const Natural& b)) {
  if (!a.is_zero()) {
    RC_ASSERT(nim_multiply(a, nim_inverse(a)) == 1);
    RC_ASSERT(nim_inverse(nim_inverse(a)) == a);
  }
  RC_ASSERT(nim_multiply(a, b).is_zero() == (a.is_zero() || b.is_zero()));
}

RC_GTEST_PROP(NimberLaws, SquaringIsAnAutomorphism, (const Natural& a, const Natural& b)) {
  const auto square = [](const Natural& x) { return nim_multiply(x, x); };
  RC_ASSERT(square(nim_square_root(a)) == a);
  RC_ASSERT(nim_square_root(square(a)) == a);
  RC_ASSERT(square(nim_add(a, b)) == nim_add(square(a), square(b)));
}

RC_GTEST_PROP(NimberLaws, FermatPowers, (const Natural& a)) {
  // With F = 2^(2^k) above a: a ⊗ F = a·F, and F ⊗ F = F ⊕ F/2.
  uint64_t bits = 1;
  while (bits < a.bit_length()) bits *= 2;
  const Natural fermat = Natural(1) << bits;
  RC_ASSERT(nim_multiply(a, fermat) == a * fermat);
  RC_ASSERT(nim_multiply(fermat, fermat) == nim_add(fermat, fermat >> 1));
}

}  // namespace
}  // namespace grundy
