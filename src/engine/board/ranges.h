// Ranges<W>: where the stones of a row may ever come, if none goes past another.
//
// Problem: an elephant X that moves to the right and a rhinoceros O that moves to the left, back to
// back as in X..O..X..O, never meet; but cell by cell an O may go away, and then a cell seems open
// to the X behind it.
// Idea: where every move keeps the order of the stones, each stone stays between the first and the
// last cell that the ones beside it leave: the last stone of a row comes no further than its end,
// the one before it no further than the cell before that, and one that no move takes to the right
// stays where it is or goes left (induction over the moves). A cell gets a letter only where a
// stone of that letter comes.
// Example: X . . O . . X . . O: neither of the last two stones ever comes to the cells before the
// seventh.
// Cost: one pass over the stones in each direction.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class Ranges {
 public:
  /// Nothing where some move does not keep the order of stones, or the board is no row.
  static std::optional<Ranges> of(const BoardCode& code, const std::vector<ShiftShape<W>>& moves) {
    if (!code.is_free || code.place->rows != 1 || code.place->kind != SpaceKind::strip ||
        moves.empty())
      return {};
    for (size_t free = 1; free < code.classes; ++free) {
      Ranges ranges(code.place->cells(), free);
      if (std::all_of(moves.begin(), moves.end(),
                      [&](const auto& move) { return ranges.keeps_order(move); }))
        return ranges;
    }
    return {};
  }

  /// By class: the cells that may get it.
  std::array<Mask<W>, kMostClasses> reach(const Sets<W>& now) const {
    std::vector<Stone> stones;
    (Mask<W>::first(cells_) & ~now.of_class(free_)).for_each([&](size_t cell) {
      size_t k = 0;
      while (!now.of_class(k).has(cell)) ++k;
      stones.push_back({k, cell, cell});
    });
    size_t bound = 0;  // the first cell that is left
    for (Stone& stone : stones) {
      if (goes_left_[stone.of_class]) stone.first = bound;
      bound = stone.first + 1;
    }
    bound = cells_;
    for (size_t i = stones.size(); i-- > 0;) {
      if (goes_right_[stones[i].of_class]) stones[i].last = bound - 1;
      bound = stones[i].last;
    }
    std::array<Mask<W>, kMostClasses> result{};
    result[free_] = Mask<W>::first(cells_);
    for (const Stone& stone : stones)
      result[stone.of_class] |= Mask<W>::first(stone.last + 1) & ~Mask<W>::first(stone.first);
    return result;
  }

 private:
  struct Stone {
    size_t of_class;
    size_t first;
    size_t last;
  };
  Ranges(size_t cells, size_t free) : cells_(cells), free_(free) {}

  /// Whether the stones of the move are the same in the same order after it; notes which way they
  /// go.
  bool keeps_order(const ShiftShape<W>& move) {
    std::vector<std::pair<size_t, uint32_t>> before;
    std::vector<std::pair<size_t, uint32_t>> after;
    uint32_t next = 0;
    for (const auto& cell : move.cells) {
      if (!std::has_single_bit(cell.reads) || cell.distance != next++) return false;
      const auto k = static_cast<size_t>(std::countr_zero(cell.reads));
      if (k != free_) before.emplace_back(k, cell.distance);
      if (cell.becomes[k] != free_) after.emplace_back(cell.becomes[k], cell.distance);
    }
    if (before.size() != after.size()) return false;
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i].first != after[i].first) return false;
      goes_left_[before[i].first] |= after[i].second < before[i].second;
      goes_right_[before[i].first] |= after[i].second > before[i].second;
    }
    return true;
  }

  size_t cells_;
  size_t free_;  // the class of free cells
  std::array<bool, kMostClasses> goes_left_{};
  std::array<bool, kMostClasses> goes_right_{};
};

}  // namespace grundy
