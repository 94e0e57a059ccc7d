// The checker's own reading of a move line: what it asks of the position and of the binders, and
// where it leads.
//
// Nothing of the engines' analysis is used. "-> g(k) for k < n if k % 2 = 0" becomes, for slots n
// and k: the line is legal when 0 <= k, k <= n - 1 and k - 2·q = 0 with q = ⌊k/2⌋; the option is
// (k).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "check/logic.h"
#include "rule/rule.h"

namespace grundy::logic {

struct LineMeaning {
  Condition legal;  // the choice of binders is allowed, and the option's coordinates are natural
  std::vector<Linear> option;  // coordinates
};

/// What `line` means where slot i is slots[i], the position's coordinates first (they are natural
/// numbers) and then the binders. Divisions, minima and maxima become variables of the problem.
/// Nothing, and the reason why, for a line that doesn't lead to one position of the game itself,
/// has a quantifier, a term that is not affine, or a set of more than a thousand elements.
std::optional<LineMeaning> meaning(Problem& problem, const Rule& rule, const MoveLine& line,
                                   const std::vector<Linear>& slots, std::string& reason);

/// How many binders' variables the line has; their slots follow those of the coordinates.
size_t binder_count(const MoveLine& line);

}  // namespace grundy::logic
