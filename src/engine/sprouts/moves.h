// Lines: all that a move of Sprouts can draw.
//
// A line joins two vertices with an end left, or one with two ends to itself, inside a region; a
// new vertex Z, with one end left, is put on it.
//   - Between two boundaries it makes one of them: from x around the first and back to x, Z, from y
//     around the second and back to y, Z.
//   - Between two places of one boundary, x … y, it parts the region: x … y Z bounds one side, y …
//     x Z the other, and each of the other boundaries goes to one of the sides. So a line around
//     some of n spots has n + 1 ways to go, and one around some of k different boundaries 2^k.
// A vertex where a line ends is met once more: a 0 has become a 1 where its boundary is its own, a
// 1 a letter; a 2 or a letter is full and left out.
#pragma once
#include <functional>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/sprouts/drawing.h"

namespace grundy::sprouts {

/// A line, for those who tell of it: the vertices that it joins, and how many boundaries lie on its
/// sides beside its own.
struct Line {
  Symbol from = 0;
  Symbol to = 0;
  bool is_loop = false;
  bool parts_region = false;
  size_t apart = 0;
  size_t beside = 0;
};

/// take(drawing, line) for each line, until it gives false; alike ones may come again. Whether all
/// were taken. A limit of the budget ends the listing with its error.
Attempt<bool> for_each_line(const Drawing& drawing,
                            const std::function<bool(const Drawing&, const Line&)>& take,
                            const Budget& budget);

/// About as many as there are lines, where boundaries without letters that are alike count as one
/// kind.
uint64_t count_of_lines(const Drawing& drawing);

}  // namespace grundy::sprouts
