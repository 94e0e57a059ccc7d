// Misère play of one game of numbers as normal play of another.
//
// Problem: no law of normal play says who wins misère play, so that Wythoff's game has to be worked
// through position by position.
// Idea: give each position without a move one move, which ends play. Whoever stands there takes it
// and wins, as in misère play; so normal play of the new game is misère play of the old one, and all
// laws of who wins apply.
// Example: to `-> g(x) for x in n/2..n-1` it adds `-> 0 if not n/2 <= n - 1`.
#pragma once
#include <memory>

#include "rule/rule.h"

namespace grundy {

/// The rule with that line, its last one. Null unless each line leads to one position of the game
/// itself and its variables have ends.
std::unique_ptr<const Rule> with_win_at_ends(const Rule& rule);

}  // namespace grundy
