#include "rewriting/products.h"

#include <algorithm>
#include <optional>

#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// first·later = whole; the variables by their binders, the earlier one at least 1.
struct Product {
  size_t first = 0;
  size_t later = 0;
  Expr whole;
};

std::optional<size_t> binder_of(const MoveLine& line, const Expr& term) {
  if (term.op != Op::slot) return std::nullopt;
  for (size_t i = 0; i < line.binders.size(); ++i) {
    const Binder& binder = line.binders[i];
    if (binder.slots.size() == 1 && is_slot(term, binder.slots[0])) return i;
  }
  return std::nullopt;
}

bool is_at_least_1(const Binder& binder) {
  return binder.kind == Binder::Kind::range && !binder.low.empty() &&
         binder.low[0].op == Op::constant && binder.low[0].value >= 1;
}

std::optional<Product> product_of(const MoveLine& line, const Expr& condition) {
  if (condition.op != Op::eq) return std::nullopt;
  for (const size_t side : {0, 1}) {
    const Expr& product = condition.args[side];
    if (product.op != Op::mul) continue;
    const auto a = binder_of(line, product.args[0]), b = binder_of(line, product.args[1]);
    if (!a || !b || a == b) continue;
    Product result{std::min(*a, *b), std::max(*a, *b), condition.args[1 - side]};
    bool is_known = is_at_least_1(line.binders[result.first]);
    for (size_t i = result.later; i < line.binders.size(); ++i) {
      for (const size_t slot : line.binders[i].slots)
        is_known = is_known && !mentions(result.whole, slot);
    }
    if (is_known && !may_fail(result.whole)) return result;
  }
  return std::nullopt;
}

/// Whether the binder can be, or is, the quotient.
bool is_solvable(const Binder& binder, const Expr& quotient) {
  if (binder.kind == Binder::Kind::equal) return same(binder.low[0], quotient);
  return binder.kind == Binder::Kind::range;
}

}  // namespace

void solve_products(MoveLine& line) {
  for (size_t i = 0; i < line.conditions.size();) {
    const auto product = product_of(line, line.conditions[i]);
    if (!product) {
      ++i;
      continue;
    }
    const Expr first = slot(line.binders[product->first].slots[0]);
    Binder& binder = line.binders[product->later];
    Expr quotient = apply(Op::div, {product->whole, first});
    if (!is_solvable(binder, quotient)) {
      ++i;
      continue;
    }
    const Span span = line.conditions[i].span;
    const auto add = [&](Expr condition) {
      condition.span = span;
      line.conditions.push_back(std::move(condition));
    };
    line.conditions.erase(line.conditions.begin() + static_cast<std::ptrdiff_t>(i));
    if (binder.kind == Binder::Kind::range) {
      const Expr later = slot(binder.slots[0]);
      // T/k is at most T, and at least 1 if k is at most T.
      const std::vector<Expr>& most = line.binders[product->first].high;
      const bool is_positive = !most.empty() && same(most[0], product->whole);
      for (const Expr& low : binder.low) {
        if (low.op != Op::constant || low.value > (is_positive ? 1 : 0))
          add(apply(Op::le, {low, later}));
      }
      for (const Expr& high : binder.high) {
        if (!same(high, product->whole)) add(apply(Op::le, {later, high}));
      }
      binder.kind = Binder::Kind::equal;
      binder.low = {std::move(quotient)};
      binder.high.clear();
    }
    add(apply(Op::eq, {apply(Op::mod, {product->whole, first}), constant(0)}));
  }
}

}  // namespace grundy
