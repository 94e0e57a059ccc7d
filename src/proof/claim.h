// A user's own formula, proved or refuted.
//
// Of a game with finitely many options a box of values comes first: a wrong formula fails there, at
// the smallest position by the sum of its coordinates. Then the formula is decided for all
// positions (formula.h). Where it is false beyond the values, the law that `prove` finds tells at
// which position. Example: 'min(a, b) % 2 = 0: max(a, b) % 2; 3' for `king` fails at (1, 1), whose
// value is 2.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/isl.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "proof/claim_text.h"
#include "proof/prove.h"
#include "proof/theorem.h"

namespace grundy {

/// The formula is a text as in claim_text.h, "n >= m: n - m; n < m: w + m - n - 1". An input error
/// for a text that is none, an error when the budget is spent.
Attempt<Theorem> prove_claim(const Rule& rule, std::string_view text, const ProveOptions& options,
                             Budget& budget);

/// The point of the set with the least sum of coordinates, of those the lexicographically least;
/// nothing when isl gives up or the set is empty.
std::optional<std::vector<int64_t>> least_by_sum(const isl::Set& set);

/// A text of the rule language in LaTeX's mathematical mode.
std::string latex_code(const std::string& text);
/// The claim's cases as they were written, and in LaTeX.
FormulaLaw law_as_written(const Claim& claim);
/// The law as read_claim (claim_text.h) reads it: "n = 0: 0; n - 1".
std::string text_of(const FormulaLaw& law);

}  // namespace grundy
