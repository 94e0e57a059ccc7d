// Games whose moves lead to many equal positions, and copies of a game.
//
// Problem: a move to 10^9 equal positions is 10^9 parts for every engine.
// Idea: in normal play two equal positions are worth nothing together, by Sprague and Grundy, where
// play ends. So the values are those of a rule with one or two copies in the place of many
// (rewriting/copies.h), whose plan is asked. Moves are those of the game itself, and their values
// sums in which equal parts have been cancelled. Where play can go round it declines: ∞ and ∞ are
// more than nothing.
// Example: g(n) -> sum(g(n/2) for i < 1000000001) has the values of g(n) -> g(n/2).
// Cost: that of the smaller rule.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* copies_engine();

}  // namespace grundy
