#include "analysis/interval.h"

#include <algorithm>

#include "rule/cells.h"

namespace grundy {
namespace {

__extension__ using Wide = __int128;
constexpr int64_t kInf = Interval::kInfinity;

bool infinite(int64_t bound) { return bound == kInf || bound == -kInf; }

int64_t saturate(Wide value) {
  if (value >= kInf) return kInf;
  if (value <= -kInf) return -kInf;
  return static_cast<int64_t>(value);
}

int64_t add(int64_t a, int64_t b) {
  if (infinite(a)) return a;
  if (infinite(b)) return b;
  return saturate(Wide{a} + b);
}

int64_t times(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  if (infinite(a) || infinite(b)) return (a < 0) == (b < 0) ? kInf : -kInf;
  return saturate(Wide{a} * b);
}

Interval negate(Interval a) { return {-a.high, -a.low}; }
Interval sum(Interval a, Interval b) { return {add(a.low, b.low), add(a.high, b.high)}; }

Interval product(Interval a, Interval b) {
  const int64_t corners[] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                             times(a.high, b.high)};
  return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
}

int64_t quotient(int64_t a, int64_t b) {  // b >= 1
  if (infinite(a)) return a;
  const int64_t q = a / b;
  return a % b < 0 ? q - 1 : q;
}

}  // namespace

std::vector<Interval> intervals_inside(const Quantifier& of, std::span<const Interval> slots) {
  std::vector<Interval> inside(slots.begin(), slots.end());
  for (const Binder& binder : of.binders) {
    Interval range{0, kInf};
    if (binder.kind == Binder::Kind::equal) {
      range.high = std::max<int64_t>(interval(binder.low[0], inside).high, 0);
    } else if (binder.kind == Binder::Kind::range) {
      if (!binder.high.empty())
        range.high = std::max<int64_t>(interval(binder.high[0], inside).high, 0);
      if (!binder.low.empty())
        range.low = std::clamp<int64_t>(interval(binder.low[0], inside).low, 0, range.high);
    }
    for (const size_t slot : binder.slots) {
      if (inside.size() <= slot) inside.resize(slot + 1, {0, kInf});
      inside[slot] = range;
    }
  }
  return inside;
}

namespace {

/// Of sum(T for …), count(C for …) and the like; others may be anything.
Interval of_fold(const Expr& expr, std::span<const Interval> slots) {
  using Fold = CellCondition::Fold;
  if (!expr.quantifier || expr.over_cells->kind != CellCondition::Kind::fold) return {};
  const std::vector<Interval> inside = intervals_inside(*expr.quantifier, slots);
  int64_t choices = 1;  // at most
  for (const Binder& binder : expr.quantifier->binders) {
    const Interval range = inside[binder.slots[0]];
    const bool is_bounded = binder.kind == Binder::Kind::range && range.high != kInf;
    if (binder.kind != Binder::Kind::equal)
      choices = times(choices, is_bounded ? range.high - range.low + 1 : kInf);
  }
  const Interval one = interval(expr.quantifier->condition, inside);
  switch (expr.over_cells->fold) {
    case Fold::count:
      return {0, choices};
    case Fold::sum:
      return {one.low >= 0 ? 0 : times(choices, one.low),
              one.high <= 0 ? 0 : times(choices, one.high)};
    case Fold::min:
    case Fold::max:
      return {std::min<int64_t>(one.low, 0), std::max<int64_t>(one.high, 0)};
    case Fold::gcd:
      return {0, std::max(one.high, -one.low)};
    case Fold::bit_and:
      return one.low < 0 ? Interval{} : Interval{0, one.high};
    default:
      return one.low < 0 ? Interval{} : Interval{0, kInf};
  }
}

}  // namespace

