// Nimbers below a nim-product, taken apart.
#pragma once
#include "value/natural.h"

namespace grundy {

struct NimFactors {
  Natural first;
  Natural second;
};

/// The product a·b of two nimbers is the least number other than all a'·b ⊕ a·b' ⊕ a'·b' with a' <
/// a and b' < b, that is, other than all a·b ⊕ (a ⊕ a')·(b ⊕ b') (Conway 1976, On Numbers and
/// Games, chapter 6). Given the difference d between a·b and a smaller number, so d ⊕ a·b < a·b,
/// these are factors p, q of it, p·q = d, with p ⊕ a < a and q ⊕ b < b: a' = p ⊕ a and b' = q ⊕ b
/// lead to that smaller number. The time is that of some nim-products of a and b.
NimFactors nim_factors(const Natural& a, const Natural& b, const Natural& d);

}  // namespace grundy
