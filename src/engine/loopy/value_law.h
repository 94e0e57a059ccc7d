// Values, numbers and ∞(K), of a game whose positions grow without end and whose play need not end:
// a law for all of them.
//
// Problem: walk(n) -> walk(n - 3), walk(n + 1) if n >= 1 reaches infinitely many positions from
// each; no graph can be labelled.
// Idea: as for who wins (outcome_law.h). The labels of a box (loopy.h) suggest a formula for the
// value's kind, a number or one of few ∞(K), the number, and a counter; integer sets decide that it
// has the properties by which the labels of a finite graph are the values (Smith 1966, Fraenkel and
// Perl 1975):
//   a number v: no option has it, each smaller one is that of an option, and from every option that
//   is greater or ∞ a move leads to one of value v with a smaller counter;
//   ∞(K): K is the set of the numbers of options, and for the least number m outside K some option
//   is ∞(L) without m in L.
// They are enough where positions are infinitely many, too: who has gone to nim-sum 0 answers a
// move to a smaller number as in nim, and any other by going back, so that the numbers' sum falls,
// or stays and a counter falls; and where the only ∞(K) of a sum lacks the number of the rest, or
// there are two, the mover can go to such a sum again.
// Example: walk has the values n % 2.
// Cost: as outcome_law.h; then a value is that of a formula.
#pragma once
#include <vector>

#include "analysis/isl.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/engine.h"
#include "engine/ordinal/formula.h"
#include "rule/rule.h"

namespace grundy {

struct LoopyValueLaw {
  /// {kind, number, counter}: kind 0 has the number; kind i is ∞ with the exits kinds[i - 1].
  Formula formula;
  std::vector<std::vector<uint64_t>> kinds;
};

/// Whether the law is right for the moves position → option of a game. Nothing when isl gives up.
std::optional<bool> is_value_law(const isl::Map& moves, const LoopyValueLaw& law);

/// Declined when none is found.
Attempt<LoopyValueLaw> loopy_value_law(const Rule& rule, const isl::Map& moves, Budget& budget);

/// For games with a move that can be made for ever.
const Engine* value_law_engine();

}  // namespace grundy
