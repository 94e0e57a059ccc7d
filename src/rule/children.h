// The terms directly below a term.
#pragma once
#include "rule/rule.h"

namespace grundy {

/// Calls visit on each, those of its quantifier and of its binders included.
template <class Visit>
void for_each_child(const Expr& expr, Visit&& visit) {
  for (const Expr& arg : expr.args) visit(arg);
  if (!expr.quantifier) return;
  const Quantifier& q = *expr.quantifier;
  for (const Binder& binder : q.binders) {
    for (const auto* terms : {&binder.low, &binder.high, &binder.values}) {
      for (const Expr& term : *terms) visit(term);
    }
  }
  for (const Expr& filter : q.filter) visit(filter);
  visit(q.condition);
}

}  // namespace grundy
