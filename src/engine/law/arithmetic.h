// The arithmetic engine: heaps from which divisors, numbers without a common factor, or powers may be taken.
//
// Problem: heaps of 10^9 and far more, whose options a table would have to try one by one.
// Idea: a line `n - d for d in 1..n-1 if n % d = 0` is recognised by its terms, and then a theorem has the value.
//   - a divisor less than n: the number of twos in n; a divisor or n itself: one more (Iannucci and Larsson 2021, the game
//     "aliquot": n and n - d differ in twos if d has fewer of them than n, and 2^i is such a divisor for each i).
//   - a number from 1 to n - 1 without a common factor with n: the place of the least prime factor of n among the primes,
//     and 0 for 1 (the same paper, "totative").
//   - numbers c·b^0, c·b^1, … and some others: the values of the subtraction game of a few least ones, T, if that is
//     purely periodic with p and every number s is congruent modulo p to a t of T. For then n - s and n - t have the same
//     value, and n - t is an option of n already, since t <= s: taking s as well adds no value.
// Example: take a power of two: T = {1, 2} has period 3, and no power of two is divisible by 3: n mod 3.
// Cost: of twos the digits of n; of a least prime factor its size, and n^(3/4) where n is prime; of powers a division.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* arithmetic_engine();

}  // namespace grundy
