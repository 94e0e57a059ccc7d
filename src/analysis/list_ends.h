// Lists whose rule says how play ends, where its moves say the same.
//
// Problem: `win if max(a) = 0` is how many write misère nim, and `lose if sum(a) = 0` normal nim;
// such clauses speak of the whole list, so that its elements are no longer played apart.
// Idea: a clause that asks each element whether it satisfies a condition is compared with the
// elements that have no move, as sets of numbers. `lose if` of lists without a move says nothing
// new; `win if` of exactly those makes it misère play of the game without the clause.
// Example: k < a[i] has a move from each number but 0, and max(a) = 0 holds where all numbers are 0.
#pragma once
#include <memory>
#include <optional>

#include "rule/cells.h"

namespace grundy {

struct ListWithoutEnds {
  std::unique_ptr<const Rule> rule;  // the lines alone
  bool is_misere;                    // who can't move there wins
};

/// Nothing for rules without ends, and where the moves do not say the same, as far as is seen. The
/// list without elements may be an exception where no move leads to it.
std::optional<ListWithoutEnds> without_told_ends(const Rule& rule);

}  // namespace grundy
