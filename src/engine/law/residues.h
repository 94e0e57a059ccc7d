// The engine of heaps from which powers, primes or squares may be taken.
//
// Problem: `n - 2**i for i <= n` at 10^18, and far beyond 2^63.
// Theorem: let T be a few of the least numbers that may be taken. If the subtraction game of T is
// purely periodic with period p, and every number s that may be taken is congruent modulo p to a
// number t <= s of T, then the values are those of T. (n - s and n - t have the same value, and n -
// t is an option of n already.)
// Idea: the numbers c·b^0, c·b^1, …, the primes or the squares are read off the rule's pieces
// (analysis/pieces.h), in whatever words it is written. The residues of powers and squares modulo p
// come again; a prime is coprime to p or divides it. Of other numbers their remainders alone are
// looked at (residue_classes.h).
// Example: take a power of two: T = {1, 2} has period 3, and no power of two is divisible by 3: n
// mod 3. Take 1 or a prime: T = {1, 2, 3} has period 4, and no prime is divisible by 4: n mod 4.
// Cost: a millisecond for the pieces, then a division.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* residues_engine();

}  // namespace grundy
