#include "rule/fibonacci.h"

#include <algorithm>

namespace grundy {
namespace {

/// Equal terms, as they are written; those with sets or quantifiers are not compared.
bool same_term(const Expr& a, const Expr& b) {
  const bool plain =
      a.set == nullptr && b.set == nullptr && a.quantifier == nullptr && b.quantifier == nullptr;
  return plain && a.op == b.op && a.value == b.value &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_term);
}

bool is_number(const Expr& e, int64_t n) { return e.op == Op::constant && e.value == n; }

/// n of issquare(5*n*n + 4), or - 4.
const Expr* root_of(const Expr& e, Op sign) {
  if (e.op != Op::issquare || e.args[0].op != sign || !is_number(e.args[0].args[1], 4))
    return nullptr;
  const Expr& product = e.args[0].args[0];
  if (product.op != Op::mul || product.args[0].op != Op::mul ||
      !is_number(product.args[0].args[0], 5))
    return nullptr;
  return same_term(product.args[0].args[1], product.args[1]) ? &product.args[1] : nullptr;
}

}  // namespace

Expr fibonacci_condition(const Expr& n) {
  const Expr product = apply(Op::mul, {apply(Op::mul, {constant(5), n}), n});
  return apply(Op::logical_or, {apply(Op::issquare, {apply(Op::add, {product, constant(4)})}),
                                apply(Op::issquare, {apply(Op::sub, {product, constant(4)})})});
}

const Expr* asked_for_fibonacci(const Expr& condition) {
  if (condition.op != Op::logical_or) return nullptr;
  const Expr* plus = root_of(condition.args[0], Op::add);
  const Expr* minus = root_of(condition.args[1], Op::sub);
  return plus != nullptr && minus != nullptr && same_term(*plus, *minus) ? plus : nullptr;
}

}  // namespace grundy
