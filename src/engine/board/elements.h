// Lists whose elements are played apart, by the game of one element.
//
// Problem: piles([1000000, 999999]) is a list to its rule, and each of its piles is of a kind that
// other engines know well.
// Idea: a list whose elements are played apart (rewriting/list_parts.h) has the nim-sum of its
// elements' values, and these are positions of a game of numbers: nim, a take-and-break game, one
// with a law for heaps of any size.
// Example: piles([3, 10^18]) with a[i -> a[i] - k] for k in 1..a[i] is the sum of two heaps of nim.
// Cost: that of the elements, each distinct one once.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* elements_engine();

}  // namespace grundy
