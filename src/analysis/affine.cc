#include "analysis/affine.h"

#include <isl/mat.h>

#include "rule/print.h"

namespace grundy {
namespace {

constexpr int64_t kLargestCoefficient = int64_t{1} << 40;

bool in_reach(int64_t value) {
  return value <= kLargestCoefficient && value >= -kLargestCoefficient;
}

}  // namespace

AffineSpace::AffineSpace(isl_ctx* context, const MoveLine& line, size_t arity)
    : context_(context), line_(line), arity_(arity), slots_(arity) {
  for (const Binder& binder : line.binders) {
    for (size_t s : binder.slots) slots_ = std::max(slots_, s + 1);
  }
  wide_.assign(slots_, Interval{0, Interval::kInfinity});
  intervals_ = wide_;
  for (const Binder& binder : line.binders) {
    if (binder.kind == Binder::Kind::in_set && !binder.set->complement) {
      const NumberSet& set = *binder.set;
      for (size_t j = 0; j < set.arity && j < binder.slots.size(); ++j) {
        Interval& range = intervals_[binder.slots[j]];
        range = {Interval::kInfinity, 0};
        for (size_t i = 0; i < set.size(); ++i) {
          range.low = std::min(range.low, set.flat[i * set.arity + j]);
          range.high = std::max(range.high, set.flat[i * set.arity + j]);
        }
        wide_[binder.slots[j]] = range;
      }
    } else if (binder.kind == Binder::Kind::range || binder.kind == Binder::Kind::equal) {
      Interval& range = intervals_[binder.slots[0]];
      if (!binder.low.empty())
        range.low = std::max<int64_t>(0, interval(binder.low[0], intervals_).low);
      if (!binder.high.empty())
        range.high = std::max<int64_t>(range.low, interval(binder.high[0], intervals_).high);
    }
  }
}

Expr AffineSpace::term(size_t dimension) const {
  return dimension < slots_ ? slot(dimension) : opaque_[dimension - slots_].expr;
}

bool AffineSpace::depends_on_binder(size_t dimension) const {
  return dimension >= slots_ && slot_bound(opaque_[dimension - slots_].expr) > arity_;
}

Expr AffineSpace::expr(const LinearForm& form) const {
  Expr result = constant(form.constant);
  bool first = form.constant == 0;
  auto join = [&](Op op, Expr next) {
    if (first) {
      result = op == Op::sub ? apply(Op::neg, {std::move(next)}) : std::move(next);
    } else {
      result = apply(op, {std::move(result), std::move(next)});
    }
    first = false;
  };
  for (bool positive : {true, false}) {
    for (size_t i = 0; i < form.coefficients.size(); ++i) {
      const int64_t c = form.coefficients[i];
      if (c == 0 || (c > 0) != positive) continue;
      const int64_t size = c < 0 ? -c : c;
      Expr product = size == 1 ? term(i) : apply(Op::mul, {constant(size), term(i)});
      join(positive ? Op::add : Op::sub, std::move(product));
    }
  }
  return result;
}

LinearForm AffineSpace::difference(const LinearForm& a, const LinearForm& b) const {
  LinearForm result = a;
  result.coefficients.resize(dimensions());
  for (size_t i = 0; i < b.coefficients.size(); ++i) result.coefficients[i] -= b.coefficients[i];
  result.constant -= b.constant;
  return result;
}

size_t AffineSpace::opaque(const Expr& expr) {
  std::string key = print_expr(expr, line_.slot_names);
  for (size_t i = 0; i < opaque_.size(); ++i) {
    if (opaque_[i].key == key) return slots_ + i;
  }
  opaque_.push_back({expr, std::move(key)});
  return slots_ + opaque_.size() - 1;
}

bool AffineSpace::add_linear(const Expr& expr, int64_t factor, LinearForm& form) {
  auto add_dimension = [&](size_t dimension) {
    if (form.coefficients.size() <= dimension) form.coefficients.resize(dimension + 1);
    form.coefficients[dimension] += factor;
    return in_reach(form.coefficients[dimension]);
  };
  if (!in_reach(factor)) return false;
  switch (expr.op) {
    case Op::constant: {
      int64_t product = 0;
      if (__builtin_mul_overflow(expr.value, factor, &product)) return false;
      if (!in_reach(product)) return false;
      form.constant += product;
      return in_reach(form.constant);
    }
    case Op::slot:
      if (static_cast<size_t>(expr.value) >= slots_) return false;
      return add_dimension(static_cast<size_t>(expr.value));
    case Op::neg:
      return add_linear(expr.args[0], -factor, form);
    case Op::add:
      return add_linear(expr.args[0], factor, form) && add_linear(expr.args[1], factor, form);
    case Op::sub:
      return add_linear(expr.args[0], factor, form) && add_linear(expr.args[1], -factor, form);
    case Op::mul:
      for (size_t i : {size_t{0}, size_t{1}}) {
        const Expr& one = expr.args[i];
        int64_t product = 0;
        if (one.op != Op::constant) continue;
        if (__builtin_mul_overflow(one.value, factor, &product)) return false;
        return add_linear(expr.args[1 - i], product, form);
      }
      break;
    default:
      break;
  }
  if (slot_bound(expr) > slots_) return false;
  return add_dimension(opaque(expr));
}

std::optional<LinearForm> AffineSpace::linear(const Expr& expr) {
  LinearForm form;
  if (!add_linear(expr, 1, form)) return std::nullopt;
  form.coefficients.resize(dimensions());
  return form;
}

isl::Set AffineSpace::conjunction(const std::vector<LinearForm>& forms) const {
  // One call of isl: to intersect half spaces one by one takes many times as long.
  const auto columns = static_cast<unsigned>(dimensions() + 1);
  isl_mat* equalities = isl_mat_alloc(context_, 0, columns);
  isl_mat* inequalities = isl_mat_alloc(context_, static_cast<unsigned>(forms.size()), columns);
  for (size_t row = 0; row < forms.size(); ++row) {
    const LinearForm& form = forms[row];
    auto put = [&](size_t column, int64_t value) {
      inequalities =
          isl_mat_set_element_val(inequalities, static_cast<int>(row), static_cast<int>(column),
                                  isl_val_int_from_si(context_, value));
    };
    put(0, form.constant);
    for (size_t i = 0; i < dimensions(); ++i)
      put(i + 1, i < form.coefficients.size() ? form.coefficients[i] : 0);
  }
  isl_space* space = isl_space_set_alloc(context_, 0, static_cast<unsigned>(dimensions()));
  return isl::Set(isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      space, equalities, inequalities, isl_dim_cst, isl_dim_set, isl_dim_div, isl_dim_param)));
}