Interval interval(const Expr& expr, std::span<const Interval> slots) {
  auto arg = [&](size_t i) { return interval(expr.args[i], slots); };
  switch (expr.op) {
    case Op::constant:
      return {saturate(expr.value), saturate(expr.value)};
    case Op::slot:
      return static_cast<size_t>(expr.value) < slots.size() ? slots[expr.value] : Interval{0, kInf};
    case Op::neg:
      return negate(arg(0));
    case Op::add:
      return sum(arg(0), arg(1));
    case Op::sub:
      return sum(arg(0), negate(arg(1)));
    case Op::mul: {
      const Interval a = arg(0);
      const bool square = expr.args[0].op == Op::slot && expr.args[1].op == Op::slot &&
                          expr.args[0].value == expr.args[1].value;
      Interval result = product(a, arg(1));
      if (square) result.low = std::max<int64_t>(0, result.low);
      return result;
    }
    case Op::div: {
      const Interval a = arg(0);
      const Interval b = arg(1);
      if (b.low >= 1) {
        return {
            a.low >= 0 ? (b.high == kInf ? 0 : quotient(a.low, b.high)) : quotient(a.low, b.low),
            a.high >= 0 ? quotient(a.high, b.low)
                        : (b.high == kInf ? -1 : quotient(a.high, b.high))};
      }
      const int64_t most = std::max(a.low == -kInf ? kInf : std::abs(a.low),
                                    a.high == -kInf ? kInf : std::abs(a.high));
      return {add(-most, -1), most};
    }
    case Op::mod: {
      const Interval a = arg(0);
      const Interval b = arg(1);
      // Never has a value: whoever evaluates it is to notice.
      const bool never = b.low == 0 && b.high == 0;
      if (never || b.low == -kInf || b.high == kInf)
        return {0, a.low >= 0 ? std::max(a.high, int64_t{0}) : kInf};
      const int64_t largest = std::max(std::abs(b.low), std::abs(b.high));
      if (a.low >= 0 && a.high < b.low) return a;
      return {0, std::max<int64_t>(largest - 1, 0)};
    }
    case Op::bit_xor: {
      const Interval a = arg(0);
      const Interval b = arg(1);
      if (a.low < 0 || b.low < 0) return {};
      return {0, add(a.high, b.high)};
    }
    case Op::bit_and: {
      const Interval a = arg(0);
      const Interval b = arg(1);
      if (a.low < 0 && b.low < 0) return {};
      return {0, a.low < 0 ? b.high : b.low < 0 ? a.high : std::min(a.high, b.high)};
    }
    case Op::bit_or: {
      const Interval a = arg(0);
      const Interval b = arg(1);
      if (a.low < 0 || b.low < 0) return {};
      return {std::max(a.low, b.low), add(a.high, b.high)};
    }
    case Op::shift_left:
    case Op::shift_right: {
      const Interval a = arg(0);
      const Interval by = expr.op == Op::shift_left ? arg(1) : negate(arg(1));
      if (by.high <= 0) return {std::min(a.low, int64_t{0}), std::max(a.high, int64_t{-1})};
      const int64_t factor = by.high < 62 ? int64_t{1} << by.high : kInf;
      return {std::min(times(a.low, factor), int64_t{0}),
              std::max(times(a.high, factor), int64_t{0})};
    }
    case Op::power: {
      const Interval a = arg(0);
      const Interval b = arg(1);
      const int64_t size = std::max({int64_t{1}, a.high, a.low == -kInf ? kInf : -a.low});
      int64_t most = size;  // of |a^b|
      for (int64_t i = 1; i < b.high && most < kInf && most > 1; ++i) most = times(most, size);
      const bool is_positive = a.low >= 1 && b.low >= 0;
      return {is_positive ? 1 : a.low >= 0 ? 0 : -most, most};
    }
    case Op::nim_product: {  // numbers below 2^2^i are a field
      const int64_t largest = std::max(arg(0).high, arg(1).high);
      for (const int bits : {1, 2, 4, 8, 16, 32}) {
        if (largest < int64_t{1} << bits) return {0, (int64_t{1} << bits) - 1};
      }
      return {0, kInf};
    }
    case Op::min:
    case Op::max: {
      Interval result = arg(0);
      for (size_t i = 1; i < expr.args.size(); ++i) {
        const Interval next = arg(i);
        if (expr.op == Op::min) {
          result = {std::min(result.low, next.low), std::min(result.high, next.high)};
        } else {
          result = {std::max(result.low, next.low), std::max(result.high, next.high)};
        }
      }
      return result;
    }
    case Op::abs: {
      const Interval a = arg(0);
      if (a.low >= 0) return a;
      if (a.high <= 0) return negate(a);
      return {0, std::max(-a.low, a.high)};
    }
    case Op::gcd: {  // at most the largest operand; gcd(0, x) = |x|
      int64_t most = 0;
      for (size_t i = 0; i < expr.args.size(); ++i) {
        const Interval a = arg(i);
        if (!a.bounded()) return {0, kInf};
        most = std::max({most, a.high, -a.low});
      }
      return {0, most};
    }
    case Op::isqrt:
      return {0, std::max<int64_t>(arg(0).high, 0)};
    case Op::cell_count:
      return of_fold(expr, slots);
    default:
      return {0, 1};
  }
}

