#include "engine/law/growth.h"

#include <algorithm>

#include "rule/evaluate.h"
#include "rule/exact.h"

namespace grundy {
namespace {

constexpr int64_t kGreatestRise = 1 << 20;  // more is not told apart

/// The term never falls and is not negative at 0.
bool stays_natural(const Expr& term) {
  const auto least = term_at(term, 0);
  return least && *least >= 0;
}

bool is_natural_constant(const Expr& term, int64_t least = 0) {
  return term.op == Op::constant && term.value >= least;
}

/// It never falls and begins at a natural number.
bool is_natural_throughout(const Expr& term) {
  if (!never_falls(term)) return false;
  const auto least = exact_value(term, {Integer(0)});
  return least && !least->is_negative();
}

/// What a term is at 1, at least, and how much it rises from there on.
struct Rising {
  int64_t at_1 = 0;
  int64_t rise = 0;
};

constexpr int64_t kMuch = int64_t{1} << 30;  // more is not told apart

/// base**exponent of natural numbers, kMuch where it is more.
int64_t much_power(int64_t base, int64_t exponent) {
  int64_t result = 0;
  return power(base, exponent, &result) ? kMuch : std::min(result, kMuch);
}

/// The product of terms that never fall.
Rising product(const Rising& a, const Rising& b) {
  const int64_t rise = a.at_1 * b.rise + b.at_1 * a.rise + std::min(a.rise * b.rise, kMuch);
  return {std::min(a.at_1 * b.at_1, kMuch), std::min(rise, kMuch)};
}

std::optional<Rising> rising(const Expr& term) {
  if (term.op == Op::constant)
    return term.value < 0 ? std::nullopt : std::optional(Rising{std::min(term.value, kMuch), 0});
  if (term.op == Op::slot) return term.value == 0 ? std::optional(Rising{1, 1}) : std::nullopt;
  if (term.args.size() != 2 || term.quantifier || term.over_cells) return std::nullopt;
  const auto a = rising(term.args[0]);
  const auto b = rising(term.args[1]);
  if (!a || !b) return std::nullopt;
  const bool by_constant = term.args[1].op == Op::constant;
  switch (term.op) {
    case Op::add:
      return Rising{std::min(a->at_1 + b->at_1, kMuch), std::min(a->rise + b->rise, kMuch)};
    case Op::sub:
      if (!by_constant || b->at_1 == kMuch || a->at_1 == kMuch || a->at_1 < b->at_1)
        return std::nullopt;
      return Rising{a->at_1 - b->at_1, a->rise};
    case Op::mul:
      return product(*a, *b);
    case Op::div:
      if (!by_constant || b->at_1 < 1 || b->at_1 == kMuch) return std::nullopt;
      return Rising{a->at_1 / b->at_1, a->rise / b->at_1};
    case Op::power: {
      constexpr int64_t kGreatestExponent = 64;
      if (by_constant && b->at_1 >= 1 && b->at_1 <= kGreatestExponent) {
        Rising power = *a;
        for (int64_t i = 1; i < b->at_1; ++i) power = product(power, *a);
        return power;
      }
      if (term.args[0].op != Op::constant || a->at_1 < 2) return std::nullopt;
      const int64_t at_1 = much_power(a->at_1, b->at_1);
      return Rising{at_1, std::min(at_1 * (much_power(a->at_1, b->rise) - 1), kMuch)};
    }
    default:
      return std::nullopt;
  }
}

std::optional<int64_t> rise(const Expr& term) {
  const auto constant_at = [&](size_t i) {
    return term.args[i].op == Op::constant ? &term.args[i].value : nullptr;
  };
  switch (term.op) {
    case Op::constant:
      return 0;
    case Op::slot:
      return term.value == 0 ? std::optional<int64_t>(1) : std::nullopt;
    case Op::add: {
      const auto a = greatest_rise_of(term.args[0]);
      const auto b = greatest_rise_of(term.args[1]);
      return a && b ? std::optional<int64_t>(*a + *b) : std::nullopt;
    }
    case Op::sub: {
      if (constant_at(1) != nullptr) return greatest_rise_of(term.args[0]);
      const auto taken = greatest_rise_of(term.args[1]);
      const bool is_n = term.args[0].op == Op::slot && term.args[0].value == 0;
      return is_n && taken && *taken <= 1 ? std::optional<int64_t>(1) : std::nullopt;
    }
    case Op::mul: {
      const size_t factor = constant_at(0) != nullptr ? 0 : 1;
      if (constant_at(factor) == nullptr || *constant_at(factor) < 0 ||
          *constant_at(factor) > kGreatestRise)
        return {};
      const auto other = greatest_rise_of(term.args[1 - factor]);
      return other ? std::optional<int64_t>(*other * *constant_at(factor)) : std::nullopt;
    }
    case Op::div: {
      if (constant_at(1) == nullptr || *constant_at(1) < 1) return {};
      const auto above = greatest_rise_of(term.args[0]);
      if (!above) return {};
      return *above / *constant_at(1) + (*above % *constant_at(1) != 0 ? 1 : 0);
    }
    case Op::isqrt: {
      const auto inner = greatest_rise_of(term.args[0]);
      return inner && *inner <= 1 && stays_natural(term.args[0]) ? inner : std::nullopt;
    }
    case Op::min:
    case Op::max: {
      int64_t most = 0;
      for (const Expr& arg : term.args) {
        const auto one = greatest_rise_of(arg);
        if (!one) return {};
        most = std::max(most, *one);
      }
      return most;
    }
    default:
      return {};
  }
}

}  // namespace

std::optional<int64_t> greatest_rise_of(const Expr& term) {
  const auto bound = rise(term);
  return bound && *bound <= kGreatestRise ? bound : std::nullopt;
}

std::optional<int64_t> least_rise_of(const Expr& term) {
  const auto found = rising(term);
  return found ? std::optional(found->rise) : std::nullopt;
}

std::optional<int64_t> term_at(const Expr& term, int64_t n) {
  if (term.op == Op::constant) return term.value;
  if (term.op == Op::slot) return n;
  const auto first = term_at(term.args[0], n);
  if (!first) return std::nullopt;
  int64_t result = *first;
  if (term.op == Op::isqrt) return result < 0 ? std::nullopt : std::optional(integer_root(result));
  for (size_t i = 1; i < term.args.size(); ++i) {
    const auto next = term_at(term.args[i], n);
    if (!next) return std::nullopt;
    switch (term.op) {
      case Op::add:
        if (__builtin_add_overflow(result, *next, &result)) return std::nullopt;
        break;
      case Op::sub:
        if (__builtin_sub_overflow(result, *next, &result)) return std::nullopt;
        break;
      case Op::mul:
        if (__builtin_mul_overflow(result, *next, &result)) return std::nullopt;
        break;
      case Op::div:
        if (*next < 1) return std::nullopt;
        result = floor_quotient(result, *next);
        break;
      case Op::power:
        if (result < 0 || *next < 0 || power(result, *next, &result)) return std::nullopt;
        break;
      case Op::min:
        result = std::min(result, *next);
        break;
      case Op::max:
        result = std::max(result, *next);
        break;
      default:
        return std::nullopt;
    }
  }
  return result;
}

bool never_falls(const Expr& term) {
  const auto all = [&](auto&& holds) {
    return std::all_of(term.args.begin(), term.args.end(), holds);
  };
  switch (term.op) {
    case Op::constant:
      return true;
    case Op::slot:
      return term.value == 0;
    case Op::add:
    case Op::min:
    case Op::max:
      return all(never_falls);
    case Op::mul:
      return all(is_natural_throughout);
    case Op::sub:
      return (term.args[1].op == Op::constant && never_falls(term.args[0])) ||
             greatest_rise_of(term);
    case Op::div:
      return is_natural_constant(term.args[1], 1) && never_falls(term.args[0]);
    case Op::isqrt:
      return is_natural_throughout(term.args[0]);
    case Op::power:
      return (is_natural_constant(term.args[1]) && is_natural_throughout(term.args[0])) ||
             (is_natural_constant(term.args[0], 1) && is_natural_throughout(term.args[1]));
    case Op::shift_left:
    case Op::shift_right:
      return is_natural_constant(term.args[1]) && never_falls(term.args[0]);
    default:
      return false;
  }
}

}  // namespace grundy
