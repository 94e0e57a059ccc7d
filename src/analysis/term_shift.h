// How terms change from one position to a neighbour.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// How terms change when the position changes by a step and the binder by a turn.
struct TermShift {
  std::span<const int64_t> step;
  size_t binder;
  int64_t turn;

  /// The number by which a term changes; 0 for a condition that stays as it is. Nothing when that
  /// can't be seen. Looks at each operand once.
  std::optional<int64_t> of(const Expr& expr) const;
  bool unchanged(const Expr& expr) const { return of(expr) == 0; }
  bool unchanged(const std::vector<Expr>& list) const;

 private:
  bool unchanged(const Quantifier& quantifier) const;
};

/// The greatest or least of the terms, by Op::max or Op::min.
Expr outermost(Op op, const std::vector<Expr>& terms);
/// Whether some of the terms may have no value.
bool fails(const std::vector<Expr>& list);

}  // namespace grundy
