// TwinCells<W>: cells that are as good as others.
//
// Problem: two cells that have one and the same cell as their only neighbour are of no more use
// than one of them: where a move takes two neighbouring cells away, either is worth a partner for
// that cell and nothing else. Yet parts with one and with both are searched as two.
// Idea: all but one of such cells are gone. The moves that have the other ones lead to the same
// parts: the cell in the middle is taken, and who stays alone is dead.
// Example: a cross of five cells in Cram is a domino.
// Cost: some ten operations on masks for each direction.
#pragma once
#include <vector>

#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class TwinCells {
 public:
  /// With the moves of a game; where there is more in it than such moves, nothing is left out.
  TwinCells(const BoardCode& code, const std::vector<ShiftShape<W>>& moves) {
    if (code.classes != 2 || !code.never.empty() || !code.over.empty() || !code.reaches.empty())
      return;
    for (const ShiftShape<W>& shape : moves) {
      const bool takes_two = shape.cells.size() == 2 && shape.cells[0].reads == 2 &&
                             shape.cells[1].reads == 2 && shape.cells[0].becomes[1] == 0 &&
                             shape.cells[1].becomes[1] == 0;
      if (!takes_two || pairs_.size() == kMostPairs) {
        pairs_.clear();
        return;
      }
      pairs_.push_back({shape.cells[1].distance, shape.anchors});
    }
  }

  Planes<W> left_out(const Planes<W>& part) const {
    if (pairs_.empty()) return part;
    Mask<W> cells = part[0];
    std::array<Mask<W>, 2 * kMostPairs> has;  // by direction: cells with a neighbour there
    Mask<W> some;
    Mask<W> several;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      has[2 * i] = cells & cells.down(pairs_[i].distance) & pairs_[i].anchors;
      has[2 * i + 1] = has[2 * i].up(pairs_[i].distance);
      for (const Mask<W>* one : {&has[2 * i], &has[2 * i + 1]}) {
        several |= some & *one;
        some |= *one;
      }
    }
    const Mask<W> ends = some & ~several;
    Mask<W> middles;  // with an end that stays
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const size_t distance = pairs_[i].distance;
      const Mask<W> above = (ends & has[2 * i]).up(distance);
      cells &= ~(above & middles).down(distance);
      middles |= above;
      const Mask<W> below = (ends & has[2 * i + 1]).down(distance);
      cells &= ~(below & middles).up(distance);
      middles |= below;
    }
    Planes<W> result = part;
    result[0] = cells;
    return result;
  }

 private:
  static constexpr size_t kMostPairs = 4;
  struct Pair {
    uint32_t distance;
    Mask<W> anchors;
  };
  std::vector<Pair> pairs_;
};

}  // namespace grundy
