// Images<W>: one part for all that play alike by symmetry.
//
// A part is moved to the upper left corner, where moves do not depend on the place, and turned, mirrored and its letters
// exchanged, as far as that changes no move; the least image stands for all. What leaves the moves as they are is found by trying
// every symmetry of the square with every exchange of classes on the placements of the board. A turned part must fit.
// Cost: a table of bytes for each symmetry of the square, one look for eight cells.
#pragma once
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "engine/board/shift_code.h"

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
    for (size_t k = 0; k + 1 < classes_; ++k) corner[k] = planes[k].down(box.top * columns_ + box.left);
    const size_t height = box.bottom - box.top;
    const size_t width = box.right - box.left;
    // The least image is the least in its first plane, among those in its second, and so on: most symmetries are
    // done with after one plane.
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
        back = ((last & 1) != 0 ? rows_ - 1 - down : 0) * columns_ + ((last & 2) != 0 ? columns_ - 1 - across : 0);
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
  /// A symmetry of the square: bit 2 exchanges rows and columns, then bit 0 turns rows upside down, bit 1 columns.
  struct Symmetry {
    size_t turn;
    std::array<uint8_t, kMostClasses - 1> sources;  // by plane: the plane that becomes it
  };

  void find(const BoardCode& code) {
    const bool square = code.place->kind == SpaceKind::grid;
    std::vector<uint8_t> classes(classes_);
    for (size_t turn = 0; turn < (square ? 8u : 4u); ++turn) {
      if (!square && (turn & 1) != 0) continue;
      std::iota(classes.begin(), classes.end(), uint8_t{0});
      do {
        if (!keeps(code, turn, classes)) continue;
        Symmetry one{turn, {}};
        for (size_t k = 1; k < classes_; ++k) one.sources[classes[k] - 1u] = static_cast<uint8_t>(k - 1);
        symmetries_.push_back(one);
      } while (std::next_permutation(classes.begin() + 1, classes.end()));
    }
    for (size_t turn = 1; turn < 8; ++turn) {
      if (std::none_of(symmetries_.begin(), symmetries_.end(), [&](const Symmetry& s) { return s.turn == turn; }))
        continue;
      make_table(turn);
    }
  }

  /// Where a cell goes; nothing for cells that do not fit when rows and columns are exchanged.
  std::optional<uint32_t> to(size_t cell, size_t turn) const {
    size_t row = cell / columns_;
    size_t column = cell % columns_;
    if (turn >= 4) std::swap(row, column);
    if (row >= rows_ || column >= columns_) return std::nullopt;
    if ((turn & 1) != 0) row = rows_ - 1 - row;
    if ((turn & 2) != 0) column = columns_ - 1 - column;
    return static_cast<uint32_t>(row * columns_ + column);
  }

  /// The placements that may stand on parts within these cells: beyond is nothing, and a cell that may be nothing asks no
  /// more there.
  static std::vector<CodedPlacement> those_within(const std::vector<CodedPlacement>& list,
                                                  const std::vector<bool>& cells) {
    std::vector<CodedPlacement> result;
    for (const CodedPlacement& placement : list) {
      CodedPlacement inside;
      bool stands = true;
      for (const CodedCell& cell : placement) {
        if (cells[cell.cell]) {
          inside.push_back(cell);
        } else {
          stands = stands && (cell.reads & 1) != 0;
        }
      }
      if (stands) result.push_back(std::move(inside));
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  /// Whether the image of every placement that fits is one.
  bool keeps(const BoardCode& code, size_t turn, const std::vector<uint8_t>& classes) const {
    std::vector<bool> before(rows_ * columns_);  // the cells of parts that fit, and their images
    std::vector<bool> after(rows_ * columns_);
    for (size_t cell = 0; cell < before.size(); ++cell) {
      const auto there = to(cell, turn);
      before[cell] = there.has_value();
      if (there) after[*there] = true;
    }
    for (const auto* list : {&code.moves, &code.never, &code.over}) {
      const std::vector<CodedPlacement> images = those_within(*list, after);
      for (const CodedPlacement& placement : those_within(*list, before)) {
        CodedPlacement image;
        for (const CodedCell& cell : placement) {
          CodedCell one{*to(cell.cell, turn), 0, {}};
          for (size_t k = 0; k < one.becomes.size(); ++k) {
            if (k >= classes_) {
              one.becomes[k] = cell.becomes[k];
              continue;
            }
            if ((cell.reads >> k & 1) != 0) one.reads = static_cast<ClassSet>(one.reads | 1u << classes[k]);
            one.becomes[classes[k]] = classes[cell.becomes[k]];
          }
          image.push_back(one);
        }
        std::sort(image.begin(), image.end());
        if (!std::binary_search(images.begin(), images.end(), image)) return false;
      }
    }
    const auto mapped = [&](ClassSet set) {
      ClassSet result = 0;
      for (size_t k = 0; k < classes_; ++k) {
        if ((set >> k & 1) != 0) result = static_cast<ClassSet>(result | 1u << classes[k]);
      }
      return result;
    };
    for (const CodedReach& reach : code.reaches) {
      const CodedReach image{mapped(reach.from), mapped(reach.target), mapped(reach.through)};
      if (std::none_of(code.reaches.begin(), code.reaches.end(), [&](const CodedReach& other) {
            return other.from == image.from && other.target == image.target && other.through == image.through;
          }))
        return false;
    }
    const std::set<std::pair<uint32_t, uint32_t>> steps(code.steps.begin(), code.steps.end());
    for (const auto& [from, next] : code.steps) {
      const auto a = to(from, turn);
      const auto b = to(next, turn);
      if (a && b && !steps.contains({*a, *b})) return false;
    }
    return true;
  }

  void make_table(size_t turn) {
    if (rows_ == 1 && W > 1) return;
    auto& table = tables_[turn];
    table.resize((rows_ * columns_ + 7) / 8 * 256);
    for (size_t byte = 0; byte * 8 < rows_ * columns_; ++byte) {
      for (size_t bits = 0; bits < 256; ++bits) {
        for (size_t i = 0; i < 8; ++i) {
          const size_t cell = 8 * byte + i;
          if ((bits >> i & 1) == 0 || cell >= rows_ * columns_) continue;
          if (const auto there = to(cell, turn)) table[256 * byte + bits].add(*there);
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
  std::array<std::vector<Mask<W>>, 8> tables_;
};

}  // namespace grundy
