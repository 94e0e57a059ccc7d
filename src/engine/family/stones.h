// stones[K](b, s): take pebbles; or take stones and leave any number of pebbles, at least K for
// each stone taken.
//
// Own theorem, proved in doc/stones.md. For K >= 1 the value of (b, iK + r), 0 <= r < K, is ω·x +
// y·K + r with (x, y) = T(b, i), where T(b, i) = (b, i - b) from i = b on. Every row T(b, 0), T(b,
// 1), … increases (pairs are ordered like words: first x, then y), and each pair stands in the rows
// c_1 < c_2 < …, in row c_m at the index i_m, with
//
//   c_1 = x,   i_1 = x + y,   c_{m+1} = c_m + i_m + 1,   i_m = x·m + τ for m >= 2,
//   τ = the t with P_x(t) <= y < P_x(t + 1),   P_x(t) = Σ_{i<t} (1 + ⌈i / (x + 1)⌉).
//
// Both directions, pair of a place and places of a pair, are a few operations and square roots.
// For K = 0 the value is ω·b + s.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "value/natural.h"
#include "value/ordinal.h"

namespace grundy {

/// A pair (x, y) of the table, ordered like the ordinals ω·x + y.
struct StonesCell {
  Natural x;
  Natural y;
  friend bool operator==(const StonesCell&, const StonesCell&) = default;
  friend std::strong_ordering operator<=>(const StonesCell&, const StonesCell&) = default;
};

struct StonesWordCell {
  uint64_t x = 0;
  uint64_t y = 0;
  friend bool operator==(const StonesWordCell&, const StonesWordCell&) = default;
  friend std::strong_ordering operator<=>(const StonesWordCell&, const StonesWordCell&) = default;
};

/// A place of the table: T(row, index).
struct StonesPlace {
  Natural row;
  Natural index;
  friend bool operator==(const StonesPlace&, const StonesPlace&) = default;
};

struct StonesPosition {
  Natural stones;
  Natural pebbles;
  friend bool operator==(const StonesPosition&, const StonesPosition&) = default;
};

/// T(b, j), for all natural b and j.
StonesCell stones_table(const Natural& b, const Natural& j);

/// Rows up to here are computed in machine words.
inline constexpr uint64_t kStonesWordLimit = (uint64_t{1} << 60) - 1;

/// T(b, j); requires b and j of at most kStonesWordLimit.
StonesWordCell stones_table_word(uint64_t b, uint64_t j);

/// Where `cell` stands in the last row up to b that has it; requires cell.x <= b. Row b itself has
/// it or is reached from that place (c, i) by a move, c < b <= c + i, never both.
StonesPlace stones_last_place(const Natural& b, const StonesCell& cell);

/// The value of stones[K](b, s); K may be 0.
Ordinal stones_value(const Natural& K, const Natural& b, const Natural& s);

/// The move from stones[K](b, s) to a position of exactly the value `target`, or nothing. There is
/// never more than one, although there are infinitely many moves (doc/stones.md, section 5); for
/// every target below the position's value there is one.
std::optional<StonesPosition> stones_move(const Natural& K, const Natural& b, const Natural& s,
                                          const Ordinal& target);

/// Walks along row b, T(b, 0), T(b, 1), …, T(b, b - 1), in constant space; the whole row takes time
/// O(b).
class StonesRow {
 public:
  /// At T(b, 0); requires 1 <= b <= kStonesWordLimit.
  explicit StonesRow(uint64_t b);
  /// The index j at which the walk stands.
  uint64_t index() const { return index_; }
  /// T(b, index()).
  StonesWordCell cell() const { return cell_; }
  /// On to the next index; requires index() + 1 < b.
  void advance();

 private:
  void enter_next_level();
  void step_down();

  uint64_t b_;
  uint64_t index_ = 0;
  StonesWordCell cell_;
  // The pairs of level x with the index j in their m-th row fill the rows from start(m) to start(m
  // + 1) - 1. On level 0, m stays 2.
  uint64_t m_ = 2;
  uint64_t start_ = 1;
  uint64_t base_ = 1;  // y = b - base, but on level 0
  // index - x·m = ceil·(x + 1) - slack with slack <= x, kept up to date without a division.
  uint64_t ceil_ = 0;
  uint64_t slack_ = 0;
};

/// T(b, 0), …, T(b, b - 1): 16 bytes each, in time O(b); requires b <= kStonesWordLimit and that
/// much memory. StonesRow needs none.
std::vector<StonesWordCell> stones_row(uint64_t b);

}  // namespace grundy
