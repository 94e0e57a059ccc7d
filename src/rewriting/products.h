// Products in the conditions of a line: a variable that a product with another one tells.
//
// Problem: `for k in 2..n, m in 1..n if k*m = n` goes through n² pairs, and so does `for z < h, y =
// h/z if y*z = h` through h numbers, where each divisor of n tells all.
// Idea: with k >= 1 known before m, k*m = T says that k divides T and m is T/k.
// Example: the two lines are `for k in 2..n, m = n/k if n % k = 0`, and `for z < h,
// y = h/z if h % z = 0`.
// Cost: linear in the line.
#pragma once
#include "rule/rule.h"

namespace grundy {

/// Solves the line's products of two bound variables.
void solve_products(MoveLine& line);

}  // namespace grundy
