// Whether play by rows ends, told by counts that fall.
//
// Problem: two equal parts are together 0 only where play ends; where it may go round both may be
// ∞.
// Idea: a coordinate, how many cells have a letter, the sum of all numbers: a count that no row
// left raises, and some lower, takes those away (as in facts.h). When no row is left, the counts
// fall lexicographically with every move.
// Example: in Sheep every row lowers the number of 0; in king_dirt a row lowers the number of .,
// whatever the coordinates.
// Cost: some passes over the rows.
#pragma once
#include "engine/board/row_code.h"

namespace grundy {

/// False where no counts tell.
bool counts_fall(const RowCode& code);

}  // namespace grundy
