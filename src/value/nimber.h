// Nimbers: the natural numbers as a field of characteristic 2 (Conway 1976, On Numbers and Games,
// chapter 6).
#pragma once
#include "value/natural.h"

namespace grundy {

/// The nim-sum of a and b: exclusive-or of the binary digits.
inline Natural nim_add(const Natural& a, const Natural& b) { return a ^ b; }
/// The nim-product of a and b.
Natural nim_multiply(const Natural& a, const Natural& b);
/// The nim-product of 64-bit nimbers, without memory.
uint64_t nim_multiply(uint64_t a, uint64_t b);
/// The square root in the field: the one x with nim_multiply(x, x) = a.
Natural nim_square_root(const Natural& a);
/// The nim-inverse of a; requires a >= 1.
Natural nim_inverse(const Natural& a);

}  // namespace grundy
