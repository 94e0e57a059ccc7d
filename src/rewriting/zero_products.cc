#include "rewriting/zero_products.h"

#include <algorithm>
#include <optional>

#include "rule/evaluate.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

/// Whether the term is made of variables, natural as these are, and natural constants by sums and
/// products.
bool is_natural_polynomial(const Expr& term) {
  if (term.op == Op::constant) return term.value >= 0;
  if (term.op == Op::slot) return true;
  return (term.op == Op::add || term.op == Op::mul) &&
         std::all_of(term.args.begin(), term.args.end(), is_natural_polynomial);
}
bool has_product(const Expr& term) {
  const bool is_product =
      term.op == Op::mul && term.args[0].op != Op::constant && term.args[1].op != Op::constant;
  return is_product || std::any_of(term.args.begin(), term.args.end(), has_product);
}

/// That such a term is 0, or that it is not, by its variables.
Expr said_of_variables(const Expr& term, bool is_zero) {
  const Expr zero = constant(0);
  if (term.op == Op::constant) return constant((term.value == 0) == is_zero ? 1 : 0);
  if (term.op == Op::slot)
    return is_zero ? apply(Op::eq, {term, zero}) : apply(Op::lt, {zero, term});
  Expr a = said_of_variables(term.args[0], is_zero), b = said_of_variables(term.args[1], is_zero);
  const bool both = (term.op == Op::add) == is_zero;
  for (Expr* one : {&a, &b}) {  // of a constant
    if (!is_constant(*one)) continue;
    const bool decides = (one->value == 0) == both;
    return decides ? *one : (one == &a ? std::move(b) : std::move(a));
  }
  return apply(both ? Op::logical_and : Op::logical_or, {std::move(a), std::move(b)});
}

/// Whether a product has the remainder 0 modulo a prime, by that of its factors; modulo 2 whether it
/// has the remainder 1, too. Nothing for other conditions.
std::optional<Expr> said_of_remainders(const Expr& condition) {
  if ((condition.op != Op::eq && condition.op != Op::ne) || condition.args[0].op != Op::mod ||
      !is_constant(condition.args[1]))
    return std::nullopt;
  const Expr& product = condition.args[0].args[0];
  const Expr& modulus = condition.args[0].args[1];
  const int64_t rest = condition.args[1].value;
  if (product.op != Op::mul || !is_constant(modulus) || !is_prime(modulus.value) ||
      (rest != 0 && (rest != 1 || modulus.value != 2)) || is_constant(product.args[0]) ||
      is_constant(product.args[1]))
    return std::nullopt;
  Expr said[2];
  for (const size_t i : {size_t{0}, size_t{1}}) {
    said[i] = apply(condition.op, {apply(Op::mod, {product.args[i], modulus}), condition.args[1]});
    if (auto further = said_of_remainders(said[i])) said[i] = *std::move(further);
  }
  const bool any = (rest == 0) == (condition.op == Op::eq);
  return apply(any ? Op::logical_or : Op::logical_and, {std::move(said[0]), std::move(said[1])});
}

}  // namespace

Expr without_products(const Expr& condition) {
  if (auto said = said_of_remainders(condition)) return *std::move(said);
  if (condition.op == Op::logical_and || condition.op == Op::logical_or) {
    Expr result = condition;
    for (Expr& one : result.args) one = without_products(one);
    return result;
  }
  const auto number = [&](size_t side) {
    const Expr& one = condition.args[side];
    return one.op == Op::constant && (one.value == 0 || one.value == 1) ? one.value : -1;
  };
  std::optional<bool> is_zero;
  size_t side = 0;
  if ((condition.op == Op::eq || condition.op == Op::ne) && number(1) == 0) {
    is_zero = condition.op == Op::eq;
  } else if ((condition.op == Op::lt && number(0) == 0) ||
             (condition.op == Op::le && number(0) == 1)) {
    is_zero = false;
    side = 1;
  }
  if (!is_zero || !is_natural_polynomial(condition.args[side]) ||
      !has_product(condition.args[side]))
    return condition;
  return said_of_variables(condition.args[side], *is_zero);
}

}  // namespace grundy
