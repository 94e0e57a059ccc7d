// Lists of which every pile is lowered by the same number, and those that are gone are left out.
//
// Problem: `every([x - k for x in a if x > k]) for k in 1..min(a)`, with piles of 10^9.
// Idea: equal piles go together, so that only different sizes p1 < p2 < … count, and of these the
// differences p1, p2 - p1, …: a move lowers the first one, and the next one is played when it is
// gone. That is sequential nim (first_pile.h). A list with a pile of 0 has no move.
// Example: every([3, 3, 9]) is sequential nim of 3, 6.
// Cost: sorting the list.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* every_pile_engine();

}  // namespace grundy