Trend trend(const Expr& expr, size_t variable, std::span<const Interval> slots) {
  if (!mentions(expr, variable)) return {true, true, false};
  auto arg = [&](size_t i) { return trend(expr.args[i], variable, slots); };
  auto turned = [](Trend t) { return Trend{t.falls, t.rises, t.unbounded}; };
  auto joined = [](Trend a, Trend b) {
    const bool rises = a.rises && b.rises;
    const bool falls = a.falls && b.falls;
    return Trend{rises, falls, (rises || falls) && (a.unbounded || b.unbounded)};
  };
  switch (expr.op) {
    case Op::slot:
      return {true, false, true};
    case Op::neg:
      return turned(arg(0));
    case Op::add:
      return joined(arg(0), arg(1));
    case Op::sub:
      return joined(arg(0), turned(arg(1)));
    case Op::mul: {
      const Trend a = arg(0);
      const Trend b = arg(1);
      const Interval x = interval(expr.args[0], slots);
      const Interval y = interval(expr.args[1], slots);
      if (x.low >= 0 && y.low >= 0 && a.rises && b.rises) {
        return {true, false,
                (a.unbounded && (y.low >= 1 || b.unbounded)) || (b.unbounded && x.low >= 1)};
      }
      const bool first_fixed = a.rises && a.falls;
      if (!first_fixed && !(b.rises && b.falls)) return {};
      const Interval factor = first_fixed ? x : y;
      Trend other = first_fixed ? b : a;
      if (factor.low >= 0) return {other.rises, other.falls, other.unbounded && factor.low >= 1};
      if (factor.high <= 0) return {other.falls, other.rises, other.unbounded && factor.high <= -1};
      return {};
    }
    case Op::div: {
      const Trend b = arg(1);
      if (!(b.rises && b.falls) || interval(expr.args[1], slots).low < 1) return {};
      return arg(0);
    }
    case Op::power: {
      const Interval base = interval(expr.args[0], slots);
      const Trend a = arg(0);
      const Trend b = arg(1);
      if (a.rises && a.falls && base.low >= 2) return {b.rises, b.falls, b.rises && b.unbounded};
      if (b.rises && b.falls && base.low >= 0 && interval(expr.args[1], slots).low >= 1)
        return {a.rises, a.falls, a.rises && a.unbounded};
      return {};
    }
    case Op::shift_left: {
      const Trend a = arg(0);
      const Trend b = arg(1);
      if (b.rises && b.falls && interval(expr.args[1], slots).low >= 0) return a;
      if (a.rises && a.falls && interval(expr.args[0], slots).low >= 1)
        return {b.rises, b.falls, b.rises && b.unbounded};
      return {};
    }
    case Op::min:
    case Op::max: {
      Trend result = arg(0);
      for (size_t i = 1; i < expr.args.size(); ++i) {
        const Trend next = arg(i);
        const bool rises = result.rises && next.rises;
        const bool falls = result.falls && next.falls;
        // All have to go on for the result to go on.
        const bool every = expr.op == Op::min ? rises : falls;
        const bool unbounded =
            every ? result.unbounded && next.unbounded : result.unbounded || next.unbounded;
        result = {rises, falls, (rises || falls) && unbounded};
      }
      return result;
    }
    case Op::isqrt:
      return arg(0);
    case Op::abs:
      return interval(expr.args[0], slots).low >= 0 ? arg(0) : Trend{};
    default:
      return {};
  }
}

bool linear_factor(const Expr& expr, size_t variable, int64_t& factor) {
  if (!mentions(expr, variable)) {
    factor = 0;
    return true;
  }
  int64_t a = 0;
  int64_t b = 0;
  switch (expr.op) {
    case Op::slot:
      factor = 1;
      return true;
    case Op::neg:
      if (!linear_factor(expr.args[0], variable, a)) return false;
      factor = -a;
      return true;
    case Op::add:
    case Op::sub:
      if (!linear_factor(expr.args[0], variable, a) || !linear_factor(expr.args[1], variable, b))
        return false;
      return !(expr.op == Op::add ? __builtin_add_overflow(a, b, &factor)
                                  : __builtin_sub_overflow(a, b, &factor));
    case Op::mul:
      for (size_t i : {size_t{0}, size_t{1}}) {
        if (expr.args[i].op != Op::constant) continue;
        return linear_factor(expr.args[1 - i], variable, a) &&
               !__builtin_mul_overflow(a, expr.args[i].value, &factor);
      }
      return false;
    default:
      return false;
  }
}

}  // namespace grundy
