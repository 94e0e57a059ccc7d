// Misère play of one game of numbers as normal play of another.
//
// Problem: who wins misère play is a question of its own, for which no law of normal play is of
// use: `nim(a, b)` in two coordinates, or Wythoff's game, were worked through position by position.
// Idea: who can't move wins. So does, in normal play, who may end it by a move in just those
// positions: a line `-> 0 if there is no other move` is added, and all laws of who wins apply.
// Example: to `-> g(x) for x in n/2..n-1` it adds `-> 0 if not n/2 <= n - 1`.
#pragma once
#include <memory>

#include "rule/rule.h"

namespace grundy {

/// The rule with that line, its last one. Null unless each line leads to one position of the game
/// itself and its variables have ends.
std::unique_ptr<const Rule> with_win_at_ends(const Rule& rule);

}  // namespace grundy
