// Guessing rules: a player who has watched moves says what the rule may be, and learns whether it
// is.
//
// The guessed lines are read as the moves of a game with the same name and coordinates, and the
// moves of both games are listed from all positions of a small box. Where they differ, a position
// is named, and a move only when it is the player's own.
//
//   compare_with_guess(coins(12), "-> coins(n - k) for k in 1..2", budget)
//   "Not yet: the game has a move from coins(3) that your rule does not have."
#pragma once
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "base/budget.h"
#include "game/position.h"

namespace grundy {

/// A sentence. Lines are separated by ';'. Errors are those of the guessed lines, called "your
/// rule"; declined for games that are not a rule of numbers with finitely many moves.
Attempt<std::string> compare_with_guess(const Position& of, std::string_view lines, Budget& budget);

}  // namespace grundy
