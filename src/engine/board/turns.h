// Turns of a board that no rule sees: positions that are images of each other play alike.
//
// Problem: games whose moves lead to other ones, or ask cells, have no shift programs and are
// searched as they are listed; there a board and its images were as many positions.
// Idea: patterns are laid from every cell along directions. A turn of the board that keeps the set
// of directions, of the game and of each step with some of its own, takes placements to placements
// and walks to walks. So do all games that moves lead to. Lines that may compare cells by their
// names keep no turn, nor do blocks of rows with directions of their own.
// Example: 8 turns of king_dirt on a square, 4 of Sheep on a rhombus of hexagons, 2 of Chomp.
#pragma once
#include <cstdint>
#include <vector>

#include "rule/cells.h"
#include "rule/space.h"

namespace grundy {

/// Where each cell goes, for every turn but the one that changes nothing. Of strips and grids
/// alone.
std::vector<std::vector<uint32_t>> turns_of(const Rule& rule, const Place& place);

}  // namespace grundy
