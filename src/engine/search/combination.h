// Sums and differences of terms, collected: n - (n - k) is k.
//
// simplify.h folds a term from its own arguments only; here equal terms of a whole sum are counted
// together. Cost: each term is compared with those before it.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// A constant and multiples of terms that are no sums themselves.
struct Combination {
  int64_t constant = 0;
  std::vector<std::pair<Expr, int64_t>> terms;

  /// False where a number is too large.
  bool add(const Expr& expr, int64_t factor);
  Expr expr() const;
};

/// The term without parts that cancel; n - k*(n/k) is n % k.
Expr tidy(Expr expr);
/// Whether the term, or the comparison, is of sums and differences alone.
bool is_linear(const Expr& expr);

}  // namespace grundy
