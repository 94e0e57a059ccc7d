// Lists of a few small numbers whose moves look at neighbours: a strip with a letter for each number.
//
// Problem: [1, 1, 1, …] of 200 ones, of which a move takes two neighbours, is Dawson's Kayles, and as
// a list it is 2^200 positions.
// Idea: what a line does with the window around its place (list_windows.h) is written as patterns. A
// ring, where behind the last place comes the first one; a word, where numbers only change places.
// Where ends of the list are as if some number stood beyond, such cells stand there in a margin.
// Example: a[i -> 0, i+1 -> 0] for i in 1..len(a)-1 if a[i] = 1 and a[i+1] = 1 is `XX -> ..`.
// Cost: that of the windows.
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
  int64_t greatest = 1;                // number that is a letter of it
  SpaceKind space = SpaceKind::strip;  // or a ring, or a word
  size_t shortest = 1;                 // list that is one

  // Cells that no move changes, where the ends of a list are as if such numbers stood there.
  std::vector<Cell> before = {};
  std::vector<Cell> behind = {};

  bool has_margin() const { return !before.empty() || !behind.empty(); }
  Board board(const NaturalSet& list) const;
  /// Of a board that board() gave, or a move from it.
  NaturalSet list(const Board& board) const;
};

/// The strip that lists of numbers up to `greatest` are. Nothing for other rules, and where a move
/// makes a number greater.
std::optional<ListStrip> list_strip(const Rule& rule, int64_t greatest);

}  // namespace grundy
