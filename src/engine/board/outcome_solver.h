// OutcomeSolver: a solver that knows who wins in normal play, and no values. A position has value 0
// where the mover loses, and the moves to value 0 are those that win.
#pragma once
#include "engine/solver.h"

namespace grundy {

/// Gives outcome() and winning_moves() for normal play.
class OutcomeSolver : public Solver {
 public:
  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) final {
    if (!value.is_zero()) return Solver::has_value(position, value, budget);
    const Attempt<Outcome> who = outcome(position, Play::normal, budget);
    if (!who) return who.error();
    return *who == Outcome::P;
  }
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) final {
    if (!value.is_zero()) return Solver::moves_to(position, value, limit, budget);
    return winning_moves(position, Play::normal, limit, budget);
  }
};

}  // namespace grundy
