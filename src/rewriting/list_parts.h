// Lists whose elements are played apart: a position is the sum of its elements.
//
// Problem: ten piles of a hundred are 10^20 positions, though each move changes one pile.
// Idea: where every line chooses one element and puts others in its place, by terms that speak of
// that element alone, what other elements there are changes no move. By induction on play a list is
// the sum of the lists of one element.
// Example: heap(a - [x] + [k]) for x in a, k < x; row(a[i -> [k, a[i] - k]]) for i in 1..len(a), k
// < a[i]. There it is the game of numbers with a move a -> k for k < a.
#pragma once
#include <memory>

#include "rule/cells.h"

namespace grundy {

/// Whether a position is one list, or bag, and its moves alone tell how play goes on and ends.
bool is_list_alone(const Rule& rule);

/// Whether a position of the rule, which has one coordinate, is the sum of the lists of one element
/// each.
bool plays_elements_apart(const Rule& rule);

/// The game of one element of such a rule, as a game of numbers: moves lead to the sum of the
/// elements that stand in its place.
std::unique_ptr<const Rule> element_rule(const Rule& rule);

/// Whether each of its lines puts one number in the place of one, a[i -> k], or the list has no
/// order.
bool keeps_places(const Rule& rule);

}  // namespace grundy
