// Whether a move leads from one position to another, without listing the moves.
//
// Problem: of (10^9, 3) Euclid's game has 333,333,333 moves; a theorem names the option of value 0
// up to the order of its numbers, and which order is a move is to be told.
// Idea: a number of the other position that grows by a constant with the line's only variable tells
// the variable; then bounds, conditions and all numbers are evaluated once.
// Cost: that of evaluating each line once.
#pragma once
#include <optional>

#include "game/rule_game.h"

namespace grundy {

/// No result for lines of several variables or parts, for terms that are not linear in the
/// variable, and for numbers beyond 64 bits.
std::optional<bool> leads_to(const Rule& rule, const Coordinates& from, const Coordinates& to);

}  // namespace grundy
