// The engine of games whose positions are sums of positions of other games.
//
// Problem: piles([1000000, 999999]), a strip of sixty coins, and g(a, b) with moves in one of both
// numbers each are positions of large worlds, and their parts are of kinds that other engines know
// well: heaps of nim, take-and-break games, heaps with a law.
// Idea: a reading says of what a position is the sum, and what it becomes by a move in one part:
// lists whose elements are played apart (rewriting/list_parts.h), lists that are the sums of their
// places or pieces (rewriting/list_places.h), strips that are the sums of their
// heads (rewriting/strip_heads.h), coordinates that are played apart (rewriting/apart.h), and one
// position where `lose if` only says what the moves do (analysis/list_ends.h).
// Example: piles([3, 10^18]) with a[i -> a[i] - k] for k in 1..a[i] is the sum of two heaps of nim.
// Cost: that of the parts, each distinct one once.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* parts_engine();

}  // namespace grundy
