// Laws by nim-sums of the coordinates, guessed from values: a ^^ b, and d·(⌊a/d⌋ ^^ ⌊b/d⌋) + r.
//
// Two heaps of nim played as one game have the value a ^^ b, which no formula of cases fits: its
// cases never end. Where such a formula is not found, these simple kinds are compared with a box of
// values, for d up to kGreatestDivisor and r a number below d or (a + b) % d. What fits is a
// conjecture; exclusive-or is no operation of Presburger arithmetic.
// Cost: a comparison of the box with each of some hundred candidates, most of which fail at once.
#pragma once
#include <optional>

#include "engine/ordinal/sample.h"
#include "proof/theorem.h"

namespace grundy {

/// The first of the laws that fits the sample everywhere, the least divisor first; of a game with
/// two coordinates or more.
std::optional<FormulaLaw> xor_law(const Rule& rule, const Sample& sample);

}  // namespace grundy
