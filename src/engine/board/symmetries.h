// Symmetries: turns of a board that, with an exchange of classes, change no move.
//
// Problem: parts that play alike are to be searched once; which turns and exchanges leave a game as
// it is nobody wants to say.
// Idea: try each symmetry of the square with each exchange of classes: the image of every placement
// must be one. What cells are read for and become is numbered, so that a placement is a few numbers
// and its image is sought by their hash. A turned part must fit: where rows and columns are
// exchanged on a board that is no square, only placements within the cells that fit are asked.
// Example: in clobber X and O may be exchanged, and the square turned: 16 symmetries.
// Cost: for each pair a pass over the placements until one has no image.
#pragma once
#include <optional>
#include <vector>

#include "engine/board/board_code.h"

namespace grundy {

/// Bit 2 of a turn exchanges rows and columns, then bit 0 turns rows upside down, bit 1 columns.
constexpr size_t kTurns = 8;

struct BoardSymmetry {
  size_t turn;
  std::vector<uint8_t> classes;  // what each class becomes
};

/// Where a cell goes; nothing for cells that do not fit when rows and columns are exchanged.
std::optional<uint32_t> turned_cell(const Place& place, size_t cell, size_t turn);

/// What each class becomes, in every exchange of classes that changes no move while all cells stay
/// where they are; the identity first.
std::vector<std::vector<uint8_t>> exchanges_of(const BoardCode& code);

/// Of a board where a part plays alike wherever it lies; turn by turn, the identity first.
std::vector<BoardSymmetry> symmetries_of(const BoardCode& code);

}  // namespace grundy
