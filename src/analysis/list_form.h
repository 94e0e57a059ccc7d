// The normal form of a rule about lists, as a text: rules with equal texts are the same game.
//
// Problem: `g(a[i -> k]) for i in 1..len(a), k < a[i]` and `g(a[i -> a[i] - k]) for k in 1..a[i],
// i in 1..len(a)` are one game, and a theorem about it holds for both.
// Idea: each line becomes a text: its conditions, and what its moves write. Ranges become conditions
// on their variable. A variable that a written number determines is replaced by that number, y.
// Comparisons of linear terms get one side, and those that follow from others are left out. A
// number chosen from a list is the number at a place. A list with one change is written as the
// pieces before and behind it. Variables are tried in each order, and the least text counts.
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
