// The normal form of a rule about lists, as a text: rules with equal texts are the same game.
//
// Problem: `g(a[i -> k]) for i in 1..len(a), k < a[i]` and `g(a[i -> a[i] - k]) for k in 1..a[i],
// i in 1..len(a)` are one game, and a theorem about it holds for both.
// Idea: a line is what its moves write, under conditions. Ranges are conditions on their variable;
// a variable becomes the number that is written, where it is told by it; comparisons of linear
// terms are brought to one side; what follows from other conditions goes; places and numbers of a
// list become one; lists with a change are pieces behind each other. What is left is printed, with
// names of its own, in the order of the alphabet: the least text for any order of the variables.
// Example: both rules above are
// "list: 0<=-1+L0[v0]-y1 & 0<=-1+v0 & 0<=len(L0)-v0 & 0<=y1 -> L0[1..-1+v0]+[y1]+L0[1+v0..len(L0)]".
// Cost: that of a small text, times the orders of a line's variables (at most six).
#pragma once
#include <optional>
#include <string>

#include "rule/cells.h"

namespace grundy {

/// Nothing for games that are not of lists and numbers alone, or lead to others.
std::optional<std::string> list_form(const Rule& rule);

}  // namespace grundy
