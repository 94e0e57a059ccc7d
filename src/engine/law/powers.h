// The engine of heaps from which powers may be taken.
//
// Problem: `n - 2**i for i <= n` at 10^18, and far beyond 2^63.
// Theorem: let T be a few of the least numbers that may be taken. If the subtraction game of T is purely periodic with
// period p, and every number s that may be taken is congruent modulo p to a number t <= s of T, then the values are those
// of T. (n - s and n - t have the same value, and n - t is an option of n already.)
// Idea: the numbers c·b^0, c·b^1, … are read off the rule's pieces (analysis/pieces.h), in whatever words it is written;
// their residues modulo p come again.
// Example: take a power of two: T = {1, 2} has period 3, and no power of two is divisible by 3: n mod 3.
// Cost: a millisecond for the pieces, then a division.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* powers_engine();

}  // namespace grundy
