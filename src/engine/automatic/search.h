// Finds and proves the law of a game that an automaton reads.
//
// Problem: neither the numeration nor the size of the table from which a law can be learned is
// known.
// Idea: tables of growing sides; in each of some numerations, base 2 first, an automaton is learned
// from each. One that has as many states as the one before is decided (law.h). Automata that keep
// growing by a constant factor are given up. A law of values is preferred to one of losing
// positions.
// Example: wythoff's losing positions have 8 states in the Zeckendorf numeration from the side 21
// on.
// Cost: tables of at most some 2^18 positions, and counted steps: the answer is the same on every
// machine.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/automatic/law.h"
#include "engine/automatic/learn.h"

namespace grundy::automatic {

struct LawSearch {
  Domain domain = {};
  bool values = true;
  bool losing = true;
  std::optional<Numeration> numeration;  // this one only
  uint64_t steps = 100'000'000;
};

struct FoundLaw {
  AutomaticLaw law;
  std::vector<Measure> measures;
  int64_t side = 0;    // of the table it was learned from
  size_t subsets = 0;  // the most states that a projection had while it was proved
};

/// Declines with the reason: no law with few states shows, the moves cannot be read by automata.
Attempt<FoundLaw> find_law(const Rule& rule, const LawSearch& search, const Budget& budget);

/// In which the rule's own terms can be read: Zeckendorf's where it asks for Fibonacci numbers,
/// base k where it asks for powers of k, else base 2.
Numeration usual_numeration(const Rule& rule);

/// The values of a box; declines when they are not all finite, or the box is too large.
Attempt<ValueBox> value_box(const Rule& rule, const Domain& domain, int64_t side,
                            const Budget& budget);

/// A move that leaves the domain, where there is one; declines when the moves cannot be read.
Attempt<std::optional<LeavingMove>> leaving_move(const Rule& rule, const Domain& domain,
                                                 const Budget& budget);

}  // namespace grundy::automatic
