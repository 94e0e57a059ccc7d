// Witnesses of a certificate: the moves that reach what has to be reached, found by parametric
// integer programming.
//
// A formula asks for each smaller ordinal to be the value of an option, a subtraction game for each
// number to be taken, a law of who wins for a move that wins, or keeps a draw. For the positions of one class of residues and one line of the rule, the
// choices of the line's binders that do so are an integer set; its lexicographic minimum, as a
// function of the position and the wanted value, is a piecewise quasi-affine map, and each piece of
// it is a witness. Example: of `nim` one witness does, "with k = n - s, if s >= 1 and s <= n".
#pragma once
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"
#include "rule/rule.h"

namespace grundy {

/// Of a certificate of kind formula, periodic or outcomes that lacks its witnesses only. An error, with the
/// reason, when they are too hard to find or the budget is spent.
Attempt<std::vector<Certificate::Witness>> find_witnesses(const Certificate& certificate,
                                                          const Rule& rule, const Budget& budget);

}  // namespace grundy
