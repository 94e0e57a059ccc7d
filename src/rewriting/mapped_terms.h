// Terms of a line of a list as terms of a game of numbers: what is done with single terms and slots
// differs, what is done inside lists of terms, binders and quantifiers does not.
#pragma once
#include <memory>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// Map has term(expr), the term that stands for one, and number(slot), the slot that stands for one.
template <class Map>
class MappedTerms {
 public:
  std::vector<Expr> terms(const std::vector<Expr>& exprs) const {
    std::vector<Expr> result;
    for (const Expr& one : exprs) result.push_back(map().term(one));
    return result;
  }
  std::vector<Binder> binders(std::vector<Binder> list) const {
    for (Binder& binder : list) {
      for (size_t& one : binder.slots) one = map().number(one);
      for (auto* bounds : {&binder.low, &binder.high, &binder.values}) *bounds = terms(*bounds);
    }
    return list;
  }

 protected:
  /// The term with what stands inside of it mapped.
  Expr mapped_inside(const Expr& expr) const {
    if (expr.op == Op::slot) return slot(map().number(static_cast<size_t>(expr.value)));
    Expr result = expr;
    result.args = terms(expr.args);
    if (expr.quantifier) {
      result.quantifier = std::make_shared<Quantifier>(
          Quantifier{binders(expr.quantifier->binders), terms(expr.quantifier->filter),
                     map().term(expr.quantifier->condition)});
    }
    return result;
  }

 private:
  const Map& map() const { return static_cast<const Map&>(*this); }
};

}  // namespace grundy
