// The divisors of a number that lie between two bounds.
//
// Problem: `for d in 1..n if n % d = 0` is a loop of n steps, of which a few are moves.
// Idea: the divisors are the products of prime powers; the primes are found by trial, and great
// ones by Pollard's rho in Brent's form (1980).
// Example: divisors_between(12, 2, 6) is 2, 3, 4, 6.
// Cost: that of the second greatest prime factor's square root, n^(1/4) at most, and of all
// divisors.
#pragma once
#include <cstdint>
#include <vector>

namespace grundy {

/// The divisors d of n >= 1 with low <= d <= high, in ascending order.
std::vector<int64_t> divisors_between(int64_t n, int64_t low, int64_t high);

}  // namespace grundy
