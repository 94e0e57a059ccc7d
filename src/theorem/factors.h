// Prime factors of 64-bit numbers, by trial division and Pollard's rho, and how many primes there
// are up to a number.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"

namespace grundy {

/// The prime factors of n >= 1 in ascending order, each as often as it divides n. Some milliseconds
/// at most.
std::vector<uint64_t> prime_factors(uint64_t n);
/// The least prime factor of n >= 2.
uint64_t least_factor(uint64_t n);
/// All divisors of n >= 1 in ascending order.
std::vector<uint64_t> divisors_of(uint64_t n);

constexpr uint64_t kMostCounted = 20'000'000'000;  // primes are counted up to there
/// The number of primes up to n <= kMostCounted; nothing if the budget is spent. Costs n^(3/4)
/// steps, 0.3 s at the most.
std::optional<uint64_t> primes_up_to(uint64_t n, const Budget& budget);

}  // namespace grundy
