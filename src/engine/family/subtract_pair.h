// Subtraction games of two numbers a <= b, far from each other: take a stones from a heap, or b.
//
// The values have the period a + b (Berlekamp, Conway and Guy, Winning Ways, chapter 4): with r = n
// mod (a + b), g(n) is 1 where r mod 2a >= a, else 0 where r < b, else 2.
// `prove 'subtract[{a, b}]' --for a,b` proves this law for all a and b; so no table is made, whose
// length would be a + b. Nearer numbers are left to the table of subtract.h.
// Example: subtract[{2, 10^12}](10^30). Cost: two divisions.
#pragma once
#include "engine/rule_solver.h"

namespace grundy {

/// g(n) of the numbers a <= b.
uint64_t value_of_pair(uint64_t a, uint64_t b, const Natural& n);

/// Null unless the rule takes one of two numbers, whose table would be long.
std::unique_ptr<RuleSolver> pair_solver(const RuleGame& game);

}  // namespace grundy
