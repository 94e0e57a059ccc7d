// Cram, clobber and nogo written by hand, as one writes them for a competition: one word of bits a
// colour, rows of one cell more than the board is wide, moves by shifts, parts by flood fill, the
// least of eight images. What the search and the moves that are made from rules are compared with.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "engine/board/part_table.h"

namespace grundy::reference {

/// Cells of at most two colours in rows of `stride` bits; bits of neither colour are no cells, or
/// free ones (nogo).
struct HandPart {
  uint64_t a = 0;
  uint64_t b = 0;
  uint64_t cells = 0;  // nogo: all cells; else a | b
};

class HandBoard {
 public:
  using Part = HandPart;
  HandBoard(int rows, int columns) : rows_(rows), columns_(columns), stride_(columns + 1) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  uint64_t bit(int row, int column) const { return uint64_t{1} << (row * stride_ + column); }
  uint64_t all() const;
  uint64_t spread(uint64_t x) const { return x << 1 | x >> 1 | x << stride_ | x >> stride_; }
  /// The cells of `within` that steps inside it reach from `seed`.
  uint64_t flood(uint64_t seed, uint64_t within) const {
    for (uint64_t before = 0; before != seed;) {
      before = seed;
      seed |= spread(seed) & within;
    }
    return seed;
  }
  /// Moved to the corner, the least of the eight images; colours may be exchanged.
  HandPart least_image(const HandPart& part, bool exchange) const;

  PartKey key(const Part& part) const {
    return PartKey::of(part.a, part.b ^ part.cells * 0x9E3779B97F4A7C15);
  }
  uint64_t cost(const Part& part) const {
    const uint64_t n = static_cast<uint64_t>(std::popcount(part.cells));
    return n * n;
  }
  /// The distance of a bit from the middle of the part, roughly.
  uint32_t from_middle(uint64_t move, uint64_t cells) const;

 private:
  int rows_;
  int columns_;
  int stride_;
};

/// A domino on two free neighbours.
class HandCram : public HandBoard {
 public:
  using HandBoard::HandBoard;
  Part start() const { return least_image({all(), 0, all()}, false); }

  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    const int stride = columns() + 1;
    for (const int step : {1, stride}) {
      for (uint64_t places = part.a & part.a >> step; places != 0; places &= places - 1) {
        const uint64_t place = places & -places;
        const uint64_t domino = place | place << step;
        split(part.a & ~domino);
        if (!take(std::span<const Part>(parts_), from_middle(domino, part.cells))) return {};
      }
    }
    return {};
  }

 private:
  void split(uint64_t rest) {
    parts_.clear();
    while (rest != 0) {
      const uint64_t part = flood(rest & -rest, rest);
      rest &= ~part;
      if ((part & (part - 1)) != 0) parts_.push_back(least_image({part, 0, part}, false));
    }
  }
  std::vector<Part> parts_;
};

/// A stone takes the place of a neighbour of the other colour.
class HandClobber : public HandBoard {
 public:
  using HandBoard::HandBoard;
  Part start() const {
    Part part;
    for (int row = 0; row < rows(); ++row) {
      for (int column = 0; column < columns(); ++column)
        ((row + column) % 2 == 0 ? part.a : part.b) |= bit(row, column);
    }
    part.cells = all();
    return least_image(part, true);
  }

  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    const int stride = columns() + 1;
    for (const int step : {1, -1, stride, -stride}) {
      const auto moved = [&](uint64_t x) { return step > 0 ? x << step : x >> -step; };
      for (const bool first : {true, false}) {
        const uint64_t own = first ? part.a : part.b;
        const uint64_t other = first ? part.b : part.a;
        for (uint64_t targets = moved(own) & other; targets != 0; targets &= targets - 1) {
          const uint64_t to = targets & -targets;
          const uint64_t from = step > 0 ? to >> step : to << -step;
          const uint64_t mine = (own & ~from) | to;
          const uint64_t theirs = other & ~to;
          split(first ? mine : theirs, first ? theirs : mine);
          if (!take(std::span<const Part>(parts_), from_middle(from | to, part.cells))) return {};
        }
      }
    }
    return {};
  }

 private:
  void split(uint64_t a, uint64_t b) {
    parts_.clear();
    for (uint64_t rest = a | b; rest != 0;) {
      const uint64_t part = flood(rest & -rest, a | b);
      rest &= ~part;
      if ((part & a) != 0 && (part & b) != 0)
        parts_.push_back(least_image({part & a, part & b, part}, true));
    }
  }
  std::vector<Part> parts_;
};

/// A stone of either colour on a free cell; every group keeps a free neighbour. Not split.
class HandNogo : public HandBoard {
 public:
  using HandBoard::HandBoard;
  Part start() const { return least_image({0, 0, all()}, true); }

  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    for (uint64_t free = part.cells & ~(part.a | part.b); free != 0; free &= free - 1) {
      const uint64_t place = free & -free;
      for (const bool first : {true, false}) {
        Part next = part;
        (first ? next.a : next.b) |= place;
        if (!breathes(next)) continue;
        const Part image = least_image(next, true);
        if (!take(std::span<const Part>(&image, 1), from_middle(place, part.cells))) return {};
      }
    }
    return {};
  }

 private:
  bool breathes(const Part& part) const {
    const uint64_t air = spread(part.cells & ~(part.a | part.b)) & part.cells;
    return flood(part.a & air, part.a) == part.a && flood(part.b & air, part.b) == part.b;
  }
};

}  // namespace grundy::reference
