// Rows of nim: one number may be lowered as a heap of nim, and a few other moves lead elsewhere.
//
// Theorem. Let a line let x become every number from low to x - 1, the other coordinates as they
// are, and let the other moves from x >= bound >= low lead to the same options for all such x. With
// E the values of those options and of low, …, bound - 1 in the row, the values of bound, bound +
// 1, … are all natural numbers outside of E, in their order. Proof. By induction on x: the options
// of x have the values E and the first x - bound numbers outside of it, and the next one is the
// least that is missing.
// Idea: the other moves' terms do not mention x, and conditions only compare it with constants.
// Example: piles one after another, of which the first that is left is lowered, or removed:
//   seq[A](i, n)
//     -> seq(i, k)      for k in 1..n - 1
//     -> seq(i + 1, m)  for (j, m) in A if n >= 1 and j = i + 1
// Cost: the other moves of each row that play can reach, for numbers x up to 2^62.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* nim_rows_engine();

}  // namespace grundy