namespace {

/// Both sets in the space of the larger one: dimensions are only ever added at the end.
void align(isl::Set& a, isl::Set& b) {
  auto size = [](const isl::Set& s) { return isl_set_dim(s.keep(), isl_dim_set); };
  auto widen = [](isl::Set& s, int by) {
    s = isl::Set(isl_set_add_dims(s.take(), isl_dim_set, static_cast<unsigned>(by)));
  };
  if (!a || !b) return;
  if (size(a) < size(b)) widen(a, size(b) - size(a));
  if (size(b) < size(a)) widen(b, size(a) - size(b));
}

isl::Set intersect(isl::Set a, isl::Set b) {
  align(a, b);
  return isl::Set(isl_set_intersect(a.take(), b.take()));
}

isl::Set unite(isl::Set a, isl::Set b) {
  align(a, b);
  return isl::Set(isl_set_union(a.take(), b.take()));
}

}  // namespace

// left + slack <= right. min on the right and max on the left are split, since x <= min(a, b) is x
// <= a and x <= b.
void AffineSpace::compare(const Expr& left, const Expr& right, int64_t slack, bool& exact,
                          std::vector<LinearForm>& result) {
  if (right.op == Op::min || left.op == Op::max) {
    const bool split_right = right.op == Op::min;
    for (const Expr& arg : (split_right ? right : left).args)
      compare(split_right ? left : arg, split_right ? arg : right, slack, exact, result);
    return;
  }
  const auto a = linear(left);
  const auto b = linear(right);
  if (!a || !b) {
    exact = false;
    return;
  }
  LinearForm form = difference(*b, *a);
  form.constant -= slack;
  for (size_t i = slots_; i < form.coefficients.size(); ++i) {
    if (form.coefficients[i] != 0 && (depends_on_binder(i) || may_fail(term(i)))) exact = false;
  }
  result.push_back(std::move(form));
}

isl::Set AffineSpace::comparison(const Expr& left, const Expr& right, int64_t slack, bool& exact) {
  std::vector<LinearForm> forms;
  compare(left, right, slack, exact, forms);
  return conjunction(forms);
}

bool AffineSpace::conjuncts(const Expr& condition, bool negated, bool& exact,
                            std::vector<LinearForm>& forms) {
  switch (condition.op) {
    case Op::logical_not:
      return conjuncts(condition.args[0], !negated, exact, forms);
    case Op::logical_and:
    case Op::logical_or:
      return (condition.op == Op::logical_and) != negated &&
             conjuncts(condition.args[0], negated, exact, forms) &&
             conjuncts(condition.args[1], negated, exact, forms);
    case Op::le:
    case Op::lt: {
      const int64_t strict = condition.op == Op::lt;
      if (!negated) compare(condition.args[0], condition.args[1], strict, exact, forms);
      if (negated) compare(condition.args[1], condition.args[0], 1 - strict, exact, forms);
      return true;
    }
    case Op::eq:
    case Op::ne: {
      if ((condition.op == Op::eq) == negated) return false;
      compare(condition.args[0], condition.args[1], 0, exact, forms);
      compare(condition.args[1], condition.args[0], 0, exact, forms);
      return true;
    }
    default:
      exact = false;
      return true;
  }
}

