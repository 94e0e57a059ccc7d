// A board drawn as SVG: squares or hexagons with their coordinates, a ring or a graph as a circle, and a move marked.
#pragma once
#include <string>
#include <vector>

#include "rule/board.h"

namespace grundy::cli {

constexpr size_t kMostDrawnCells = 2'000;

/// Cells with their letters and numbers, those of `marked` in a frame of their own; `title` stands above.
std::string board_svg(const BoardPosition& position, const std::vector<size_t>& marked, const std::string& title);

}  // namespace grundy::cli
