// Strips whose moves take neighbours: a position is the sum of its runs.
//
// Problem: a strip of 1000 pins has 2^1000 positions.
// Theorem: let each move turn some neighbouring cells with one letter into letters that no move
// takes, and let nothing be asked of the cells beside them. Then no move sees more than one run of
// the letter, and the board is the sum of its runs, each a heap of its length, in normal and in
// misère play.
// Example: `X -> .` and `XX -> ..` are Kayles: g(n) -> g(a) + g(n - 1 - a), g(a) + g(n - 2 - a).
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "rule/cells.h"

namespace grundy {

struct StripRuns {
  struct Taken {
    int64_t least = 1;     // so many neighbours,
    bool or_more = false;  // or more
    Cell becomes = 0;
  };
  std::unique_ptr<const Rule> rule;  // of the game with one coordinate, the length of a run
  Cell live = 0;
  std::vector<Taken> taken;

  /// What taken cells become, so many at a time; nothing if no move takes so many.
  std::optional<Cell> becomes(int64_t count) const;
};

/// Nothing for games that are not of this kind.
std::optional<StripRuns> strip_runs(const Rule& rule);

}  // namespace grundy
