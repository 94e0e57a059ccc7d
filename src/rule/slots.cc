#include "rule/slots.h"

#include <algorithm>

#include "rule/cells.h"
#include "rule/children.h"
#include "rule/simplify.h"

namespace grundy {

bool says_divides(const Expr& condition, size_t s) {
  return condition.op == Op::eq && condition.args[0].op == Op::mod &&
         is_slot(condition.args[0].args[1], s) && condition.args[1].op == Op::constant &&
         condition.args[1].value == 0;
}

namespace {

/// Whether a condition compares variables and numbers alone, so that it is never at fault.
bool is_sure(const Expr& condition) {
  return !condition.quantifier &&
         std::all_of(condition.args.begin(), condition.args.end(), [&](const Expr& one) {
           return one.op == Op::slot || one.op == Op::constant ||
                  (condition.op == Op::logical_and && is_sure(one));
         });
}

}  // namespace

const Expr* divided_by(const Expr& condition, size_t s) {
  if (says_divides(condition, s)) {
    const Expr& number = condition.args[0].args[0];
    return mentions(number, s) ? nullptr : &number;
  }
  if (condition.op != Op::logical_and) return nullptr;
  const Expr& first = condition.args[0];
  if (const Expr* divided = divided_by(first, s)) return divided;
  return is_sure(first) ? divided_by(condition.args[1], s) : nullptr;
}

const Binder* only_range(const Quantifier& quantifier) {
  if (quantifier.binders.size() != 1) return nullptr;
  const Binder& binder = quantifier.binders[0];
  const bool has_ends = !binder.low.empty() && !binder.high.empty();
  return binder.kind == Binder::Kind::range && has_ends ? &binder : nullptr;
}

const Expr* divided_in_choices(const Expr& expr) {
  const Quantifier& q = *expr.quantifier;
  const Binder* binder = only_range(q);
  if (binder == nullptr) return nullptr;
  if (!q.filter.empty()) return divided_by(q.filter[0], binder->slots[0]);
  const bool is_any = expr.op == Op::quantifier && expr.value == 0;
  const bool counts =
      is_any || (expr.over_cells && expr.over_cells->fold == CellCondition::Fold::count);
  return counts ? divided_by(q.condition, binder->slots[0]) : nullptr;
}

const Expr* divided_by(const MoveLine& line, const Expr& condition, size_t s) {
  if (condition.op != Op::eq || condition.args[0].op != Op::mod ||
      condition.args[1].op != Op::constant || condition.args[1].value != 0)
    return nullptr;
  const Expr& term = condition.args[0].args[0];
  const Expr& divisor = condition.args[0].args[1];
  if (mentions(term, s)) return nullptr;
  if (is_slot(divisor, s)) return &term;
  if (divisor.op != Op::power || !is_slot(divisor.args[0], s)) return nullptr;
  const Expr& exponent = divisor.args[1];
  const auto begins = [&](const Binder& binder) {
    return binder.kind == Binder::Kind::range && binder.slots.size() == 1 &&
           is_slot(exponent, binder.slots[0]) && !binder.low.empty() &&
           binder.low[0].op == Op::constant && binder.low[0].value >= 1;
  };
  const bool is_positive = (exponent.op == Op::constant && exponent.value >= 1) ||
                           std::any_of(line.binders.begin(), line.binders.end(), begins);
  return is_positive ? &term : nullptr;
}

bool reads_board(const Expr& expr) {
  if (expr.over_cells && !expr.quantifier) return true;
  bool reads = false;
  for_each_child(expr, [&](const Expr& child) { reads = reads || reads_board(child); });
  return reads;
}

size_t slots_in(const Expr& expr) {
  size_t slots = expr.op == Op::slot ? static_cast<size_t>(expr.value) + 1 : 0;
  for_each_child(expr, [&](const Expr& child) { slots = std::max(slots, slots_in(child)); });
  if (!expr.quantifier) return slots;
  for (const Binder& binder : expr.quantifier->binders) {
    for (const size_t s : binder.slots) slots = std::max(slots, s + 1);
  }
  return slots;
}

bool mentions(const Binder& binder, size_t s) {
  const auto any = [&](const std::vector<Expr>& terms) {
    return std::any_of(terms.begin(), terms.end(),
                       [&](const Expr& one) { return mentions(one, s); });
  };
  return any(binder.low) || any(binder.high) || any(binder.values);
}

namespace {

/// a + -2 as a - 2.
Expr without_negative_addend(Expr sum) {
  for (const size_t i : {size_t{0}, size_t{1}}) {
    if (sum.op != Op::add || sum.args[i].op != Op::constant || sum.args[i].value >= 0 ||
        sum.args[i].value == INT64_MIN)
      continue;
    return apply(Op::sub, {std::move(sum.args[1 - i]), constant(-sum.args[i].value)});
  }
  return sum;
}

}  // namespace

Expr with_other_slots(const Expr& expr, const std::vector<Expr>& terms) {
  if (expr.op == Op::slot) return terms.at(static_cast<size_t>(expr.value));
  Expr result = expr;
  const auto rewrite = [&](std::vector<Expr>& list) {
    for (Expr& one : list) one = with_other_slots(one, terms);
  };
  rewrite(result.args);
  if (!expr.quantifier) return without_negative_addend(simplified(std::move(result)));
  auto inside = std::make_shared<Quantifier>(*expr.quantifier);
  for (Binder& binder : inside->binders) {
    for (size_t& s : binder.slots) s = static_cast<size_t>(terms.at(s).value);
    rewrite(binder.low);
    rewrite(binder.high);
    rewrite(binder.values);
  }
  rewrite(inside->filter);
  inside->condition = with_other_slots(inside->condition, terms);
  result.quantifier = std::move(inside);
  return result;
}

void put_other_slots(MoveLine& line, const std::vector<Expr>& terms) {
  const auto rewrite = [&](std::vector<Expr>& list) {
    for (Expr& one : list) one = with_other_slots(one, terms);
  };
  const auto rewrite_binders = [&](std::vector<Binder>& binders) {
    for (Binder& binder : binders) {
      for (size_t& s : binder.slots)
        s = terms.at(s).op == Op::slot ? static_cast<size_t>(terms[s].value) : s;
      rewrite(binder.low);
      rewrite(binder.high);
      rewrite(binder.values);
    }
  };
  rewrite_binders(line.binders);
  rewrite(line.conditions);
  for (Part& part : line.parts) {
    rewrite_binders(part.binders);
    rewrite(part.condition);
    rewrite(part.coordinates);
  }
}

MoveLine without_told_variables(MoveLine line) {
  for (size_t i = 0; i < line.binders.size();) {
    const Binder binder = line.binders[i];
    if (binder.kind != Binder::Kind::equal || !is_natural(binder.low[0])) {
      ++i;
      continue;
    }
    std::vector<Expr> terms;
    for (size_t s = 0; s < line.slot_names.size(); ++s) terms.push_back(slot(s));
    terms[binder.slots[0]] = binder.low[0];
    line.binders.erase(line.binders.begin() + static_cast<std::ptrdiff_t>(i));
    put_other_slots(line, terms);
  }
  return line;
}

std::vector<MoveLine> lines_of_elements(const MoveLine& line, size_t binder) {
  const std::vector<size_t>& slots = line.binders[binder].slots;
  const NumberSet& set = *line.binders[binder].set;
  std::vector<Expr> terms;
  for (size_t s = 0; s < line.slot_names.size(); ++s) terms.push_back(slot(s));
  std::vector<MoveLine> result;
  for (size_t row = 0; row < set.size(); ++row) {
    for (size_t i = 0; i < slots.size(); ++i)
      terms[slots[i]] = constant(set.flat[row * set.arity + i]);
    MoveLine& one = result.emplace_back(line);
    one.binders.erase(one.binders.begin() + static_cast<std::ptrdiff_t>(binder));
    put_other_slots(one, terms);
  }
  return result;
}

}  // namespace grundy
