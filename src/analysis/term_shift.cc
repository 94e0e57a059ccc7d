#include "analysis/term_shift.h"

#include <algorithm>

namespace grundy {

std::optional<int64_t> TermShift::of(const Expr& expr) const {
  if (expr.op == Op::slot) {
    const auto number = static_cast<size_t>(expr.value);
    return number == binder ? turn : number < step.size() ? step[number] : 0;
  }
  std::vector<int64_t> by;
  for (const Expr& arg : expr.args) {
    const std::optional<int64_t> one = of(arg);
    if (!one) return std::nullopt;
    by.push_back(*one);
  }
  int64_t result = 0;
  switch (expr.op) {
    case Op::add:
      return __builtin_add_overflow(by[0], by[1], &result) ? std::nullopt : std::optional(result);
    case Op::sub:
      return __builtin_sub_overflow(by[0], by[1], &result) ? std::nullopt : std::optional(result);
    case Op::mul:
      for (const size_t i : {size_t{0}, size_t{1}}) {
        if (expr.args[i].op == Op::constant &&
            !__builtin_mul_overflow(expr.args[i].value, by[1 - i], &result))
          return result;
      }
      break;
    case Op::min:
    case Op::max:
    case Op::lt:
    case Op::le:
    case Op::eq:
    case Op::ne:
      if (std::any_of(by.begin(), by.end(), [&](int64_t one) { return one != by[0]; }))
        return std::nullopt;
      return expr.op == Op::min || expr.op == Op::max ? by[0] : 0;
    default:
      break;
  }
  const bool stays = std::all_of(by.begin(), by.end(), [](int64_t one) { return one == 0; });
  return stays && (!expr.quantifier || unchanged(*expr.quantifier)) ? std::optional<int64_t>(0)
                                                                    : std::nullopt;
}

bool TermShift::unchanged(const std::vector<Expr>& list) const {
  return std::all_of(list.begin(), list.end(), [&](const Expr& e) { return unchanged(e); });
}

bool TermShift::unchanged(const Quantifier& quantifier) const {
  return unchanged(quantifier.filter) && unchanged(quantifier.condition) &&
         std::all_of(quantifier.binders.begin(), quantifier.binders.end(), [&](const Binder& one) {
           return unchanged(one.low) && unchanged(one.high) && unchanged(one.values);
         });
}

Expr outermost(Op op, const std::vector<Expr>& terms) {
  return terms.size() == 1 ? terms[0] : apply(op, terms);
}

bool fails(const std::vector<Expr>& list) {
  return std::any_of(list.begin(), list.end(), may_fail);
}

}  // namespace grundy
