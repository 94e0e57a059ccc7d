// Digits of a code that change no value: games that are equal because some of their moves never
// matter.
//
// Problem: the catalogue would list one game under several codes.
// Idea: two theorems tell of single moves that they never matter; moves are left out until none is
// found.
// Cost: as many values of the game as the code has digits.
#pragma once
#include "rule/heap_code.h"

namespace grundy::heap {

/// A game with the same values at all positions, and with fewer moves where two theorems find such.
/// The code itself when it repeats, allows three heaps, or compares heaps.
///   - Taking a heap of j tokens whole gives 0 as an option of j, and of no other position. It is
///     redundant when j has an option of value 0 without it.
///   - Taking j tokens and leaving one heap is redundant when t < j may be taken with two heaps
///     left and g(j - t) = 0: of the splits after taking t, one leaves the same heap and one of j -
///     t beside it.
HeapCode without_redundant(const HeapCode& code);

}  // namespace grundy::heap
