#include "rule/rule.h"

#include <algorithm>
#include <array>

#include "rule/cells.h"
#include "rule/children.h"

namespace grundy {

const OpInfo& info(Op op) {
  constexpr bool num = false;
  constexpr bool cond = true;
  static constexpr std::array kInfo = {
#define OP(name, text, least, most, result, fails) OpInfo{text, least, most, result, fails},
#include "rule/ops.def"
#undef OP
      OpInfo{"", 0, 0, num, false},       // constant
      OpInfo{"", 0, 0, num, false},       // slot
      OpInfo{"in", 1, 255, cond, false},  // in_set
      OpInfo{"", 0, 0, cond, false},      // quantifier
      OpInfo{"", 0, 0, cond, false},      // cells
      OpInfo{"", 0, 0, num, false},       // cell_count
  };
  return kInfo[static_cast<size_t>(op)];
}

bool NumberSet::contains(const int64_t* tuple) const {
  size_t low = 0;
  size_t high = size();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const auto order = std::lexicographical_compare_three_way(
        flat.begin() + middle * arity, flat.begin() + (middle + 1) * arity, tuple, tuple + arity);
    if (order == 0) return !complement;
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return complement;
}

Expr constant(int64_t value) {
  Expr expr;
  expr.value = value;
  return expr;
}

Expr slot(size_t number) {
  Expr expr;
  expr.op = Op::slot;
  expr.value = static_cast<int64_t>(number);
  return expr;
}

Expr apply(Op op, std::vector<Expr> args) {
  Expr expr;
  expr.op = op;
  if (!args.empty()) expr.span = {args.front().span.begin, args.back().span.end};
  expr.args = std::move(args);
  return expr;
}

const Part* only_part(const Rule& rule, const MoveLine& line) {
  if (line.parts.size() != 1 || line.reply != Reply::anywhere) return nullptr;
  const Part& part = line.parts.front();
  return part.game == &rule && part.binders.empty() ? &part : nullptr;
}

bool may_fail(const Expr& expr) {
  if (info(expr.op).may_fail) {
    const Expr& last = expr.args.back();
    const bool harmless =
        last.op == Op::constant && (expr.op == Op::isqrt ? last.value >= 0 : last.value != 0);
    if (!harmless) return true;
  }
  if (expr.over_cells && expr.over_cells->kind == CellCondition::Kind::element) return true;
  bool any = false;
  for_each_child(expr, [&](const Expr& child) { any = any || may_fail(child); });
  return any;
}

bool mentions(const Expr& expr, size_t number) {
  if (expr.op == Op::slot) return expr.value == static_cast<int64_t>(number);
  bool any = false;
  for_each_child(expr, [&](const Expr& child) { any = any || mentions(child, number); });
  return any;
}

size_t slot_bound(const Expr& expr) {
  if (expr.op == Op::slot) return static_cast<size_t>(expr.value) + 1;
  size_t bound = 0;
  for_each_child(expr, [&](const Expr& child) { bound = std::max(bound, slot_bound(child)); });
  if (!expr.quantifier) return bound;
  // The quantifier's own variables have the highest slots of all: those below its first one are
  // what it depends on.
  const size_t own = expr.quantifier->binders.front().slots.front();
  bound = 0;
  for (size_t s = 0; s < own; ++s) {
    bool any = false;
    for_each_child(expr, [&](const Expr& child) { any = any || mentions(child, s); });
    if (any) bound = s + 1;
  }
  return bound;
}

Expr substitute(const Expr& expr, const std::vector<Expr>& terms) {
  if (expr.op == Op::slot)
    return static_cast<size_t>(expr.value) < terms.size() ? terms[expr.value] : expr;
  Expr result = expr;
  for (Expr& arg : result.args) arg = substitute(arg, terms);
  if (expr.quantifier) {
    auto q = std::make_shared<Quantifier>(*expr.quantifier);
    for (Binder& binder : q->binders) {
      for (auto* list : {&binder.low, &binder.high, &binder.values}) {
        for (Expr& term : *list) term = substitute(term, terms);
      }
    }
    for (Expr& filter : q->filter) filter = substitute(filter, terms);
    q->condition = substitute(q->condition, terms);
    result.quantifier = q;
  }
  return result;
}

}  // namespace grundy
