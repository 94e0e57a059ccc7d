#include "engine/search/leads_to.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "rule/evaluate.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// A term as a + b*x, where x is the variable and all else has numbers.
struct LinearTerm {
  int64_t constant = 0;
  int64_t slope = 0;
};

class Target {
 public:
  Target(const MoveLine& line, const Part& part, Environment from, const std::vector<int64_t>& to)
      : line_(line), part_(part), slots_(std::move(from)), to_(to) {}

  std::optional<bool> is_reached() {
    if (line_.binders.empty()) return holds();
    const Binder& binder = line_.binders[0];
    if (line_.binders.size() != 1 || binder.kind != Binder::Kind::range ||
        binder.slots.size() != 1 || binder.slots[0] != slots_.size())
      return std::nullopt;
    for (const Expr& condition : line_.conditions) {
      if (!mentions(condition, slots_.size()) && number(condition) == int64_t{0}) return false;
    }
    for (size_t i = 0; i < to_.size(); ++i) {
      const auto term = linear(part_.coordinates[i]);
      if (!term) continue;
      int64_t rest = 0;
      if (__builtin_sub_overflow(to_[i], term->constant, &rest)) return std::nullopt;
      if (term->slope == 0) {
        if (rest != 0) return false;
        continue;
      }
      if (rest == INT64_MIN) return std::nullopt;
      if (rest % term->slope != 0 || rest / term->slope < 0) return false;
      return holds_at(rest / term->slope);
    }
    return std::nullopt;
  }

 private:
  std::optional<int64_t> number(const Expr& term) {
    Fault fault;
    const int64_t value = evaluate(term, slots_, fault);
    return fault.kind == Fault::Kind::none ? std::optional(value) : std::nullopt;
  }
  std::optional<LinearTerm> linear(const Expr& term) {
    const size_t variable = line_.binders[0].slots[0];
    if (!mentions(term, variable)) {
      const auto value = number(term);
      return value ? std::optional(LinearTerm{*value, 0}) : std::nullopt;
    }
    if (is_slot(term, variable)) return LinearTerm{0, 1};
    if (term.op != Op::add && term.op != Op::sub && term.op != Op::mul) return std::nullopt;
    const auto a = linear(term.args[0]), b = linear(term.args[1]);
    if (!a || !b) return std::nullopt;
    LinearTerm result;
    bool beyond = false;
    if (term.op == Op::add) {
      beyond = __builtin_add_overflow(a->constant, b->constant, &result.constant) ||
               __builtin_add_overflow(a->slope, b->slope, &result.slope);
    } else if (term.op == Op::sub) {
      beyond = __builtin_sub_overflow(a->constant, b->constant, &result.constant) ||
               __builtin_sub_overflow(a->slope, b->slope, &result.slope);
    } else {
      if (a->slope != 0 && b->slope != 0) return std::nullopt;
      const LinearTerm& moving = a->slope != 0 ? *a : *b;
      const int64_t factor = a->slope != 0 ? b->constant : a->constant;
      beyond = __builtin_mul_overflow(moving.constant, factor, &result.constant) ||
               __builtin_mul_overflow(moving.slope, factor, &result.slope);
    }
    return beyond ? std::nullopt : std::optional(result);
  }

  std::optional<bool> holds_at(int64_t value) {
    slots_.push_back(value);
    // Conditions may keep bounds from failing.
    const auto held = holds();
    if (!held || !*held) return held;
    const Binder& binder = line_.binders[0];
    for (const bool low : {true, false}) {
      for (const Expr& bound : low ? binder.low : binder.high) {
        const auto end = number(bound);
        if (!end) return std::nullopt;
        if (low ? value < *end : value > *end) return false;
      }
    }
    return true;
  }
  /// Whether the conditions hold, and the numbers are those.
  std::optional<bool> holds() {
    for (const Expr& condition : line_.conditions) {
      const auto value = number(condition);
      if (!value) return std::nullopt;
      if (*value == 0) return false;
    }
    for (size_t i = 0; i < to_.size(); ++i) {
      const auto value = number(part_.coordinates[i]);
      if (!value) return std::nullopt;
      if (*value != to_[i]) return false;
    }
    return true;
  }

  const MoveLine& line_;
  const Part& part_;
  Environment slots_;
  const std::vector<int64_t>& to_;
};

}  // namespace

std::optional<bool> leads_to(const Rule& rule, const Coordinates& from, const Coordinates& to) {
  const auto here = small_coordinates(rule, from), there = small_coordinates(rule, to);
  if (!here || !there) return std::nullopt;
  bool is_seen = true;
  for (const MoveLine& line : rule.moves) {
    const Part* part = only_part(rule, line);
    const auto reached = part == nullptr
                             ? std::nullopt
                             : Target(line, *part, Environment(*here), *there).is_reached();
    if (reached && *reached) return true;
    is_seen = is_seen && reached;
  }
  return is_seen ? std::optional(false) : std::nullopt;
}

}  // namespace grundy
