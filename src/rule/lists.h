// Lists that moves lead to: a[i -> x] + [y, z] - b[1..k], by definition.
//
// Problem: the piles of a game are as many as there are, and a move takes some of them, changes
// them, adds others.
// Idea: a list term is pieces one behind the other. A piece is a listing, a coordinate's list,
// places of it, or that list with some places changed, all places being those before the change.
// What stands behind a minus leaves what was made so far, each element where it stands first.
// Example: with a = [3, 5, 3] the term a[2 -> [1, 4]] - [3] + [0] is [1, 4, 3, 0].
// Cost: in proportion to the lists, times what is taken.
#pragma once
#include <vector>

#include "rule/cells.h"
#include "rule/evaluate.h"

namespace grundy {

/// False when there is no such list, or after a fault: a negative number, an element taken that is
/// not there, a place changed twice.
bool list_of(const ListTerm& term, Environment& slots, Fault& fault, Patience* patience,
             std::vector<int64_t>& result);

/// The elements of a listing, in its order.
bool elements_listed(const SetTerm& term, Environment& slots, Fault& fault, Patience* patience,
                     std::vector<int64_t>& result);

}  // namespace grundy
