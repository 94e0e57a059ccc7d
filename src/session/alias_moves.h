// The moves of a name for a sum, two(a, b) = nim(a) + nim(b), written out: a move changes one part,
// and the others stay.
//
// Problem: laws are proved of games with moves, and a name for a sum has none.
// Idea: where each coordinate is a whole coordinate of one part, and the moves of a part lead to
// one position of its game, what a move leads to has the name as well.
// Example: two(a, b) -> two(k, b) for k < a, and -> two(a, k) for k < b.
#pragma once
#include <memory>

#include "rule/rule.h"

namespace grundy {

/// The game with the moves written out; null where they lead to what has no such name.
std::unique_ptr<const Rule> alias_moves(const Rule& alias);

}  // namespace grundy
