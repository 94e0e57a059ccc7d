// The strongest law that holds for all positions of a game.
//
// The choice among methods, the surest first: a subtraction game has a period (subtraction.h), a
// take-and-break game of two heaps has one by the theorem of Guy and Smith (heap.h); of other games
// a formula is looked for (search.h), then an automaton (automatic.h), and where play need not end
// a law for who wins (outcomes.h). All of them end by counted steps, so that a game has the same
// law on every machine; only the Budget knows the time.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "proof/theorem.h"

namespace grundy {

struct ProveOptions {
  /// Conjectures are tested on all positions with coordinates up to this; nothing: as far as is
  /// quick.
  std::optional<uint64_t> upto = {};
  /// A folder that keeps how far the search for the period of a take-and-break game is, and from
  /// which it goes on; then it has no end of its own where a theorem may prove one. Empty: none.
  std::string checkpoint = {};
  /// A condition of the coordinates: the law is to be of these positions only. Laws by digits alone
  /// are then sought.
  std::string where = {};
  /// Only who wins is asked for: the law is to be of lost positions.
  bool outcomes = false;
  /// The rule's last coordinate is whose turn it is, Left's (0) or Right's (1).
  bool sides = false;
  /// The law is to have a certificate: where a formula's is beyond the checker, a law by digits
  /// comes in its place.
  bool certified = false;

  /// Whether any law of all positions will do.
  bool is_open() const { return !upto && checkpoint.empty() && where.empty() && !outcomes; }
};

/// Status unknown, with the reason, when no law is found; an error when the budget is spent.
Attempt<Theorem> prove(const Rule& rule, const ProveOptions& options, Budget& budget);

}  // namespace grundy
