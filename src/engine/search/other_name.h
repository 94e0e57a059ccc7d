// Games that are other names: game s(n) = nim(n - 1) + nim(2).
//
// Problem: a game that is another name for a sum of positions has no moves of its own, so that no
// engine sees the rule behind it.
// Idea: each position is that sum. Its value is the nim-sum of the values of the parts, which the
// plans of their games find at any size, and a move to a value is a move in a part to the nim-sum
// of that value and the other parts.
// Example: g(x, y) = nim(y - x - 1): (5, 10^12) has the value 10^12 - 6.
// Cost: that of the parts.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* other_name_engine();

}  // namespace grundy
