// Play that leads to ever greater numbers: what can be told of it from the positions nearest to
// some.
//
// Problem: from n to n - isqrt(n)**2 or n + isqrt(n)**2 play reaches infinitely many positions, so
// neither a table nor a graph of all of them exists.
// Idea: the nearest ones are followed, and what lies beyond counts as undecided. A win or a loss
// that is seen is then one in the whole game too; only "undecided" says nothing, and more positions
// are looked at.
// Example: 29 is lost in that game, in four moves; of 2 nothing is known.
// Cost: that of the positions looked at, at most kFarthestPositions; some microseconds each.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "engine/search/retrograde.h"

namespace grundy {

constexpr uint64_t kFarthestPositions = uint64_t{1} << 19;

/// Whether moves that raise the greatest coordinate of the position lead to numbers a thousand
/// times as large, and no move has many choices. False where the budget ends, and where play stays
/// in a closed box of at most kMostClosedCells cells.
bool grows_far(const Position& position, Budget& budget);

/// Looks at ever more of the positions nearest to `starts`, from kFarthestPositions / 512 or from
/// eight times as many as there are starts, until `is_enough` says so of what was found (where a
/// draw is "undecided") or kFarthestPositions were looked at, and gives back the last of these.
/// Declined: no time or memory, or a number is too large.
Attempt<Retrograde> nearest_positions(
    std::span<const Sum> starts, Play play, Budget& budget,
    const std::function<Attempt<bool>(Retrograde& found)>& is_enough);

}  // namespace grundy
