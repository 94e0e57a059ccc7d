// Between which integers the value of a term lies, and whether it grows with a variable.
//
// With a in 0..5 and b in 2..9 the term a - b lies in -9..3, rises with a and falls with b. Each
// operation is looked at by itself, so that a - a lies in -5..5: bounds are true, but need not be
// attained.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// All integers from low to high; kInfinity (and its negative) mean that there is no bound. Bounds
/// saturate, so an interval is never narrower than the truth.
struct Interval {
  static constexpr int64_t kInfinity = INT64_MAX;
  int64_t low = -kInfinity;
  int64_t high = kInfinity;
  bool bounded() const { return low != -kInfinity && high != kInfinity; }
};

/// The intervals inside a sum, an all or an any: its own variables with those outside.
std::vector<Interval> intervals_inside(const Quantifier& of, std::span<const Interval> slots);

/// The interval of a term when slot i lies in slots[i]; slots beyond the span are natural numbers.
Interval interval(const Expr& expr, std::span<const Interval> slots);

/// How a term changes when one variable grows and all others stay.
struct Trend {
  bool rises = false;      // never falls
  bool falls = false;      // never rises; a term without the variable does both
  bool unbounded = false;  // and goes beyond every bound in that direction
};
Trend trend(const Expr& expr, size_t variable, std::span<const Interval> slots);

/// The factor of `variable` in a term that is linear in it; false when it is not, or when the
/// factor is no constant.
bool linear_factor(const Expr& expr, size_t variable, int64_t& factor);

}  // namespace grundy
