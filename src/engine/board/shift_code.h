// ShiftCode<W>: placements as shift programs.
//
// Problem: a board has a few kinds of placements, each of them at many places; looking at every
// place by itself is slow.
// Idea: placements that are alike but for where they lie are one ShiftShape: cells as distances
// from the first one, and the set of first cells. All places where a shape stands are found at once
// by one shift and one AND a cell:
//   stands = anchors & has(reads₀) & has(reads₁) shifted down by distance₁ & …
// Nothing wraps round at the ends of rows, since such a place is none of the anchors; rings, tori
// and graphs need nothing else.
// Example: Cram on any grid is two shapes, a domino across and one down.
#pragma once
#include <algorithm>
#include <map>
#include <vector>

#include "engine/board/board_code.h"
#include "engine/board/mask.h"

namespace grundy {

/// Cells by class; cells of class 0 are in no plane.
template <size_t W>
using Planes = std::array<Mask<W>, kMostClasses - 1>;

template <size_t W>
struct ShiftShape {
  struct Cell {
    uint32_t distance = 0;  // from the first cell, which is the least
    uint32_t link = 0;  // which of the distances that link cells leads here from the cell before
    ClassSet reads = 0;
    ClassSet moving = 0;  // those read that become another
    bool any = false;     // whatever it is, it will do
    bool changes = false;
    bool to_one = false;  // whatever stands there becomes `becomes[first class read]`
    std::array<uint8_t, kMostClasses> becomes{};
    /// Likewise: that class.
    size_t sole() const { return becomes[static_cast<size_t>(std::countr_zero(reads))]; }
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };
  std::vector<Cell> cells;
  Mask<W> anchors;
  bool is_solid = false;  // every cell changes
  bool is_plain = false;  // every cell that changes becomes one class
  Mask<W> cleared;        // plain, anchor 0: the cells that change
  Planes<W> written{};    // … and what they become
};

/// The cells that are of one of some classes, for every set of classes.
template <size_t W>
class Sets {
 public:
  explicit Sets(size_t classes) : classes_(classes) {}
  Sets(const Planes<W>& planes, const Mask<W>& board, size_t classes) : classes_(classes) {
    assign(planes, board);
  }

  void assign(const Planes<W>& planes, const Mask<W>& board) {
    Mask<W> taken;
    for (size_t k = 1; k < classes_; ++k) taken |= planes[k - 1];
    table_[1] = board & ~taken;
    for (size_t k = 1; k < classes_; ++k) {
      const size_t one = size_t{1} << k;
      table_[one] = planes[k - 1];
      for (size_t set = 1; set < one; ++set) table_[one | set] = table_[set] | planes[k - 1];
    }
  }

  /// A cell may be of several classes.
  void assign_classes(const std::array<Mask<W>, kMostClasses>& cells) {
    for (size_t k = 0; k < classes_; ++k) {
      const size_t one = size_t{1} << k;
      table_[one] = cells[k];
      for (size_t set = 1; set < one; ++set) table_[one | set] = table_[set] | cells[k];
    }
  }

  const Mask<W>& of(ClassSet set) const { return table_[set]; }
  const Mask<W>& of_class(size_t k) const { return table_[size_t{1} << k]; }
  /// More cells may be of class k.
  void add(size_t k, const Mask<W>& cells) {
    for (size_t set = 0; set < size_t{1} << classes_; ++set) {
      if ((set >> k & 1) != 0) table_[set] |= cells;
    }
  }

 private:
  std::array<Mask<W>, size_t{1} << kMostClasses> table_{};
  size_t classes_;
};

/// The anchors at which the shape stands; `sets` says which cells are of some classes.
template <size_t W, class Cells>
Mask<W> stands(const ShiftShape<W>& shape, const Cells& sets) {
  Mask<W> result = shape.anchors;
  for (const auto& cell : shape.cells) {
    if (cell.any) continue;
    result &= sets.of(cell.reads).down(cell.distance);
    if (!result.any()) break;
  }
  return result;
}

template <size_t W>
std::vector<ShiftShape<W>> shapes_of(const std::vector<CodedPlacement>& placements) {
  std::map<std::vector<typename ShiftShape<W>::Cell>, Mask<W>> found;
  for (const CodedPlacement& placement : placements) {
    std::vector<typename ShiftShape<W>::Cell> cells;
    for (const CodedCell& one : placement) {
      typename ShiftShape<W>::Cell cell;
      cell.distance = one.cell - placement.front().cell;
      cell.reads = one.reads;
      cell.to_one = true;
      uint8_t first = UINT8_MAX;
      for (size_t k = 0; k < kMostClasses; ++k) {
        cell.becomes[k] = one.becomes[k];
        if ((one.reads >> k & 1) == 0) continue;
        if (one.becomes[k] != k) cell.moving = static_cast<ClassSet>(cell.moving | 1u << k);
        if (first == UINT8_MAX) first = one.becomes[k];
        cell.to_one = cell.to_one && one.becomes[k] == first;
      }
      cell.changes = cell.moving != 0;
      cells.push_back(cell);
    }
    found[cells].add(placement.front().cell);
  }
  std::vector<ShiftShape<W>> shapes;
  for (const auto& [cells, anchors] : found) {
    ShiftShape<W> shape{cells, anchors, true, true, {}, {}};
    for (const auto& cell : cells) {
      shape.is_solid = shape.is_solid && cell.moving == cell.reads;
      if (!cell.changes) continue;
      shape.is_plain = shape.is_plain && cell.to_one;
      shape.cleared.add(cell.distance);
      const size_t to = cell.sole();
      if (to > 0) shape.written[to - 1].add(cell.distance);
    }
    shapes.push_back(std::move(shape));
  }
  // Small ones first: they stand most often, and what they link need not be looked at again.
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const ShiftShape<W>& a, const ShiftShape<W>& b) {
                     return a.cells.size() < b.cells.size();
                   });
  return shapes;
}

/// The board after the shape's move at `anchor`.
template <size_t W>
Planes<W> moved(const Planes<W>& planes, const ShiftShape<W>& shape, size_t anchor) {
  Planes<W> result = planes;
  if (shape.is_plain) {
    const Mask<W> kept = ~shape.cleared.up(anchor);
    for (size_t k = 0; k + 1 < kMostClasses; ++k)
      result[k] = (planes[k] & kept) | shape.written[k].up(anchor);
    return result;
  }
  for (const auto& cell : shape.cells) {
    if (!cell.changes) continue;
    const Mask<W> here = Mask<W>::bit(anchor + cell.distance);
    uint8_t now = cell.becomes[0];
    for (size_t k = 1; k < kMostClasses; ++k) {
      if (!planes[k - 1].meets(here)) continue;
      now = cell.becomes[k];
      result[k - 1] &= ~here;
    }
    if (now > 0) result[now - 1u] |= here;
  }
  return result;
}

}  // namespace grundy
