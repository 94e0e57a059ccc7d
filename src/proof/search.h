// The search for a formula that gives the value of every position.
//
// Where positions have finitely many options, an engine computes the values on a box; formulas
// guessed from a part of it (engine/ordinal/guess.h) are tested on the rest and then decided
// (formula.h). Otherwise the formula is found slice by slice (engine/ordinal/slices.h). Example:
// from the values of `king` on a box of side 14 comes the guess with cases modulo 2 that a box of
// side 48 confirms and isl proves.
//
// The search ends by counted steps: of the engine that computes values, of guesses, and of isl.
#pragma once
#include <cstdint>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/ordinal/sample.h"
#include "proof/prove.h"
#include "proof/theorem.h"

namespace grundy {

/// Proved, conjectured, or unknown with the slices that are proved; an error when the budget is
/// spent.
Attempt<Theorem> prove_formula(const Rule& rule, const ProveOptions& options, Budget& budget);

/// The values on the largest box on which a formula is tested: of the size that the options say,
/// else as far as is quick: a box whose values are too many, take too many steps or are infinite is
/// halved. Declines when no box is left; the options' own box is never halved.
Attempt<Sample> values_to_test(const Rule& rule, const ProveOptions& options, Budget& budget);
/// The values on a small box, of some thousand positions at most. Declines where they take many
/// steps or are infinite.
Attempt<Sample> few_values(const Rule& rule, Budget& budget);
/// The values at these points. Declines where they take too many steps or are infinite.
Attempt<std::vector<int64_t>> values_at(const Rule& rule,
                                        const std::vector<std::vector<int64_t>>& points,
                                        Budget& budget);
/// The values on a box of twice these sides. Declines where they take too many steps.
Attempt<Sample> more_values_to_test(const Rule& rule, std::vector<int64_t> size, Budget& budget);

}  // namespace grundy
