// How to find the factors. Write d ∈ D(a) for "the highest bit of d is one of those of a", which is
// d ⊕ a < a for d ≠ 0. Wanted are p ∈ D(a) and q ∈ D(b) with p·q = d, where d ∈ D(a·b); that there
// are some is the definition of the product, and this construction is a proof of it by induction.
//
// Let F = 2^(2^k) be the least for which a, b < F², so that these are of the form a = a1·F ⊕ a0
// with a1, a0 < F, likewise b, d, p, q, and let F² = F ⊕ h, h = F/2 (nimber.cc). The highest bit of
// a number x1·F ⊕ x0 is that of x1·F if x1 ≠ 0.
//
// One factor is below F, say b1 = 0. Then a·b = a1·b·F ⊕ a0·b.
//   d1 ≠ 0: d1 ∈ D(a1·b) is p1·q with p1 ∈ D(a1), q ∈ D(b); and p0 = d0/q.
//   d1 = 0: d0 ∈ D(a0·b) is p0·q with p0 ∈ D(a0), q ∈ D(b); and p1 = 0.
// Neither is. Then a·b = (a1·b1 ⊕ a1·b0 ⊕ a0·b1)·F ⊕ a0·b0 ⊕ a1·b1·h.
//   d1 ≠ 0: its highest bit is in one of the three products.
//     a1·b0: d1 = p1·q0 with p1 ∈ D(a1), q0 ∈ D(b0); q1 = 0 and p0 = d0/q0.
//     a0·b1: the same with the two factors exchanged.
//     a1·b1: d1 = p1·q1 with p1 ∈ D(a1), q1 ∈ D(b1). With p0 = p1·u and q0 = q1·u the coefficient
//     of F is p1·q1 = d1, and the rest is d1·(u² ⊕ h), so u = √(d0/d1 ⊕ h).
//   d1 = 0: the highest bit of d0 is in one of the two products.
//     a0·b0: d0 = p0·q0 with p0 ∈ D(a0), q0 ∈ D(b0); p1 = q1 = 0.
//     a1·b1·h: d0 = r·s with r ∈ D(h) and s ∈ D(a1·b1), and s = p1·q1 with p1 ∈ D(a1), q1 ∈ D(b1).
//     With p0 = p1·u and q0 = q1·(u ⊕ 1) the coefficient of F is 0, and the rest is s·(u² ⊕ u ⊕ h),
//     so u² ⊕ u = r ⊕ h. This can be solved because both r and h have the highest bit of their
//     field: see half_square below.
#include "engine/family/nim_factors.h"

#include <algorithm>
#include <cassert>

#include "value/nimber.h"

namespace grundy {
namespace {

/// A nimber of at most 2·half bits as high·2^half ⊕ low.
struct Halves {
  Natural high;
  Natural low;
};

Halves split(const Natural& a, uint64_t half) {
  const Natural high = a >> half;
  return {high, a ^ (high << half)};
}
Natural join(const Natural& high, const Natural& low, uint64_t half) {
  return (high << half) ^ low;
}

Natural quotient(const Natural& a, const Natural& b) { return nim_multiply(a, nim_inverse(b)); }

/// Whether d ∈ D(a).
bool is_below(const Natural& d, const Natural& a) { return (d ^ a) < a; }

/// The least power of two 2·half of bits, at least 2, in which the numbers fit, halved.
uint64_t half_size(const Natural& a, const Natural& b) {
  const uint64_t bits = std::max(a.bit_length(), b.bit_length());
  uint64_t half = 1;
  while (2 * half < bits) half *= 2;
  return half;
}

/// A u with u² ⊕ u = c, where c < 2^(2·half - 1), a field having 2·half bits.
/// With c = c1·F ⊕ c0 and u = u1·F ⊕ u0: u1² ⊕ u1 = c1, and u0² ⊕ u0 = c0 ⊕ u1²·h. Of the two
/// solutions u1 and u1 ⊕ 1 one makes the highest bit of the latter 0, because their squares differ
/// by 1, and h has that bit. So has c1 none, being the upper half of c.
Natural half_square(const Natural& c, uint64_t half) {
  if (c.is_zero()) return 0;
  if (half == 1) return 2;  // c = 1
  const auto [c1, c0] = split(c, half);
  const Natural h = Natural(1) << (half - 1);
  Natural u1 = half_square(c1, half / 2);
  Natural rest = c0 ^ nim_multiply(nim_multiply(u1, u1), h);
  if (rest.bit(half - 1)) {
    u1 = u1 ^ Natural(1);
    rest = rest ^ h;
  }
  return join(u1, half_square(rest, half / 2), half);
}

}  // namespace

NimFactors nim_factors(const Natural& a, const Natural& b, const Natural& d) {
  assert(is_below(d, nim_multiply(a, b)));
  if (a == Natural(1) && b == Natural(1)) return {1, 1};
  const uint64_t half = half_size(a, b);
  const Halves a_halves = split(a, half), b_halves = split(b, half), d_halves = split(d, half);
  const Natural &a1 = a_halves.high, &a0 = a_halves.low;
  const Natural &b1 = b_halves.high, &b0 = b_halves.low;
  const Natural &d1 = d_halves.high, &d0 = d_halves.low;
  if (a1.is_zero()) {
    const NimFactors exchanged = nim_factors(b, a, d);
    return {exchanged.second, exchanged.first};
  }
  if (d1.is_zero() && b1.is_zero()) return nim_factors(a0, b0, d0);
  if (b1.is_zero() || is_below(d1, nim_multiply(a1, b0))) {
    const auto [p1, q0] = nim_factors(a1, b0, d1);
    return {join(p1, quotient(d0, q0), half), q0};
  }
  const Natural h = Natural(1) << (half - 1);
  if (!d1.is_zero()) {
    if (is_below(d1, nim_multiply(a0, b1))) {
      const auto [p0, q1] = nim_factors(a0, b1, d1);
      return {p0, join(q1, quotient(d0, p0), half)};
    }
    const auto [p1, q1] = nim_factors(a1, b1, d1);
    const Natural u = nim_square_root(quotient(d0, d1) ^ h);
    return {join(p1, nim_multiply(p1, u), half), join(q1, nim_multiply(q1, u), half)};
  }
  if (is_below(d0, nim_multiply(a0, b0))) return nim_factors(a0, b0, d0);
  const auto [r, s] = nim_factors(h, nim_multiply(a1, b1), d0);
  const auto [p1, q1] = nim_factors(a1, b1, s);
  const Natural u = half == 1 ? Natural(0) : half_square(r ^ h, half / 2);
  return {join(p1, nim_multiply(p1, u), half), join(q1, nim_multiply(q1, u ^ Natural(1)), half)};
}

}  // namespace grundy
