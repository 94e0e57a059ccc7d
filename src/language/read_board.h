// Boards, graphs and sets as a user writes them in a position, whose coordinates come first:
// king(1, 1, 0, X..|...).
//
//   ....|..#.          rows, the first one on top         5x6             rows x columns, by `start`
//   8 0 0|0 0 3        rows of numbers                    @board.txt      a row a line
//   {1-2, 2-3; 1=T}    a graph; vertex 1 holds T          path 7; 1=T     a graph that has a name
#pragma once
#include <string_view>

#include "base/budget.h"
#include "rule/board.h"

namespace grundy {

constexpr size_t kMaxCells = 2'000'000;  // of a board that is read

/// Reads what stands between the brackets of a position, `arguments` of `text`. Errors are located
/// in `text`, called `source`, or in the file that is read.
Attempt<BoardPosition> read_board_position(const Rule& rule, std::string_view source,
                                           std::string_view text, Span arguments,
                                           const Budget& budget);

/// Whether the text begins with the name of a graph and a blank: "path 7".
bool begins_with_graph_name(std::string_view text);
/// Games on graphs, and those on grids that name no direction.
bool is_played_on_graphs(const BoardRule& rule);

/// Whether the text is AxB, both numbers.
bool is_size(std::string_view text, size_t& rows, size_t& columns);

}  // namespace grundy
