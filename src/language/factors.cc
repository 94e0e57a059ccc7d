#include "language/factors.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// A number that the binder's variable is never less than, as the line says.
int64_t least_told(const MoveLine& line, const Binder& binder) {
  int64_t result = 0;
  for (const Expr& low : binder.low) {
    if (low.op == Op::constant) result = std::max(result, low.value);
  }
  for (const Expr& condition : line.conditions) {
    if (condition.op != Op::lt && condition.op != Op::le) continue;
    const Expr& low = condition.args[0];
    if (low.op == Op::constant && is_slot(condition.args[1], binder.slots[0]))
      result = std::max(result, condition.op == Op::lt ? low.value + 1 : low.value);
  }
  return result;
}

/// Says a comparison of the quotient `of`/divisor with a number as one of the divisor: c <= n/d is
/// d <= n/c. Both are positive, and the divisor divides `of`. Nothing for other conditions.
std::optional<Expr> without_quotient(const Expr& condition, size_t quotient, const Expr& of,
                                     const Expr& divisor) {
  if (condition.op != Op::lt && condition.op != Op::le) return std::nullopt;
  const bool is_left = is_slot(condition.args[0], quotient), is_less = condition.op == Op::lt;
  if (!is_left && !is_slot(condition.args[1], quotient)) return std::nullopt;
  const Expr& bound = condition.args[is_left ? 1 : 0];
  if (is_left && same(bound, of)) return apply(condition.op, {constant(1), divisor});
  if (bound.op != Op::constant || bound.value < 0 || bound.value == INT64_MAX) return std::nullopt;
  // n/d < c, or c <= n/d, by this c
  const int64_t c = bound.value + (is_left == is_less ? 0 : 1);
  if (c < 1) return is_left ? std::nullopt : std::optional(apply(Op::le, {constant(1), divisor}));
  const Expr limit = c == 1 ? of : apply(Op::div, {of, constant(c)});
  return is_left ? apply(Op::lt, {limit, divisor}) : apply(Op::le, {divisor, limit});
}

}  // namespace

void solve_factors(MoveLine& line, size_t arity) {
  const auto range_of = [&](const Expr& one) {
    return std::find_if(line.binders.begin(), line.binders.end(), [&](const Binder& binder) {
      return binder.kind == Binder::Kind::range && binder.slots.size() == 1 &&
             is_slot(one, binder.slots[0]);
    });
  };
  for (size_t i = 0; i < line.conditions.size(); ++i) {
    const Expr condition = line.conditions[i];
    if (condition.op != Op::eq) continue;
    const size_t side = condition.args[0].op == Op::mul ? 0 : 1;
    const Expr &product = condition.args[side], &of = condition.args[1 - side];
    const bool is_of_coordinate =
        of.op == Op::slot && static_cast<size_t>(of.value) < arity && product.op == Op::mul;
    if (!is_of_coordinate) continue;
    auto kept = range_of(product.args[0]), solved = range_of(product.args[1]);
    if (kept == line.binders.end() || solved == line.binders.end() || kept == solved) continue;
    if (kept > solved) std::swap(kept, solved);
    const int64_t least = least_told(line, *kept);
    if (least < 1 || least_told(line, *solved) < 1) continue;
    if (!kept->low.empty() && !is_constant(kept->low[0])) continue;
    const size_t other = solved->slots[0];
    const Expr divisor = slot(kept->slots[0]);
    std::vector<Expr> conditions = {apply(Op::eq, {apply(Op::mod, {of, divisor}), constant(0)})};
    conditions[0].span = condition.span;
    bool is_plain = std::none_of(line.binders.begin(), line.binders.end(),
                                 [&](const Binder& binder) {
                                   return &binder != &*solved && mentions(binder, other);
                                 }) &&
                    std::all_of(line.parts.begin(), line.parts.end(),
                                [](const Part& part) { return part.binders.empty(); });
    const auto add = [&](const Expr& one) {
      const bool is_other = mentions(one, other);
      const auto without =
          is_other ? without_quotient(one, other, of, divisor) : std::optional(one);
      if (without) conditions.push_back(*without);
      is_plain = is_plain && without;
    };
    for (size_t k = 0; k < line.conditions.size(); ++k) {
      if (k != i) add(line.conditions[k]);
    }
    for (const Expr& low : solved->low) add(apply(Op::le, {low, slot(other)}));
    for (const Expr& high : solved->high) add(apply(Op::le, {slot(other), high}));
    if (!is_plain) continue;
    kept->low = {constant(least)};  // so that n % d is never at fault
    if (kept->high.empty()) kept->high = {of};
    std::erase_if(conditions, [&](const Expr& one) {  // those that the binder says
      return one.op == Op::le &&
             ((is_constant(one.args[0]) && one.args[0].value <= least &&
               same(one.args[1], divisor)) ||
              (same(one.args[0], divisor) && same(one.args[1], of) && same(kept->high[0], of)));
    });
    line.conditions = std::move(conditions);
    std::vector<Expr> terms;
    for (size_t k = 0; k < line.slot_names.size(); ++k) terms.push_back(slot(k));
    terms[other] = apply(Op::div, {of, divisor});
    for (Part& part : line.parts) {
      for (Expr& coordinate : part.coordinates) coordinate = substitute(coordinate, terms);
    }
    line.binders.erase(solved);
    return;
  }
}

}  // namespace grundy
