// Numbers of stones that conditions tell: squares, primes, products of two primes.
//
// Problem: `for p <= n, q in p..n/p if isprime(p) and isprime(q)` is a subtraction game, but its
// set has no end, so that it can't be read off once for all positions.
// Idea: a line takes a term without n. Whatever else in it mentions n is a bound that the term
// keeps anyway, since no more than n is taken: k <= n where k is taken, q <= n/p where p*q is. Then
// the moves from N, listed as those of any position, are the numbers up to N, and a smaller n has
// those of them that are at most n.
// Not so: k <= n/2 where k is taken, k < n, conditions such as n % k = 0.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/rule.h"

namespace grundy {

/// Infinitely many numbers that conditions tell.
class TakenNumbers {
 public:
  /// The numbers that the rule lets take, when they are seen to be the same at all positions; not
  /// where the moves can't be listed, or a move takes nothing.
  static std::optional<TakenNumbers> of(const Rule& rule);
  /// Whether they are many, as primes are and squares are not: rows of bits pay for many, a table
  /// of all positions for few. False when that takes long to see.
  bool many() const;
  /// Those below `end`, rising. Declines where a condition has no value, and at the limits of the
  /// budget.
  Attempt<std::vector<uint64_t>> below(uint64_t end, const Budget& budget) const;

 private:
  explicit TakenNumbers(const Rule& rule) : rule_(&rule) {}
  const Rule* rule_;
};

}  // namespace grundy
