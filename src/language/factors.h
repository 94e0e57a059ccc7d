// Two variables whose product is a coordinate: one of them is a divisor, the other goes.
//
// Problem: `-> g(d) for d, e if d*e = n and d > 1 and e > 1` says no more than `-> g(d) for d in
// 2..n-1 if n % d = 0`, but goes through pairs.
// Idea: where both are 1 or more, e is n/d for a divisor d of n; that e is less than a number is a
// condition on d.
#pragma once
#include <cstddef>

#include "rule/rule.h"

namespace grundy {

/// Does so with a line of a game of so many coordinates, where no more than comparisons of the
/// second variable with numbers and parts speak of it.
void solve_factors(MoveLine& line, size_t arity);

}  // namespace grundy
