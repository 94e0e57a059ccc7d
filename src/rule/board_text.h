// Boards, graphs and sets as a user writes and reads them.
//
//   ....|..#.          rows, the first one on top         5x6             rows x columns, filled by `start`
//   8 0 0|0 0 3        rows of numbers                    @board.txt      a row a line
//   {1-2, 2-3; 1=T}    a graph; vertex 1 holds T          path 7; 1=T     a graph that has a name
//
// In a position the coordinates come first: king(1, 1, 0, X..|...). Cells are named as on a map: a column's letter and a
// row's number from the top; on strips, rings and words their number; on graphs the vertex's name, (1-2) for an edge.
#pragma once
#include <string>
#include <string_view>

#include "base/budget.h"
#include "rule/board.h"

namespace grundy {

constexpr size_t kMaxCells = 2'000'000;  // of a board that is read

/// Reads what stands between the brackets of a position, `arguments` of `text`. Errors are located in `text`, called
/// `source`, or in the file that is read.
Attempt<BoardPosition> read_board_position(const Rule& rule, std::string_view source, std::string_view text,
                                           Span arguments, const Budget& budget);

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
