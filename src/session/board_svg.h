// A board drawn as SVG: squares or hexagons with their coordinates, a ring or a graph as a circle,
// and a move marked.
#pragma once
#include <string>
#include <vector>

#include "rule/board.h"
#include "session/session.h"

namespace grundy {

constexpr size_t kMostDrawnCells = 2'000;

struct BoardPicture {
  std::string svg;
  double width = 0;
  double height = 0;
};

/// Cells with their letters and numbers, those of `marked` in a frame of their own; `title` stands
/// above.
BoardPicture board_picture(const BoardPosition& position, const std::vector<size_t>& marked,
                           const std::string& title);

/// The one board of a question, with its value and its first winning move. An input error for sums,
/// for other positions and for boards of more than kMostDrawnCells cells.
Attempt<std::string> board_svg(const Question& question, const Answer& answer);

}  // namespace grundy
