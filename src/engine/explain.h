// The reasons behind an answer, in words and small tables that a student can follow.
#pragma once
#include <string>
#include <vector>

#include "engine/sum.h"

namespace grundy {

/// Who wins and why: the parts with their values in binary columns (or by powers of ω), the
/// nim-sum, which part to move and what it becomes; for a lost position, why every move loses. Long
/// sums and long lists are cut, and say so.
std::string explain(const std::vector<Position>& parts, const Answer& answer, Solvers& solvers,
                    Budget& budget);

}  // namespace grundy
