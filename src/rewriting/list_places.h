// Lists that are sums by their places: what stands at a place, or how many pieces.
//
// Problem: nimble([3, 0, 10^9]) and piles whose moves depend on their place are lists, of which
// there are many, though each piece, or each place, is played for itself.
// Idea: where every line takes one piece from a place and puts some at others, by terms that don't
// ask how many there are, the list is the sum of its pieces. Where every line changes the number at
// one place by terms of that number, the place and the length, it is the sum of its places.
// Example: c[i -> c[i] - 1, j -> c[j] + 1] for j < i has pieces with the moves i -> j; a[i -> a[i] -
// k] for k in 1..i has numbers x at i with the moves x -> x - k for k in 1..i.
#pragma once
#include <memory>

#include "rule/cells.h"

namespace grundy {

/// The game of one piece: its place and the length of the list. A move leads to the places of those
/// that are put down. Null where the list is not the sum of its pieces.
std::unique_ptr<const Rule> piece_rule(const Rule& rule);

/// The same of lists of 0 and 1, which are coins: a line turns one from heads, 1, to tails, 0, and
/// others whatever they show (strip_heads.h has the theorem). Null for other rules.
std::unique_ptr<const Rule> coin_rule(const Rule& rule);

/// The game of the number at one place: that number, the place and the length of the list. Null
/// where the list is not the sum of its places.
std::unique_ptr<const Rule> place_rule(const Rule& rule);

}  // namespace grundy
