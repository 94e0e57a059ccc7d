// Boards, graphs and sets as they are written, readable again by read_board.h. Cells are named as
// on a map: a column's letter and a row's number from the top; on strips, rings and words their
// number; on graphs the vertex's name, (1-2) for an edge.
#pragma once
#include <string>

#include "rule/board.h"

namespace grundy {

/// "cram(....|..#.)", readable again.
std::string to_string(const BoardPosition& position);
/// "....|..#.", "{1-2, 2-3; 1=T}"; `space` as the game has it.
std::string to_string(const Board& board, const Space& space);

/// "b1", "(1-2)".
std::string cell_name(const Place& place, size_t cell);
/// "X", "12".
std::string cell_text(Cell cell);

/// The board with coordinates, some lines; empty where the text says as much.
std::string drawing(const Board& board, const Space& space);

/// "cram(5x6)", "node_kayles({1-2, 2-3})": how a position of the game is written.
std::string example_position(const Rule& rule);

}  // namespace grundy
