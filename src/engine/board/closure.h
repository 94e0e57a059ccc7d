// Closure<W>: what each cell of a board may become.
//
// Problem: which letters may ever stand on a cell? Every board that play reaches is to be allowed
// for, at the price of one that it never reaches.
// Idea: the least family of sets of classes that has each cell's class and what any placement that
// fits the family writes. A placement is looked at again only when more cells may have a class that
// it reads.
// What may never stand blocks classes: of its cells all but one will be, whatever happens, what it
// names, and so the last one can't become what would complete it. Blocked placements are left
// aside, and all is found anew, until no more is blocked.
// Example: on O X . of clobber the last cell stays empty, and the others may be O, X or empty.
// Cost: for each look at a shape, a shift for each of its cells that is not free to be anything.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class Closure {
 public:
  using Cells = std::array<Mask<W>, kMostClasses>;  // by class

  /// With the shapes of what may never stand on the board.
  Closure(size_t classes, const Mask<W>& board, std::vector<ShiftShape<W>> never)
      : classes_(classes), board_(board), never_(std::move(never)) {}

  /// One more shape that writes. It writes nothing that is blocked.
  void add(const ShiftShape<W>& shape) {
    Closing closing{shape.anchors, {}, {}, {}};
    const size_t index = shapes_.size();
    for (auto& readers : readers_) readers.resize(index / 64 + 1);
    for (const auto& cell : shape.cells) {
      if (!cell.any) closing.reads.push_back({cell.distance, cell.reads});
      if (!never_.empty() && cell.changes && cell.to_one)
        closing.sole.push_back({cell.distance, cell.sole()});
      for (size_t k = 0; k < classes_; ++k) {
        if ((cell.reads >> k & 1) == 0) continue;
        if (cell.changes || !cell.any) readers_[k][index / 64] |= uint64_t{1} << index % 64;
        if (cell.becomes[k] != k)
          closing.writes.push_back({cell.distance, static_cast<uint8_t>(k), cell.becomes[k]});
      }
    }
    shapes_.push_back(std::move(closing));
  }

  /// Lets the sets of classes grow. `blocked`: by class, the cells that can't get it; `reach`:
  /// those that alone may.
  void close(Sets<W>& sets, const Cells& blocked, const Cells* reach = nullptr) {
    Cells can;
    for (size_t k = 0; k < classes_; ++k) can[k] = sets.of_class(k);
    open_.assign((shapes_.size() + 63) / 64, ~uint64_t{0});
    if (shapes_.size() % 64 != 0) open_.back() = (uint64_t{1} << shapes_.size() % 64) - 1;
    for (bool more = true; more;) {
      more = false;
      for (size_t word = 0; word < open_.size(); ++word) {
        while (open_[word] != 0) {
          const size_t i = 64 * word + static_cast<size_t>(std::countr_zero(open_[word]));
          open_[word] &= open_[word] - 1;
          const ClassSet grown = grow(shapes_[i], can, blocked, reach);
          for (size_t k = 0; k < classes_; ++k) {
            if ((grown >> k & 1) == 0) continue;
            for (size_t other = 0; other < open_.size(); ++other)
              open_[other] |= readers_[k][other];
            more = true;
          }
        }
      }
    }
    sets.assign_classes(can);
  }

  /// What cells that are `now` may become, and which classes are blocked; nothing is, before.
  void settle(const Sets<W>& now, Sets<W>& can, Cells& blocked, const Cells* reach = nullptr) {
    can = now;
    close(can, blocked, reach);
    while (!never_.empty() && block(now, can, blocked)) {
      can = now;
      close(can, blocked);
    }
  }

  /// Where a move is possible, blocked cells left aside.
  template <class Can>
  Mask<W> possible(const ShiftShape<W>& shape, const Can& can, const Cells& blocked) const {
    Mask<W> result = stands(shape, can);
    if (never_.empty()) return result;
    for (const auto& cell : shape.cells) {
      if (cell.changes && cell.to_one) result &= ~blocked[cell.sole()].down(cell.distance);
    }
    return result;
  }

  /// The anchors at which all cells but the i-th are, whatever happens, what the shape names, and
  /// the i-th is one of `which`. Ends are looked at first: a line between two pieces seldom has both.
  template <class Can>
  Mask<W> surely_but(const ShiftShape<W>& shape, size_t i, const Can& can,
                     const Mask<W>& which) const {
    const size_t count = shape.cells.size();
    Mask<W> result = shape.anchors & which.down(shape.cells[i].distance);
    for (size_t next = 0; next < count && result.any(); ++next) {
      const size_t j = next == 0 ? count - 1 : next - 1;
      if (j == i) continue;
      const auto others = static_cast<ClassSet>(~shape.cells[j].reads & ((1u << classes_) - 1));
      result &= (board_ & ~can.of(others)).down(shape.cells[j].distance);
    }
    return result;
  }

 private:
  /// Classes that a cell can't get; whether there are more than were known.
  bool block(const Sets<W>& now, const Sets<W>& can, Cells& blocked) const {
    Cells open{};  // by class, the cells that may still get it
    for (size_t k = 0; k < classes_; ++k)
      open[k] = can.of_class(k) & ~now.of_class(k) & ~blocked[k];
    bool more = false;
    for (const ShiftShape<W>& shape : never_) {
      for (size_t i = 0; i < shape.cells.size(); ++i) {
        const Mask<W> which = of(open, shape.cells[i].reads);
        if (!which.any()) continue;
        const Mask<W> here = surely_but(shape, i, can, which).up(shape.cells[i].distance);
        if (!here.any()) continue;
        for (size_t k = 0; k < classes_; ++k) {
          if ((shape.cells[i].reads >> k & 1) == 0) continue;
          const Mask<W> fresh = here & open[k];
          if (!fresh.any()) continue;
          blocked[k] |= fresh;
          open[k] &= ~fresh;
          more = true;
        }
      }
    }
    return more;
  }

  /// A shape; cells that may be anything are not read.
  struct Closing {
    struct Read {
      uint32_t distance;
      ClassSet reads;
    };
    struct Sole {
      uint32_t distance;
      size_t becomes;  // whatever it was
    };
    struct Write {
      uint32_t distance;
      uint8_t from;
      uint8_t to;
    };
    Mask<W> anchors;
    std::vector<Read> reads;
    std::vector<Sole> sole;
    std::vector<Write> writes;
  };

  static Mask<W> of(const Cells& can, ClassSet set) {
    Mask<W> result = can[static_cast<size_t>(std::countr_zero(set))];
    for (set &= static_cast<ClassSet>(set - 1); set != 0; set &= static_cast<ClassSet>(set - 1))
      result |= can[static_cast<size_t>(std::countr_zero(set))];
    return result;
  }

  /// The classes that more cells may have because of this shape.
  ClassSet grow(const Closing& shape, Cells& can, const Cells& blocked, const Cells* reach) const {
    Mask<W> at = shape.anchors;
    for (const auto& cell : shape.reads) {
      at &= of(can, cell.reads).down(cell.distance);
      if (!at.any()) return 0;
    }
    for (const auto& cell : shape.sole) at &= ~blocked[cell.becomes].down(cell.distance);
    ClassSet grown = 0;
    for (const auto& write : shape.writes) {
      Mask<W> more = at.up(write.distance) & can[write.from] & ~can[write.to];
      if (reach != nullptr) more &= (*reach)[write.to];
      if (!more.any()) continue;
      can[write.to] |= more;
      grown = static_cast<ClassSet>(grown | 1u << write.to);
    }
    return grown;
  }

  size_t classes_;
  Mask<W> board_;
  std::vector<ShiftShape<W>> never_;
  std::vector<Closing> shapes_;
  std::array<std::vector<uint64_t>, kMostClasses> readers_;  // by class: the shapes that read it
  std::vector<uint64_t> open_;  // shapes that are still to be looked at
};

}  // namespace grundy