bool AffineSpace::conjuncts(const Expr& condition, bool& exact, std::vector<LinearForm>& forms) {
  const size_t before = forms.size();
  const bool all = conjuncts(condition, false, exact, forms);
  if (!all) forms.resize(before);
  return all;
}

isl::Set AffineSpace::set(const Expr& condition, bool negated, bool& exact) {
  std::vector<LinearForm> forms;
  if (conjuncts(condition, negated, exact, forms)) return conjunction(forms);
  const Expr& a = condition.args[0];
  switch (condition.op) {
    case Op::logical_not:
      return set(a, !negated, exact);
    case Op::logical_and:
    case Op::logical_or: {
      isl::Set first = set(a, negated, exact);
      isl::Set second = set(condition.args[1], negated, exact);
      return (condition.op == Op::logical_and) != negated
                 ? intersect(std::move(first), std::move(second))
                 : unite(std::move(first), std::move(second));
    }
    default:  // a /= b
      return unite(comparison(a, condition.args[1], 1, exact),
                   comparison(condition.args[1], a, 1, exact));
  }
}

isl::Set AffineSpace::set(const Expr& condition, bool& exact) {
  return set(condition, false, exact);
}

void AffineSpace::facts_about(size_t dimension, const Expr& expr,
                              const std::vector<Interval>& intervals,
                              std::vector<LinearForm>& result) {
  const Expr self = term(dimension);
  auto fact = [&](const Expr& smaller, const Expr& larger, int64_t slack = 0) {
    // Not where it needs a further opaque term: facts() has to come to an end.
    const size_t before = opaque_.size();
    const size_t forms_before = result.size();
    bool exact = true;
    compare(smaller, larger, slack, exact, result);
    if (opaque_.size() > before) result.resize(forms_before);
    opaque_.resize(before);
  };
  // Where the term has no value nothing may be said about it: a bound would exclude the choice, and
  // the missing value would go unnoticed.
  if (expr.op == Op::isqrt && interval(expr.args[0], intervals).low < 0) return;
  const Interval range = interval(expr, intervals);
  if (range.low != -Interval::kInfinity && in_reach(range.low)) fact(constant(range.low), self);
  if (range.high != Interval::kInfinity && in_reach(range.high)) fact(self, constant(range.high));
  auto low = [&](size_t i) { return interval(expr.args[i], intervals).low; };
  switch (expr.op) {
    case Op::mul:
      if (low(0) >= 0 && low(1) >= 1) fact(expr.args[0], self);
      if (low(0) >= 1 && low(1) >= 0) fact(expr.args[1], self);
      break;
    case Op::div:
      if (expr.args[1].op == Op::constant && expr.args[1].value >= 1) {
        const Expr whole = apply(Op::mul, {expr.args[1], self});
        fact(whole, expr.args[0]);
        fact(expr.args[0], whole, 1 - expr.args[1].value);
      } else if (low(0) >= 0 && low(1) >= 1) {
        fact(self, expr.args[0]);
        if (in_reach(low(1))) fact(apply(Op::mul, {constant(low(1)), self}), expr.args[0]);
      }
      break;
    case Op::mod:
      if (expr.args[1].op != Op::constant && low(1) >= 1)
        fact(apply(Op::add, {self, constant(1)}), expr.args[1]);
      if (low(0) < 0) break;
      fact(self, expr.args[0]);
      // Together with the quotient by the same divisor, if the line has that too.
      if (expr.args[1].op != Op::constant && low(1) >= 1 && in_reach(low(1))) {
        const Expr quotient = apply(Op::div, {expr.args[0], expr.args[1]});
        fact(apply(Op::add, {apply(Op::mul, {constant(low(1)), quotient}), self}), expr.args[0]);
      }
      break;
    case Op::min:
      for (const Expr& arg : expr.args) fact(self, arg);
      break;
    case Op::max:
      for (const Expr& arg : expr.args) fact(arg, self);
      break;
    case Op::isqrt:
      if (low(0) >= 0) fact(self, expr.args[0]);
      break;
    case Op::bit_and:
      for (const size_t i : {size_t{0}, size_t{1}}) {
        if (low(i) >= 0) fact(self, expr.args[i]);
      }
      break;
    case Op::bit_or:
      if (low(0) >= 0 && low(1) >= 0) {
        for (const Expr& arg : expr.args) fact(arg, self);
        fact(self, apply(Op::add, {expr.args[0], expr.args[1]}));
      }
      break;
    case Op::shift_right:
      if (low(0) >= 0 && low(1) >= 0) fact(self, expr.args[0]);
      break;
    case Op::shift_left:
      if (low(0) >= 0 && low(1) >= 0) fact(expr.args[0], self);
      break;
    case Op::bit_xor:
      if (low(0) >= 0 && low(1) >= 0) fact(self, apply(Op::add, {expr.args[0], expr.args[1]}));
      break;
    default:
      break;
  }
}

