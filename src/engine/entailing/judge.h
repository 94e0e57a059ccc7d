// Who wins a sum in which moves may bind the answer, and by which moves.
//
// The parts have values, numbers or loony, but for one that may bind the next move. A sum with a
// loony part is won, one of numbers by their nim-sum; where a part binds, its replies beside the
// value of the rest decide (search.h).
#pragma once
#include <vector>

#include "engine/sum.h"

namespace grundy {

/// In normal play. Declines parts without a value, and with ∞(K).
Attempt<Answer> judge_entailing(const std::vector<Position>& parts, size_t move_limit,
                                Solvers& solvers, Budget& budget);

}  // namespace grundy
