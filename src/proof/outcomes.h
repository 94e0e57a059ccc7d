// Laws of games whose play need not end: who wins, or that it is a draw, with a bound of the moves
// that a win takes.
//
// The law is found and decided by integer sets in engine/loopy/outcome_law.h; a certificate of it
// is written, and it is proved when the checker (check/outcomes.h), which shares nothing with that,
// accepts it.
//
//   prove(walk)   { P in n moves if n % 2 = 0, N in n - 2 if n % 2 = 1 and n >= 3, N in 3 otherwise
//                 }
#pragma once
#include <optional>

#include "base/attempt.h"
#include "base/budget.h"
#include "proof/theorem.h"

namespace grundy {

/// Proved, or unknown with the reason; nothing where the moves are not affine or some measure falls
/// with every move; an error when the budget is spent.
Attempt<std::optional<Theorem>> prove_outcomes(const Rule& rule, Budget& budget);

}  // namespace grundy
