// A box of positions that no move leaves, where coordinates may go up and down.
//
// Problem: round a circle, k -> (k + s) % places, bounds that grow from the asked position on, move
// by move (reachable_boxes in order.h), come to an end only after as many rounds as there are
// places.
// Idea: for each coordinate, the largest number to which any move at all raises it: 999,999 where
// there are a million places. The box up to there, and up to the asked position, is closed: a move
// leaves the coordinate or lowers it, or raises it no further. Coordinates that are bounded may
// bound others. Terms that are not affine are taken to be anywhere in their intervals.
// Example: of x(a, b) -> x(b, a), x(a - 1, b + 2) if b <= 7 no number bounds a, since b may be
// anything; without the first line b is raised to 9 at most.
// Cost: an integer program or two for each coordinate; milliseconds.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/facts.h"

namespace grundy {

/// Cells of a closed box for which a table is worth its time; other ways are tried beyond.
constexpr uint64_t kMostClosedCells = uint64_t{1} << 27;

/// The greatest number to which a move from any position raises the coordinate, -1 when none does;
/// nothing when there is no greatest, or isl gives up.
std::optional<int64_t> raised_to(const isl::Map& moves, unsigned coordinate);

/// The greatest coordinates of a box that this corner lies in, for a game whose moves lead to
/// single positions of the game itself; nothing where none is found.
std::optional<std::vector<int64_t>> closed_box(const Facts& facts,
                                               const std::vector<int64_t>& corner);

}  // namespace grundy
