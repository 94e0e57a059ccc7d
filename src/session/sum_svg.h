// A sum drawn as SVG, part below part: boards as boards, heaps and other numbers as rows of dots,
// the rest as text.
//
//   kayles(5)   ●●●●●
//   cram(2x3)   a board of two rows and three columns
#pragma once
#include <string>
#include <vector>

#include "game/position.h"

namespace grundy {

/// At most 100 parts are drawn; one more line says that there are more.
std::string sum_svg(const std::vector<Position>& parts);

}  // namespace grundy
