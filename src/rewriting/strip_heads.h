// Coins on a strip: a position is the sum of its heads, each a heap of its place.
//
// Problem: a strip of sixty coins has 2^60 positions.
// Theorem (Lenstra; Winning Ways, chapter 14): let a move turn some coins, of which the last goes
// from heads to tails, and let nothing be asked of the others. Then a coin that is turned twice is
// as if it had not been turned, two equal games cancel, and a position has the nim-sum of the
// values of its heads, each taken alone.
// Idea: the head at place n is a heap of a game of numbers, in which a move leads to the sum of the
// other coins that it turns. The same is so for one head alone where coins that are turned are
// asked to be tails.
// Example: `[TH]* H -> [HT]* T along right` is
// `g(n) -> sum(g(n - i) for i in 1..k) for k in 0..n - 1`.
#pragma once
#include <memory>
#include <optional>

#include "rule/cells.h"

namespace grundy {

struct StripHeads {
  std::unique_ptr<const Rule> rule;  // of the game with one coordinate, the place of a head, from 1
  Cell head = 0;
  Cell tail = 0;
  bool from_left = true;  // places are counted from there
  bool is_sum = true;     // else it says what one head alone does
};

/// Nothing for games that are not of this kind.
std::optional<StripHeads> strip_heads(const Rule& rule);

}  // namespace grundy
