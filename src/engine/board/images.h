// Images<W>: one part for all that play alike by symmetry.
//
// A part is moved to the upper left corner, where moves do not depend on the place, and turned,
// mirrored and its letters exchanged, as far as that changes no move (symmetries.h); the least
// image stands for all. A turned part must fit.
// Cost: a table of bytes for each symmetry of the square, one look for eight cells.
#pragma once
#include <vector>

#include "engine/board/shift_code.h"
#include "engine/board/symmetries.h"

namespace grundy {

template <size_t W>
class Images {
 public:
  explicit Images(const BoardCode& code) : classes_(code.classes), free_(code.is_free) {
    if (!free_) return;
    rows_ = code.place->rows;
    columns_ = code.place->columns;
    find(code);
  }

  bool is_free() const { return free_; }
  size_t symmetries() const { return free_ ? symmetries_.size() : 1; }

  Planes<W> least(const Planes<W>& planes) const {
    if (!free_) return planes;
    Mask<W> all = planes[0];
    for (size_t k = 1; k + 1 < classes_; ++k) all |= planes[k];
    if (!all.any()) return planes;
    const Box box = box_of(all);
    Planes<W> corner{};
    for (size_t k = 0; k + 1 < classes_; ++k)
      corner[k] = planes[k].down(box.top * columns_ + box.left);
    const size_t height = box.bottom - box.top;
    const size_t width = box.right - box.left;
    // The least image is the least in its first plane, among those in its second, and so on: most
    // symmetries are done with after one plane.
    Planes<W> best = corner;
    Planes<W> turned{};
    size_t last = 0;
    size_t back = 0;
    size_t known = 0;  // planes that have been turned
    for (const Symmetry& symmetry : symmetries_) {
      if (symmetry.turn >= 4 && (width >= rows_ || height >= columns_)) continue;
      if (symmetry.turn != last) {
        last = symmetry.turn;
        known = 0;
        const bool swap = last >= 4;
        const size_t down = swap ? width : height;
        const size_t across = swap ? height : width;
        back = ((last & 1) != 0 ? rows_ - 1 - down : 0) * columns_ +
               ((last & 2) != 0 ? columns_ - 1 - across : 0);
      }
      bool less = false;
      for (size_t to = 0; to + 1 < classes_; ++to) {
        const size_t from = symmetry.sources[to];
        if (last != 0 && (known >> from & 1) == 0) {
          turned[from] = image(corner[from], last).down(back);
          known |= size_t{1} << from;
        }
        const Mask<W>& here = last == 0 ? corner[from] : turned[from];
        if (!less) {
          if (best[to] < here) break;
          less = here < best[to];
        }
        if (less) best[to] = here;
      }
    }
    return best;
  }

  struct Box {
    size_t top, bottom, left, right;
  };
  Box box_of(const Mask<W>& cells) const {
    Box box{cells.least() / columns_, cells.greatest() / columns_, 0, 0};
    Mask<W> row = cells.down(box.top * columns_);
    Mask<W> folded = row;
    for (size_t r = box.top; r < box.bottom; ++r) {
      row = row.down(columns_);
      folded |= row;
    }
    folded &= Mask<W>::first(columns_);
    box.left = folded.least();
    box.right = folded.greatest();
    return box;
  }

 private:
  struct Symmetry {
    size_t turn;
    std::array<uint8_t, kMostClasses - 1> sources;  // by plane: the plane that becomes it
  };

  void find(const BoardCode& code) {
    for (const BoardSymmetry& found : symmetries_of(code)) {
      Symmetry one{found.turn, {}};
      for (size_t k = 1; k < classes_; ++k)
        one.sources[found.classes[k] - 1u] = static_cast<uint8_t>(k - 1);
      if (rows_ == 1) {  // a row upside down is what it was, and no column fits
        if (found.turn >= 4) continue;
        one.turn &= ~size_t{1};
      }
      const bool is_new =
          std::none_of(symmetries_.begin(), symmetries_.end(), [&](const Symmetry& other) {
            return other.turn == one.turn && other.sources == one.sources;
          });
      if (is_new) symmetries_.push_back(one);
    }
    for (size_t turn = 1; turn < kTurns; ++turn) {
      if (std::any_of(symmetries_.begin(), symmetries_.end(),
                      [&](const Symmetry& s) { return s.turn == turn; }))
        make_table(turn, *code.place);
    }
  }

  void make_table(size_t turn, const Place& place) {
    if (rows_ == 1 && W > 1) return;
    auto& table = tables_[turn];
    table.resize((rows_ * columns_ + 7) / 8 * 256);
    for (size_t byte = 0; byte * 8 < rows_ * columns_; ++byte) {
      for (size_t bits = 0; bits < 256; ++bits) {
        for (size_t i = 0; i < 8; ++i) {
          const size_t cell = 8 * byte + i;
          if ((bits >> i & 1) == 0 || cell >= rows_ * columns_) continue;
          if (const auto there = turned_cell(place, cell, turn))
            table[256 * byte + bits].add(*there);
        }
      }
    }
  }

  Mask<W> image(const Mask<W>& cells, size_t turn) const {
    if (rows_ == 1 && W > 1) return cells.reversed().down(Mask<W>::kBits - columns_);
    Mask<W> result;
    const Mask<W>* table = tables_[turn].data();
    const size_t bytes = (rows_ * columns_ + 7) / 8;
    for (size_t word = 0; word < W; ++word) {
      uint64_t rest = cells.words[word];
      for (size_t byte = 8 * word; rest != 0 && byte < bytes; ++byte, rest >>= 8)
        result |= table[256 * byte + (rest & 0xFF)];
    }
    return result;
  }

  size_t classes_;
  bool free_;
  size_t rows_ = 1;
  size_t columns_ = 1;
  std::vector<Symmetry> symmetries_;
  std::array<std::vector<Mask<W>>, kTurns> tables_;
};

}  // namespace grundy
