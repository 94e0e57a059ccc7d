// Lists of a few small numbers whose moves look at neighbours: a strip with a letter for each number.
//
// Problem: [1, 1, 1, …] of 200 ones, of which a move takes two neighbours, is Dawson's Kayles, and as
// a list it is 2^200 positions.
// Idea: where a line chooses one place i and asks for a[i], a[i + 1], … and how near the ends are, what
// it does depends on a window around i alone. It is read off all windows by the definition, and
// written as patterns of a strip. Where lines choose several places in a known order, and turn coins
// there (strip_heads.h), they are patterns with gaps. Where a[i % len(a) + 1] stands, it is a ring.
// Example: a[i -> 0, i+1 -> 0] for i in 1..len(a)-1 if a[i] = 1 and a[i+1] = 1 is `XX -> ..`;
// a[i -> 0, j -> 1 - a[j]] for i in 1..len(a), j < i, j >= 1 if a[i] = 1 is `[.X] ?* X -> [X.] ?* .`.
// Cost: the moves of at most 4096 short lists for each line.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "language/rulebook.h"
#include "rule/board.h"

namespace grundy {

struct ListStrip {
  static constexpr int64_t kGreatest = 3;  // number that may be a letter

  std::unique_ptr<Rulebook> book;  // has the rule
  const Rule* rule = nullptr;
  int64_t greatest = 1;  // number that is a letter of it
  bool is_ring = false;
  size_t shortest = 1;  // list that is one

  // Cells that no move changes, where the ends of a list are as if such numbers stood there.
  std::vector<Cell> before = {};
  std::vector<Cell> behind = {};

  Board board(const NaturalSet& list) const;
  /// Of a board that board() gave, or a move from it.
  NaturalSet list(const Board& board) const;
};

/// The strip that lists of numbers up to `greatest` are. Nothing for other rules, and where a move
/// makes a number greater.
std::optional<ListStrip> list_strip(const Rule& rule, int64_t greatest);

}  // namespace grundy
