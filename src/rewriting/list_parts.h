// Lists whose elements are played apart: a position is the sum of its elements.
//
// Problem: ten piles of a hundred are 10^20 positions, though each move changes one pile.
// Idea: where every line chooses one element and puts others in its place, by terms that speak of
// that element alone, what other elements there are changes no move. By induction on play a list is
// the sum of the lists of one element.
// Example: heap(a - [x] + [k]) for x in a, k < x; row(a[i -> [k, a[i] - k]]) for i in 1..len(a), k
// < a[i]. There it is the game of numbers with a move a -> k for k < a.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "rule/cells.h"

namespace grundy {

/// Whether the term asks this, a length or an element, of the list that is the first coordinate.
bool asks(const Expr& term, CellCondition::Kind kind);

/// Whether a position is one list, or bag, and its moves alone tell how play goes on and ends.
bool is_list_alone(const Rule& rule);

/// Whether a position of the rule, which has one coordinate, is the sum of the lists of one element
/// each.
bool plays_elements_apart(const Rule& rule);

/// The game of one element of such a rule, as a game of numbers: moves lead to the sum of the
/// elements that stand in its place.
std::unique_ptr<const Rule> element_rule(const Rule& rule);

/// The condition on an element, slot 0, that holds of all elements of a list where `condition` holds
/// of the list, the only coordinate: x = 0 of `max(a) = 0`, x < 2 of `all(a[i] < 2 for i in
/// 1..len(a))`. Nothing for other conditions.
std::optional<Expr> of_each_element(const Expr& condition);

/// Where the numbers stand that come in place of an element.
enum class NewElements : uint8_t {
  one_in_place,  // there, and it is one number: a[i -> k]
  in_place,      // there, or the element is gone: a[i -> []]
  at_end,        // behind all others, and the first of equal elements is gone: a - [x] + [k]
  anywhere,      // the list has no order
};
/// std::nullopt if a line puts down several numbers, whose order matters, or if one line puts its
/// number in place and another at the end.
std::optional<NewElements> new_elements(const Rule& rule);

}  // namespace grundy
