// How a claim of one variable repeats, where the values of the game have a period.
//
// Problem: "g(2*n + 1) <= 8 for n >= 71" is about all n, and one can look at finitely many only.
// Idea: from some n on both sides repeat. A value g(a·n + b) repeats with a divisor of the period,
// n % m with m, and a comparison of n with a number is the same for ever once they are apart.
// Whatever is made of such terms repeats with the least common multiple of their periods.
// Cost: a look at each term.
#pragma once
#include <cstdint>
#include <optional>

#include "session/claim_reader.h"
#include "value/law.h"

namespace grundy {

/// What is said of n is said of n + period, too, if n >= from.
struct Repeating {
  uint64_t from = 0;
  uint64_t period = 1;
};

/// Of the relation and all conditions of a claim of one variable about a game of one coordinate,
/// whose law has no saltus. Nothing where some term is not seen to repeat, or where one of the two
/// numbers would be larger than `most`.
std::optional<Repeating> repetition(const ValueClaim& claim, const Law& law, uint64_t most);

}  // namespace grundy
