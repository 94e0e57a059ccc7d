// Who wins every position of a game whose play need not end: a law of cases, with a counter
// function.
//
// Problem: walk(n) -> walk(n - 3), walk(n + 1) if n >= 1 has infinitely many positions, all within
// reach of each other, so that no graph of them can be labelled; and no order of play shows that it
// ends.
// Idea: a box of positions is labelled as if play went on for ever once it leaves the box. So a
// position labelled lost (P) or won (N) has that outcome in the game; the others are labelled draws
// (D), falsely perhaps near the edge. From a part far from the edge a formula is guessed
// (engine/ordinal/guess.h) for the outcome together with a counter, and decided for all positions
// by integer sets. The law is right if
//   every move from P leads to N and lowers the counter;
//   every position of N has a move to P that lowers it;
//   every position of D has a move to D, and none to P.
// For the counter is a natural number: who plays by it from N comes to P with ever smaller
// counters, until the other player can't move; it bounds the number of moves. And in D whoever
// stays there never loses.
// Example: of walk, P are the even numbers, N the odd ones, and there is no draw; the counter of an
// even n is n.
// Cost: a table of some thousand positions, guesses by counted steps, and some thousand operations
// of isl.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/isl.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/ordinal/formula.h"
#include "engine/ordinal/sample.h"
#include "rule/rule.h"
#include "value/outcome.h"

namespace grundy {

/// The first value of a case of a law, and which outcome it means.
constexpr int64_t outcome_number(Outcome outcome) {
  return outcome == Outcome::P ? 0 : outcome == Outcome::N ? 1 : 2;
}
constexpr Outcome outcome_of_number(int64_t number) {
  return number == 0 ? Outcome::P : number == 1 ? Outcome::N : Outcome::D;
}

/// The outcomes, as numbers, and the counters on the box with coordinate i below part[i], from the
/// labels of one with these sides. Counters are numbers of moves to the end, 0 for draws.
Attempt<Sample> labelled_outcomes(const Rule& rule, const std::vector<int64_t>& sides,
                                  const std::vector<int64_t>& part, Budget& budget);

/// Whether a formula with outcomes and counters is right for the moves position → option of a game.
/// Nothing when isl gives up.
std::optional<bool> is_outcome_law(const isl::Map& moves, const Formula& formula);

/// Whether the counters of a law that is right are exactly the moves that play lasts when the
/// winner hurries and the loser delays: from each lost position that has moves one lowers the
/// counter by 1 only, and from a won one none to a lost one by more. Nothing when isl gives up.
std::optional<bool> counts_moves(const isl::Map& moves, const Formula& formula);

/// The law, each of whose cases has one outcome: {outcome, counter}. Declined when none is found.
Attempt<Formula> outcome_law(const Rule& rule, const isl::Map& moves, Budget& budget);

}  // namespace grundy
