#include "reference/boards_by_hand.h"

#include <algorithm>
#include <tuple>

namespace grundy::reference {

uint64_t HandBoard::all() const {
  uint64_t cells = 0;
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) cells |= bit(row, column);
  }
  return cells;
}

HandPart HandBoard::least_image(const HandPart& part, bool exchange) const {
  int top = rows_;
  int left = columns_;
  int bottom = 0;
  int right = 0;
  for (uint64_t rest = part.cells; rest != 0; rest &= rest - 1) {
    const int at = std::countr_zero(rest);
    top = std::min(top, at / stride_);
    bottom = std::max(bottom, at / stride_);
    left = std::min(left, at % stride_);
    right = std::max(right, at % stride_);
  }
  const int height = bottom - top;
  const int width = right - left;
  HandPart best;
  bool any = false;
  for (int image = 0; image < 8; ++image) {
    const bool turned = (image & 4) != 0;
    if (turned ? width >= rows_ || height >= columns_ : height >= rows_ || width >= columns_)
      continue;
    HandPart here;
    for (uint64_t rest = part.cells; rest != 0; rest &= rest - 1) {
      const uint64_t from = rest & -rest;
      int row = std::countr_zero(rest) / stride_ - top;
      int column = std::countr_zero(rest) % stride_ - left;
      if ((image & 1) != 0) row = height - row;
      if ((image & 2) != 0) column = width - column;
      const uint64_t to = turned ? bit(column, row) : bit(row, column);
      here.cells |= to;
      if ((part.a & from) != 0) here.a |= to;
      if ((part.b & from) != 0) here.b |= to;
    }
    for (int colours = 0; colours < (exchange ? 2 : 1); ++colours, std::swap(here.a, here.b)) {
      const auto order = [](const HandPart& p) { return std::tie(p.cells, p.a, p.b); };
      if (!any || order(here) < order(best)) best = here;
      any = true;
    }
  }
  return best;
}

uint32_t HandBoard::from_middle(uint64_t move, uint64_t cells) const {
  const auto sum = [&](uint64_t set, int& row, int& column) {
    row = column = 0;
    for (uint64_t rest = set; rest != 0; rest &= rest - 1) {
      row += std::countr_zero(rest) / stride_;
      column += std::countr_zero(rest) % stride_;
    }
    return std::popcount(set);
  };
  int row = 0;
  int column = 0;
  int middle_row = 0;
  int middle_column = 0;
  const int few = sum(move, row, column);
  const int many = sum(cells, middle_row, middle_column);
  return static_cast<uint32_t>(std::abs(row * many - middle_row * few) +
                               std::abs(column * many - middle_column * few));
}

}  // namespace grundy::reference
