// Play that goes round: how engines that meet it say so, and what those that understand it tell
// beyond values.
//
// An engine that meets a position again declines with comes_again(); the plan then asks a
// RoundSolver. Where play can go round it matters how many moves a win takes: a player could be on
// the way to it for ever.
#pragma once
#include <optional>
#include <string>

#include "engine/solver.h"

namespace grundy {

class RoundSolver : public Solver {
 public:
  RoundSolver* round() final { return this; }
  /// How many moves normal play of this sum, alone, lasts when the winner hurries and the loser
  /// delays. Nothing for a draw, and where it is not known.
  virtual std::optional<uint64_t> moves_to_end(const Sum& sum, Budget& budget) = 0;
  /// A delay as in graph/delay.h, of an option or a position that has a number: sums of delays
  /// bound the moves of won sums. Nothing where none is known.
  virtual std::optional<uint64_t> delay(const Sum& sum, Budget& budget) = 0;
};

/// Declines because a position comes again in play: "play need not end: …".
Error comes_again(const std::string& how);
/// Whether this is such an error.
bool is_cycle(const Error& error);

}  // namespace grundy
