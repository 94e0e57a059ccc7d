// The least t with (c1 + d1·t) ^^ (c2 + d2·t) ^^ … = value, found digit by digit.
//
// From the lowest binary digit up, all that the higher digits of the terms need to know is what
// each term carries: less than |d| + 1 different numbers. So the carries that are possible at each
// digit are listed from below, and the digits of t chosen from above, 0 where that still leads to
// one of them.
//
//   least_solution({{7, -1}, {9, 1}}, 0, 12, 0, 7)    // the least t <= 7 with (7 - t) ^^ (9 + t) = 12
//
// Cost: 63 digits times the carries, for one solution.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

namespace grundy {

/// constant + factor·t
struct TermOfOne {
  int64_t constant = 0;
  int64_t factor = 0;
};

constexpr int64_t kMostXorFactor = 16;  // that |factor| may be
constexpr size_t kMostXorTerms = 8;     // whose factor is not 0
constexpr int64_t kMostXorNumber = int64_t{1} << 62;

/// The least t from low to high with which the nim-sum of the terms is `value`, where they are
/// natural numbers below 2^62 for all these t. Nothing if no t solves it.
std::optional<int64_t> least_solution(std::span<const TermOfOne> terms, uint64_t value, int64_t low,
                                      int64_t high);

}  // namespace grundy
