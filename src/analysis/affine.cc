#include "analysis/affine.h"

#include "rule/print.h"

namespace grundy {
namespace {

constexpr int64_t kMaxCoefficient = int64_t{1} << 40;

bool in_reach(int64_t value) { return value <= kMaxCoefficient && value >= -kMaxCoefficient; }

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
      if (!binder.low.empty()) range.low = std::max<int64_t>(0, interval(binder.low[0], intervals_).low);
      if (!binder.high.empty()) range.high = std::max<int64_t>(range.low, interval(binder.high[0], intervals_).high);
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

isl::Set AffineSpace::universe() const {
  return isl::Set(isl_set_universe(isl_space_set_alloc(context_, 0, static_cast<unsigned>(dimensions()))));
}

isl::Set AffineSpace::empty() const {
  return isl::Set(isl_set_empty(isl_space_set_alloc(context_, 0, static_cast<unsigned>(dimensions()))));
}

isl::Set AffineSpace::half_space(const LinearForm& form, bool equality) {
  isl_local_space* space =
      isl_local_space_from_space(isl_space_set_alloc(context_, 0, static_cast<unsigned>(dimensions())));
  isl_constraint* c = equality ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
  c = isl_constraint_set_constant_val(c, isl_val_int_from_si(context_, form.constant));
  for (size_t i = 0; i < form.coefficients.size(); ++i) {
    if (form.coefficients[i] == 0) continue;
    c = isl_constraint_set_coefficient_val(c, isl_dim_set, static_cast<int>(i),
                                           isl_val_int_from_si(context_, form.coefficients[i]));
  }
  return isl::Set(isl_set_from_basic_set(isl_basic_set_from_constraint(c)));
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

// left + slack <= right. min on the right and max on the left are split, since x <= min(a, b) is x <= a and x <= b.
isl::Set AffineSpace::comparison(const Expr& left, const Expr& right, int64_t slack, bool& exact) {
  if (right.op == Op::min || left.op == Op::max) {
    isl::Set result = universe();
    const bool split_right = right.op == Op::min;
    for (const Expr& arg : (split_right ? right : left).args) {
      result =
          intersect(std::move(result), comparison(split_right ? left : arg, split_right ? arg : right, slack, exact));
    }
    return result;
  }
  const auto a = linear(left);
  const auto b = linear(right);
  if (!a || !b) {
    exact = false;
    return universe();
  }
  LinearForm form = difference(*b, *a);
  form.constant -= slack;
  for (size_t i = slots_; i < form.coefficients.size(); ++i) {
    if (form.coefficients[i] != 0 && (depends_on_binder(i) || may_fail(term(i)))) exact = false;
  }
  return half_space(form);
}

isl::Set AffineSpace::set(const Expr& condition, bool negated, bool& exact) {
  switch (condition.op) {
    case Op::logical_not:
      return set(condition.args[0], !negated, exact);
    case Op::logical_and:
    case Op::logical_or: {
      isl::Set a = set(condition.args[0], negated, exact);
      isl::Set b = set(condition.args[1], negated, exact);
      return (condition.op == Op::logical_and) != negated ? intersect(std::move(a), std::move(b))
                                                          : unite(std::move(a), std::move(b));
    }
    case Op::le:
    case Op::lt: {
      const int64_t strict = condition.op == Op::lt;
      if (!negated) return comparison(condition.args[0], condition.args[1], strict, exact);
      return comparison(condition.args[1], condition.args[0], 1 - strict, exact);
    }
    case Op::eq:
    case Op::ne: {
      const Expr& a = condition.args[0];
      const Expr& b = condition.args[1];
      if ((condition.op == Op::eq) != negated) return intersect(comparison(a, b, 0, exact), comparison(b, a, 0, exact));
      return unite(comparison(a, b, 1, exact), comparison(b, a, 1, exact));
    }
    default:
      exact = false;
      return universe();
  }
}

isl::Set AffineSpace::set(const Expr& condition, bool& exact) { return set(condition, false, exact); }

void AffineSpace::facts_about(size_t dimension, const Expr& expr, const std::vector<Interval>& intervals,
                              isl::Set& result) {
  const Expr self = term(dimension);
  auto fact = [&](const Expr& smaller, const Expr& larger, int64_t slack = 0) {
    // Only what adds no further opaque term: facts() has to come to an end.
    const size_t before = opaque_.size();
    bool exact = true;
    isl::Set more = comparison(smaller, larger, slack, exact);
    opaque_.resize(before);
    if (more && isl_set_dim(more.keep(), isl_dim_set) <= static_cast<int>(dimensions()))
      result = intersect(std::move(result), std::move(more));
  };
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
      }
      break;
    case Op::mod:
      if (low(0) >= 0) fact(self, expr.args[0]);
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
    case Op::bit_xor:
      if (low(0) >= 0 && low(1) >= 0) fact(self, apply(Op::add, {expr.args[0], expr.args[1]}));
      break;
    default:
      break;
  }
}

isl::Set AffineSpace::identities() {
  isl::Set result = universe();
  for (size_t i = 0; i < slots_; ++i) {
    LinearForm form;
    form.coefficients.resize(slots_);
    form.coefficients[i] = 1;
    result = intersect(std::move(result), half_space(form));
  }
  bool exact = true;
  auto require = [&](const Expr& smaller, const Expr& larger) {
    result = intersect(std::move(result), comparison(smaller, larger, 0, exact));
  };
  for (const Binder& binder : line_.binders) {
    if (binder.kind != Binder::Kind::in_set || binder.set->complement) continue;
    const NumberSet& set = *binder.set;
    if (set.size() == 0) return empty();
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
  for (size_t i = 0; i < opaque_.size(); ++i) facts_about(slots_ + i, Expr(opaque_[i].expr), wide_, result);
  isl::Set all = universe();
  return intersect(std::move(all), std::move(result));
}

isl::Set AffineSpace::facts() {
  // The ranges come first: their terms may be opaque, and the identities know about those then.
  isl::Set ranges = universe();
  bool exact = true;
  auto require = [&](const Expr& smaller, const Expr& larger) {
    ranges = intersect(std::move(ranges), comparison(smaller, larger, 0, exact));
  };
  for (const Binder& binder : line_.binders) {
    const Expr self = slot(binder.slots[0]);
    for (const Expr& low : binder.low) require(low, self);
    for (const Expr& high : binder.high) require(self, high);
    if (binder.kind == Binder::Kind::equal) require(self, binder.low[0]);
  }
  ranges = intersect(std::move(ranges), identities());
  for (size_t i = 0; i < opaque_.size(); ++i) facts_about(slots_ + i, Expr(opaque_[i].expr), intervals_, ranges);
  return ranges;
}

}  // namespace grundy
