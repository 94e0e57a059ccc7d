// Recognising take-and-break games: a rule, however it is written, whose moves are exactly those of
// a heap code.
//
// `kayles(a) + kayles(b) for a <= n, b <= a if a + b = n - 1 or a + b = n - 2` is the code 0.77.
// The lines' relations are sorted by the number of heaps that are left and by how their sizes
// compare; in each class the set of numbers of tokens taken is read off, and taking them is
// compared with the moves.
#pragma once
#include <optional>

#include "rule/heap_code.h"
#include "rule/rule.h"

namespace grundy {

/// The code whose moves from a heap of n are the rule's moves from n, for every n; heaps of 0
/// tokens, which have no move, do not count as heaps, and the order of heaps does not matter. A
/// rule that was made from a code has that one, and another name for a game the game's; otherwise
/// the rule has one coordinate, its lines are affine (analysis/relation.h), and each leads to at
/// most three positions of the same game, or to four to six, none of them 0, of any sizes. Nothing
/// for other rules, and where sets are long or isl finds it too hard: a millisecond or two for most
/// games, some tens at most.
std::optional<HeapCode> heap_code_of(const Rule& rule);

/// The game that this one of a single coordinate is but another name for, game dawson(n) =
/// octal[0.137](n), and where that is another name as well, the last one; the rule itself when it
/// is no such name.
const Rule& named_game(const Rule& rule);

}  // namespace grundy
