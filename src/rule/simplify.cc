#include "rule/simplify.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "rule/evaluate.h"

namespace grundy {

bool is_constant(const Expr& expr) { return expr.op == Op::constant; }

bool same(const Expr& a, const Expr& b) {
  if (a.op != b.op || a.quantifier != b.quantifier || a.over_cells != b.over_cells) return false;
  if ((a.op == Op::constant || a.op == Op::slot || a.op == Op::quantifier) && a.value != b.value)
    return false;
  if ((a.set == nullptr) != (b.set == nullptr) || (a.set && *a.set != *b.set)) return false;
  return std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same);
}

bool is_natural(const Expr& expr) {
  const auto all = [&] { return std::all_of(expr.args.begin(), expr.args.end(), is_natural); };
  const auto any = [&] { return std::any_of(expr.args.begin(), expr.args.end(), is_natural); };
  switch (expr.op) {
    case Op::constant:
      return expr.value >= 0;
    case Op::slot:
    case Op::abs:
    case Op::gcd:
    case Op::isqrt:
    case Op::mod:
      return true;
    case Op::add:
    case Op::mul:
    case Op::div:
    case Op::min:
    case Op::bit_xor:
    case Op::bit_or:
      return all();
    case Op::max:
    case Op::bit_and:
      return any();
    default:
      return false;
  }
}

Expr negated(const Expr& condition) {
  switch (condition.op) {
    case Op::constant:
      return constant(condition.value == 0 ? 1 : 0);
    case Op::lt:
      return apply(Op::le, {condition.args[1], condition.args[0]});
    case Op::le:
      return apply(Op::lt, {condition.args[1], condition.args[0]});
    case Op::eq:
      return apply(Op::ne, condition.args);
    case Op::ne:
      return apply(Op::eq, condition.args);
    case Op::logical_not:
      return condition.args[0];
    default:
      return apply(Op::logical_not, {condition});
  }
}

namespace {

/// The sum without this one of its terms; nothing where it is none.
std::optional<Expr> without_addend(const Expr& sum, const Expr& term) {
  if (sum.op != Op::add && sum.op != Op::sub) return std::nullopt;
  if (sum.op == Op::add && same(sum.args[1], term)) return sum.args[0];
  if (sum.op == Op::add && same(sum.args[0], term)) return sum.args[1];
  if (std::optional<Expr> left = without_addend(sum.args[0], term))
    return apply(sum.op, {*std::move(left), sum.args[1]});
  if (sum.op == Op::sub) return std::nullopt;
  std::optional<Expr> right = without_addend(sum.args[1], term);
  if (!right) return std::nullopt;
  return apply(Op::add, {sum.args[0], *std::move(right)});
}

}  // namespace

Expr simplified(Expr expr) {
  auto& args = expr.args;
  if (expr.over_cells || expr.quantifier || args.empty()) return expr;
  if (std::all_of(args.begin(), args.end(), is_constant)) {
    Environment none;
    Fault fault;
    const int64_t value = evaluate(expr, none, fault);
    return fault.kind == Fault::Kind::none ? constant(value) : expr;
  }
  const auto is = [&](size_t i, int64_t value) {
    return is_constant(args[i]) && args[i].value == value;
  };
  const bool equal = args.size() == 2 && same(args[0], args[1]) && !may_fail(args[0]);
  switch (expr.op) {
    case Op::add:
      if (is(0, 0)) return args[1];
      if (is(1, 0)) return args[0];
      break;
    case Op::sub:
      if (equal) return constant(0);
      if (is(1, 0)) return args[0];
      break;
    case Op::mul:
      if (is(0, 1)) return args[1];
      if (is(1, 1)) return args[0];
      break;
    case Op::div:
      // (n + k - 1)/k, which is n/k rounded up, is (n - 1)/k + 1.
      if (args[1].op != Op::slot) break;
      if (std::optional<Expr> rest = without_addend(args[0], args[1]))
        return apply(Op::add, {apply(Op::div, {*std::move(rest), args[1]}), constant(1)});
      break;
    case Op::bit_xor:
      if (is(0, 0)) return args[1];
      break;
    case Op::min:
    case Op::max:
    case Op::gcd: {
      std::vector<Expr> once;
      for (Expr& arg : args) {
        const bool known = std::any_of(once.begin(), once.end(),
                                       [&](const Expr& other) { return same(arg, other); });
        if (!known) once.push_back(std::move(arg));
      }
      args = std::move(once);
      if (args.size() > 1) break;
      return expr.op == Op::gcd && !is_natural(args[0]) ? apply(Op::abs, {args[0]}) : args[0];
    }
    case Op::eq:
      if (equal) return constant(1);
      break;
    case Op::ne:
      if (equal) return constant(0);
      break;
    case Op::lt:
      if (equal || (is(1, 0) && is_natural(args[0]) && !may_fail(args[0]))) return constant(0);
      break;
    case Op::le:
      if (equal || (is(0, 0) && is_natural(args[1]) && !may_fail(args[1]))) return constant(1);
      break;
    case Op::logical_and:
      if (is_constant(args[0])) return args[0].value != 0 ? args[1] : constant(0);
      if (is_constant(args[1]) && args[1].value != 0) return args[0];
      break;
    case Op::logical_or:
      if (is_constant(args[0])) return args[0].value == 0 ? args[1] : constant(1);
      if (is_constant(args[1]) && args[1].value == 0) return args[0];
      break;
    default:
      break;
  }
  return expr;
}

Expr rewritten(const Expr& expr, const std::vector<Expr>& terms) {
  if (expr.op == Op::slot || expr.quantifier) return substitute(expr, terms);
  Expr result = expr;
  for (Expr& arg : result.args) arg = rewritten(arg, terms);
  return simplified(std::move(result));
}

Expr all_of(std::vector<Expr> conditions) {
  Expr result = constant(1);
  for (Expr& one : conditions) {
    one = simplified(std::move(one));
    if (is_constant(one) && one.value != 0) continue;
    result = is_constant(result) && result.value != 0
                 ? std::move(one)
                 : apply(Op::logical_and, {std::move(result), std::move(one)});
  }
  return result;
}

}  // namespace grundy
