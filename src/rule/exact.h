// Terms and moves with integers of any size, by their definition.
//
// Problem: y*y*y*y at y = 10^6, and every coordinate of a heap of 10^30, are beyond the 64 bits of
// rule/evaluate.h and of all that is compiled.
// Idea: the same definitions once more, over integers without bounds; whoever meets the end of 64
// bits asks here.
// Example: half(n) -> half(n/2) for n >= 1 moves from 10^30 to 5·10^29.
// Cost: some 50 ns an operation. Ranges without a written upper end, ranges of more than
// kMostExactChoices numbers, numbers of more than a million bits, and primes beyond 2^63 are
// declined.
#pragma once
#include <functional>
#include <vector>

#include "base/budget.h"
#include "rule/evaluate.h"
#include "rule/position.h"
#include "rule/rule.h"
#include "value/integer.h"

namespace grundy {

constexpr uint64_t kMostExactChoices = uint64_t{1} << 24;  // of the binders, in one question

/// One part of the sum that a move leads to.
struct ExactPosition {
  const Rule* game = nullptr;
  Coordinates coordinates;
  friend bool operator==(const ExactPosition&, const ExactPosition&) = default;
};
using ExactSum = std::vector<ExactPosition>;

/// The value of a term over numbers alone (a condition gives 0 or 1); nothing where it has none, or
/// is declined.
std::optional<Integer> exact_value(const Expr& term, const std::vector<Integer>& slots);

/// Calls visit(the sum that the move leads to) for every choice of binders that is a move, in the
/// order of moves_by_definition; stops when visit gives false. Declines games that are given by a
/// code alone.
Attempt<void> for_each_exact_move(const Rule& rule, const Coordinates& coordinates,
                                  const Budget& budget, const std::function<bool(ExactSum)>& visit);

/// The sum that another name stands for at these coordinates; the position itself for a game with
/// moves.
Attempt<ExactSum> resolve_alias_exactly(const Rule& rule, const Coordinates& coordinates,
                                        const Budget& budget);

}  // namespace grundy
