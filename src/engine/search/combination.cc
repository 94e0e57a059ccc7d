#include "engine/search/combination.h"

#include <algorithm>
#include <optional>

#include "rule/simplify.h"

namespace grundy {
namespace {

/// Whether the term is k*(n/k).
bool is_multiple_below(const Expr& expr, const Expr& n, Expr& k) {
  if (expr.op != Op::mul) return false;
  for (const size_t i : {size_t{0}, size_t{1}}) {
    const Expr& quotient = expr.args[1 - i];
    if (quotient.op != Op::div || !same(quotient.args[0], n) ||
        !same(quotient.args[1], expr.args[i]))
      continue;
    k = expr.args[i];
    return true;
  }
  return false;
}

/// n - k*(n/k) is n % k, and (n - n % k)/k is n/k.
std::optional<Expr> as_division(const Expr& expr) {
  if (expr.op == Op::sub && is_natural(expr.args[0])) {
    Expr k;
    if (is_multiple_below(expr.args[1], expr.args[0], k) && is_natural(k))
      return apply(Op::mod, {expr.args[0], k});
  }
  if (expr.op != Op::div || expr.args[0].op != Op::sub) return std::nullopt;
  const Expr& n = expr.args[0].args[0];
  const Expr& rest = expr.args[0].args[1];
  const Expr& k = expr.args[1];
  if (rest.op != Op::mod || !same(rest.args[0], n) || !same(rest.args[1], k)) return std::nullopt;
  return is_natural(n) && is_natural(k) ? std::optional(apply(Op::div, {n, k})) : std::nullopt;
}

}  // namespace

bool Combination::add(const Expr& expr, int64_t factor) {
  int64_t scaled = 0;
  switch (expr.op) {
    case Op::constant:
      return !__builtin_mul_overflow(expr.value, factor, &scaled) &&
             !__builtin_add_overflow(constant, scaled, &constant);
    case Op::add:
      return add(expr.args[0], factor) && add(expr.args[1], factor);
    case Op::sub:
      return factor != INT64_MIN && add(expr.args[0], factor) && add(expr.args[1], -factor);
    case Op::neg:
      return factor != INT64_MIN && add(expr.args[0], -factor);
    default:
      break;
  }
  const auto known = std::find_if(terms.begin(), terms.end(),
                                  [&](const auto& one) { return same(one.first, expr); });
  if (known == terms.end()) {
    terms.emplace_back(expr, factor);
    return true;
  }
  return !__builtin_add_overflow(known->second, factor, &known->second);
}

Expr Combination::expr() const {
  std::vector<Expr> added, taken;
  for (const auto& [term, count] : terms) {
    if (count == 0) continue;
    const int64_t size = count < 0 ? -count : count;
    (count < 0 ? taken : added)
        .push_back(simplified(apply(Op::mul, {grundy::constant(size), term})));
  }
  if (constant > 0 || (added.empty() && constant == 0)) added.push_back(grundy::constant(constant));
  if (constant < 0) taken.push_back(grundy::constant(-constant));
  Expr result = added.empty() ? grundy::constant(0) : added[0];
  for (size_t i = 1; i < added.size(); ++i)
    result = simplified(apply(Op::add, {std::move(result), added[i]}));
  for (const Expr& one : taken) result = simplified(apply(Op::sub, {std::move(result), one}));
  return result;
}

Expr tidy(Expr expr) {
  if (expr.quantifier || expr.over_cells) return expr;
  for (Expr& arg : expr.args) arg = tidy(std::move(arg));
  if (auto division = as_division(expr)) return *std::move(division);
  if (expr.op != Op::add && expr.op != Op::sub) return simplified(std::move(expr));
  Combination sum;
  if (!sum.add(expr, 1)) return expr;
  const bool cancels = std::any_of(sum.terms.begin(), sum.terms.end(),
                                   [](const auto& one) { return one.second == 0; });
  return cancels ? sum.expr() : simplified(std::move(expr));
}

bool is_linear(const Expr& expr) {
  switch (expr.op) {
    case Op::constant:
    case Op::slot:
      return true;
    case Op::add:
    case Op::sub:
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le:
      return std::all_of(expr.args.begin(), expr.args.end(), is_linear);
    default:
      return false;
  }
}

}  // namespace grundy
