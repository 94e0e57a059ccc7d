// How far a drawing reaches on a board, whatever the board's size.
//
// Problem: what is to hold for boards of every size needs moves that look at a bounded stretch of
// them. Idea: a row of a pattern has so many items, each once or a number of times that the line's
// variables tell; its cells are at most that many steps apart. A second step of a line is laid
// through a cell that has a name, so that it is near the first one. Runs of any length, walks, and
// steps laid anywhere have no bound. Example: `X .{d} -> .{d} X for d in 1..2` has 3 cells;
// `X+ -> .+` is declined.
#pragma once
#include "base/attempt.h"
#include "rule/board.h"

namespace grundy {

constexpr int64_t kMostExtent = 24;

/// The most rows or columns that a placement of a line, or of what `always` names, lies in.
/// Declines rules without a bound, and those whose lines lead to other games or whose play ends by
/// `over`.
Attempt<size_t> drawn_extent(const Rule& rule);

}  // namespace grundy
