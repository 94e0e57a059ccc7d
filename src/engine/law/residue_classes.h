// What remainders the numbers have that a rule takes from one heap.
//
// Problem: `n - s for s in 1..n if all(s % (d*d) != 0 for d in 2..isqrt(s))`,
// `n - p**k for p in 2..n, k in 1..n if isprime(p)` take numbers that are no sequence with a name,
// and a law needs only that none of them is a multiple of 4, or of 6.
// Idea: a variable is seen by its remainder alone. Primes are coprime to the modulus, or divide it;
// a condition for all d holds for small d as well; the rest is forgotten. So a remainder may be
// named that no number has, and none is left out.
// Example: of square-free numbers modulo 4 the remainders are 1, 2, 3; of powers of primes modulo 6
// all but 0.
// Cost: the lines' terms for each choice of remainders.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rule/rule.h"

namespace grundy {

class ResidueClasses {
 public:
  /// Nothing unless each line takes a number t, made of its variables by sums, products and powers,
  /// and larger heaps have all the choices of smaller ones.
  static std::optional<ResidueClasses> of(const Rule& rule);

  /// Whether some number that is taken may have this remainder, for each remainder modulo m.
  std::vector<char> residues(int64_t m) const;
  /// The numbers up to `most` that every heap with so many may lose, ascending; nothing if the
  /// variables have too many choices.
  std::optional<std::vector<int64_t>> least(int64_t most) const;
  /// Whether no other numbers are taken from any heap.
  bool is_exact() const { return is_exact_; }

 private:
  explicit ResidueClasses(const Rule& rule) : rule_(&rule) {}
  const Rule* rule_;
  std::vector<Expr> taken_;  // the number that each line takes
  bool is_exact_ = true;
};

}  // namespace grundy
