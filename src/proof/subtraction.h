// The laws of subtraction games: a window of values that came again (engine/family/subtract.h has
// the theorems).
//
// Example: of subtract[{2, 5}] the 5 values from 7 on are those from 0 on, so the period is 7. The
// values are computed one by one, 2^24 at most.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/family/subtract.h"
#include "proof/theorem.h"

namespace grundy {

/// An error when the budget is spent.
Attempt<Theorem> prove_subtraction(const Rule& rule, SubtractionSet set, Budget& budget);

}  // namespace grundy