std::vector<LinearForm> AffineSpace::identities() {
  std::vector<LinearForm> result;
  for (size_t i = 0; i < slots_; ++i) {
    LinearForm form;
    form.coefficients.resize(slots_);
    form.coefficients[i] = 1;
    result.push_back(std::move(form));
  }
  bool exact = true;
  auto require = [&](const Expr& smaller, const Expr& larger) {
    compare(smaller, larger, 0, exact, result);
  };
  for (const Binder& binder : line_.binders) {
    if (binder.kind != Binder::Kind::in_set || binder.set->complement) continue;
    const NumberSet& set = *binder.set;
    if (set.size() == 0) return {{{}, -1}};  // no choice at all
    for (size_t j = 0; j < set.arity; ++j) {
      const Interval range = intervals_[binder.slots[j]];
      require(constant(range.low), slot(binder.slots[j]));
      require(slot(binder.slots[j]), constant(range.high));
      for (size_t i = 0; i < j; ++i) {  // a < b for all tuples (a, b) is worth knowing
        Interval gap{Interval::kInfinity, -Interval::kInfinity};
        for (size_t e = 0; e < set.size(); ++e) {
          const int64_t difference = set.flat[e * set.arity + j] - set.flat[e * set.arity + i];
          gap.low = std::min(gap.low, difference);
          gap.high = std::max(gap.high, difference);
        }
        const Expr apart = apply(Op::sub, {slot(binder.slots[j]), slot(binder.slots[i])});
        require(constant(gap.low), apart);
        require(apart, constant(gap.high));
      }
    }
  }
  for (size_t i = 0; i < opaque_.size(); ++i)
    facts_about(slots_ + i, Expr(opaque_[i].expr), wide_, result);
  return result;
}

isl::Set AffineSpace::facts(std::vector<LinearForm> forms) {
  // The ranges come first: their terms may be opaque, and the identities know about those then.
  bool exact = true;
  auto require = [&](const Expr& smaller, const Expr& larger) {
    compare(smaller, larger, 0, exact, forms);
  };
  for (const Binder& binder : line_.binders) {
    const Expr self = slot(binder.slots[0]);
    for (const Expr& low : binder.low) require(low, self);
    for (const Expr& high : binder.high) require(self, high);
    if (binder.kind == Binder::Kind::equal) require(self, binder.low[0]);
  }
  // So do those of remainders of remainders: (n % m) % 2 is at most n % m.
  for (size_t i = 0; i < opaque_.size(); ++i) {
    const Expr expr = opaque_[i].expr;
    if (expr.op == Op::mod && expr.args[0].op == Op::mod) linear(expr.args[0]);
  }
  for (LinearForm& form : identities()) forms.push_back(std::move(form));
  for (size_t i = 0; i < opaque_.size(); ++i)
    facts_about(slots_ + i, Expr(opaque_[i].expr), intervals_, forms);
  return conjunction(forms);
}

isl::Set AffineSpace::with_extremes(isl::Set set) {
  constexpr size_t kMostPieces = 16;
  constexpr std::ptrdiff_t kMostExtremes = 12;  // each makes the pieces of many dimensions
  const auto is_extreme = [](const Opaque& one) {
    return one.expr.op == Op::min || one.expr.op == Op::max;
  };
  if (std::count_if(opaque_.begin(), opaque_.end(), is_extreme) > kMostExtremes) return set;
  size_t pieces = 1;
  for (size_t i = 0; i < opaque_.size(); ++i) {
    const Expr expr = opaque_[i].expr;
    if (!is_extreme(opaque_[i]) || pieces * expr.args.size() > kMostPieces) continue;
    const size_t before = opaque_.size();
    std::vector<LinearForm> equal;  // or beyond the argument, which facts() excludes
    for (const Expr& arg : expr.args) {
      auto form = linear(arg);
      if (!form || opaque_.size() > before) break;
      form->coefficients[slots_ + i] -= 1;
      if (expr.op == Op::min) *form = difference({}, *form);
      equal.push_back(std::move(*form));
    }
    opaque_.resize(before);
    if (equal.size() < expr.args.size()) continue;
    isl::Set some = conjunction({equal[0]});
    for (size_t j = 1; j < equal.size(); ++j)
      some = unite(std::move(some), conjunction({equal[j]}));
    set = intersect(std::move(set), std::move(some));
    pieces *= expr.args.size();
  }
  return set;
}

}  // namespace grundy
