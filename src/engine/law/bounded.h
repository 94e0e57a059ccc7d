// The engine of heaps from which one of finitely many numbers is taken, by conditions that come
// again.
//
// Problem: `n - k for k in 1..6 if gcd(n, k) = 1`, `n - p for p in 2..47 if isprime(p)` are no sets
// of integers that isl knows, and 10^18 is too far for a table.
// Idea: each choice of the binders takes a number t, under a condition in which n stands in
// remainders, common divisors and comparisons with constants alone. From some N on it has a period
// q. Then the moves of n and of n + q are the same, and once the values of as many heaps as the
// greatest t come again, at two heaps that are equal modulo q, all that follow do.
// Example: the primes below 48: values of period 49 or so are found and proved in microseconds.
// Cost: a mex for each heap up to the end of the second period, and a word for each.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* bounded_engine();

}  // namespace grundy
