#include "rule/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "rule/cells.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

using Fold = CellCondition::Fold;

constexpr uint64_t kMostExactBits = uint64_t{1} << 20;  // of a number
constexpr size_t kMostExactParts = 1'000'000;           // of one sum
constexpr uint64_t kExactLook = 4096;                   // choices between two looks at the budget

using Slots = std::vector<Integer>;

Integer from_bool(bool holds) { return Integer(holds ? 1 : 0); }

/// Evaluates, until the first trouble; then results mean nothing.
class Exactly {
 public:
  enum class Trouble { none, no_value, declined, spent, stopped };

  explicit Exactly(const Budget* budget) : budget_(budget) {}

  Trouble trouble() const { return trouble_; }
  const std::string& why() const { return why_; }
  Span span() const { return span_; }

  bool fail(Trouble trouble, std::string why, Span span) {
    if (trouble_ == Trouble::none) {
      trouble_ = trouble;
      why_ = std::move(why);
      span_ = span;
    }
    return false;
  }
  bool fine() const { return trouble_ == Trouble::none; }

  bool holds(const Expr& condition, Slots& slots) { return !evaluate(condition, slots).is_zero(); }
  bool all_hold(const std::vector<Expr>& conditions, Slots& slots) {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const Expr& one) { return fine() && holds(one, slots); });
  }

  Integer evaluate(const Expr& expr, Slots& slots) {
    Integer result = compute(expr, slots);
    if (!fine()) return {};
    if (result.size().bit_length() > kMostExactBits) return too_large(expr.span);
    return result;
  }

  /// Calls visit() once for every choice of the binders, with the slots set; stops when it gives
  /// false.
  bool for_each_choice(std::span<const Binder> binders, Slots& slots, ChoiceVisitor visit) {
    if (binders.empty()) return visit();
    const Binder& binder = binders.front();
    for (const size_t slot : binder.slots) {
      if (slots.size() <= slot) slots.resize(slot + 1);
    }
    const auto inner = [&] {
      return chose(binder.span) && for_each_choice(binders.subspan(1), slots, visit);
    };
    const auto inner_with = [&](Integer value) {
      slots[binder.slots[0]] = std::move(value);
      return inner();
    };
    switch (binder.kind) {
      case Binder::Kind::equal: {
        Integer value = evaluate(binder.low[0], slots);
        return fine() && (value.is_negative() || inner_with(std::move(value)));
      }
      case Binder::Kind::range: {
        if (binder.high.empty())
          return fail(Trouble::declined, "a range without an upper end", binder.span);
        const Integer low =
            binder.low.empty() ? Integer(0) : std::max(Integer(0), evaluate(binder.low[0], slots));
        const Integer high = evaluate(binder.high[0], slots);
        if (!fine()) return false;
        if (high - low > Integer(static_cast<int64_t>(kMostExactChoices)))
          return too_many(binder.span);
        for (Integer value = low; value <= high; value = value + Integer(1)) {
          if (!inner_with(value)) return false;
        }
        return true;
      }
      case Binder::Kind::values: {
        Slots values;
        for (const Expr& one : binder.values) values.push_back(evaluate(one, slots));
        if (!fine()) return false;
        for (Integer& value : values) {
          if (!value.is_negative() && !inner_with(std::move(value))) return false;
        }
        return true;
      }
      case Binder::Kind::in_set: {
        const NumberSet& set = *binder.set;
        if (set.complement)
          return fail(Trouble::declined, "a range without an upper end", binder.span);
        for (size_t i = 0; i < set.size(); ++i) {
          for (size_t j = 0; j < set.arity; ++j)
            slots[binder.slots[j]] = Integer(set.flat[i * set.arity + j]);
          if (!inner()) return false;
        }
        return true;
      }
    }
    return true;
  }

  /// The sum that parts stand for, aliases written out; `natural` becomes false when a coordinate
  /// is negative.
  bool sum_of(const std::vector<Part>& parts, Slots& slots, ExactSum& sum, bool& natural) {
    for (const Part& part : parts) {
      if (!chose(part.span)) return false;
      const auto add = [&] {
        if (!all_hold(part.condition, slots)) return fine();
        Slots terms;
        for (const Expr& term : part.coordinates) terms.push_back(evaluate(term, slots));
        if (!fine()) return false;
        natural = std::none_of(terms.begin(), terms.end(),
                               [](const Integer& c) { return c.is_negative(); });
        if (!natural) return false;
        if (sum.size() >= kMostExactParts)
          return fail(Trouble::declined, describe(Fault::Kind::too_many_parts), part.span);
        if (part.game->is_alias) return sum_of(part.game->alias, terms, sum, natural) && natural;
        ExactPosition position{part.game, {}};
        for (const Integer& c : terms) position.coordinates.push_back(c.size());
        sum.push_back(std::move(position));
        return true;
      };
      for_each_choice(std::span<const Binder>(part.binders), slots, add);
      if (!fine()) return false;
      if (!natural) return true;
    }
    return true;
  }

 private:
  /// sum(T for …) and the like.
  Integer folded(const Quantifier& of, Fold fold, Slots& slots, Span span) {
    Integer result(fold == Fold::product ? 1 : 0);
    bool first = true;
    for_each_choice(std::span<const Binder>(of.binders), slots, [&] {
      if (!of.filter.empty() && !holds(of.filter[0], slots)) return fine();
      const Integer value = evaluate(of.condition, slots);
      if (!fine()) return false;
      result = first && fold != Fold::sum && fold != Fold::product && fold != Fold::count
                   ? (fold == Fold::gcd ? Integer(value.size()) : value)
                   : joined(fold, result, value);
      first = false;
      return result.size().bit_length() <= kMostExactBits || (too_large(span), false);
    });
    return result;
  }
  static Integer joined(Fold fold, const Integer& a, const Integer& b) {
    switch (fold) {
      case Fold::sum:
        return a + b;
      case Fold::product:
        return a * b;
      case Fold::min:
        return std::min(a, b);
      case Fold::max:
        return std::max(a, b);
      case Fold::bit_xor:
        return a ^ b;
      case Fold::bit_or:
        return a | b;
      case Fold::bit_and:
        return a & b;
      case Fold::gcd:
        return Integer(greatest_common_divisor(a.size(), b.size()));
      case Fold::count:
        return b.is_zero() ? a : a + Integer(1);
    }
    return a;
  }

  Integer too_large(Span span) {
    fail(Trouble::declined, "a number of more than a million bits", span);
    return {};
  }
  Integer no_value(Fault::Kind kind, Span span) {
    fail(Trouble::no_value, describe(kind), span);
    return {};
  }
  bool too_many(Span span) {
    return fail(Trouble::declined, fmt::format("more than {} choices", kMostExactChoices), span);
  }
  bool chose(Span span) {
    if (++choices_ > kMostExactChoices) return too_many(span);
    if (budget_ == nullptr || choices_ % kExactLook != 0) return true;
    budget_->count(kExactLook);
    return !budget_->spent() || fail(Trouble::spent, "", span);
  }

  /// ⌊a·2^by⌋.
  Integer shifted(const Integer& a, const Integer& by, Span span) {
    const auto bits = by.to_int64();
    if (a.is_zero() || (!bits && by.is_negative()))
      return a.is_negative() ? Integer(-1) : Integer(0);
    if (!bits) return too_large(span);
    if (*bits < 0) return a >> (0 - static_cast<uint64_t>(*bits));
    return static_cast<uint64_t>(*bits) > kMostExactBits ? too_large(span)
                                                         : a << static_cast<uint64_t>(*bits);
  }

  Integer power_of(const Integer& a, const Integer& b, Span span) {
    if (b.is_negative()) return Integer(0);
    const bool odd = b.size().bit(0);
    if (a.size() <= Natural(1))
      return b.is_zero() ? Integer(1) : Integer(a.size(), a.is_negative() && odd);
    const auto exponent = b.to_int64();
    if (!exponent ||
        static_cast<uint64_t>(*exponent) > kMostExactBits / (a.size().bit_length() - 1))
      return too_large(span);
    return Integer(Natural::pow(a.size(), static_cast<uint64_t>(*exponent)),
                   a.is_negative() && odd);
  }

  /// Whether the power has more digits than the number, so that it need not be computed.
  bool is_large_power(const Expr& power, const Integer& number, Slots& slots) {
    const Integer base = evaluate(power.args[0], slots);
    const auto exponent = evaluate(power.args[1], slots).to_int64();
    if (!fine() || base.is_negative() || base.size() <= Natural(1) || !exponent || *exponent <= 0)
      return false;
    const uint64_t digits = number.is_negative() ? 0 : number.size().bit_length();
    return static_cast<uint64_t>(*exponent) > digits / (base.size().bit_length() - 1);
  }

  static bool is_power_of(const Integer& a, const Integer& b) {
    const Integer one(1);
    if (a == one) return true;
    if (b.is_zero()) return a.is_zero();  // 0^1
    if (b == one || a.is_zero()) return false;
    if (b == Integer(-1)) return a == b;
    Integer rest = a;
    while (nonnegative_remainder(rest, b).is_zero()) rest = floor_quotient(rest, b);
    return rest == one;
  }

  Integer compute(const Expr& expr, Slots& slots) {
    if (!fine()) return {};
    const auto arg = [&](size_t i) { return evaluate(expr.args[i], slots); };
    const auto fold = [&](const auto& combine) {
      Integer result = arg(0);
      for (size_t i = 1; i < expr.args.size(); ++i) result = combine(std::move(result), arg(i));
      return result;
    };
    switch (expr.op) {
      case Op::constant:
        return Integer(expr.value);
      case Op::slot:
        return slots[static_cast<size_t>(expr.value)];
      case Op::neg:
        return -arg(0);
      case Op::add:
        return arg(0) + arg(1);
      case Op::sub:
        return arg(0) - arg(1);
      case Op::mul:
        return arg(0) * arg(1);
      case Op::div:
      case Op::mod: {
        const Integer a = arg(0);
        const Integer b = arg(1);
        if (b.is_zero()) return no_value(Fault::Kind::division_by_zero, expr.span);
        return expr.op == Op::div ? floor_quotient(a, b) : nonnegative_remainder(a, b);
      }
      case Op::power:
        return power_of(arg(0), arg(1), expr.span);
      case Op::shift_left:
        return shifted(arg(0), arg(1), expr.span);
      case Op::shift_right:
        return shifted(arg(0), -arg(1), expr.span);
      case Op::nim_product: {
        const auto a = arg(0).to_int64();
        const auto b = arg(1).to_int64();
        int64_t product = 0;
        if (!a || !b || nim_product(*a, *b, &product)) {
          fail(Trouble::declined, "a product of nimbers beyond 2^63", expr.span);
          return {};
        }
        return Integer(product);
      }
      case Op::bit_and:
        return arg(0) & arg(1);
      case Op::bit_or:
        return arg(0) | arg(1);
      case Op::bit_xor:
        return arg(0) ^ arg(1);
      case Op::min:
        return fold([](const Integer& a, const Integer& b) { return std::min(a, b); });
      case Op::max:
        return fold([](const Integer& a, const Integer& b) { return std::max(a, b); });
      case Op::abs:
        return Integer(arg(0).size());
      case Op::gcd:
        return fold([](const Integer& a, const Integer& b) {
          return Integer(greatest_common_divisor(a.size(), b.size()));
        });
      case Op::isqrt: {
        const Integer a = arg(0);
        return a.is_negative() ? no_value(Fault::Kind::negative_root, expr.span)
                               : Integer(a.size().isqrt());
      }
      case Op::eq:
        return from_bool(arg(0) == arg(1));
      case Op::ne:
        return from_bool(arg(0) != arg(1));
      case Op::lt:
      case Op::le:
        if (expr.args[0].op == Op::power && is_large_power(expr.args[0], arg(1), slots)) return {};
        return from_bool(expr.op == Op::lt ? arg(0) < arg(1) : arg(0) <= arg(1));
      case Op::logical_and:
        return from_bool(!arg(0).is_zero() && !arg(1).is_zero());
      case Op::logical_or:
        return from_bool(!arg(0).is_zero() || !arg(1).is_zero());
      case Op::logical_not:
        return from_bool(arg(0).is_zero());
      case Op::isprime: {
        const Integer a = arg(0);
        if (a.is_negative()) return Integer(0);
        const auto small = a.to_int64();
        if (!small) {
          fail(Trouble::declined, "whether a number beyond 2^63 is prime", expr.span);
          return {};
        }
        return from_bool(is_prime(*small));
      }
      case Op::issquare: {
        const Integer a = arg(0);
        if (a.is_negative()) return Integer(0);
        const Natural root = a.size().isqrt();
        return from_bool(root * root == a.size());
      }
      case Op::ispower:
        return from_bool(is_power_of(arg(0), arg(1)));
      case Op::in_set: {
        std::vector<int64_t> tuple;
        bool small = true;
        bool negative = false;
        for (size_t i = 0; i < expr.args.size(); ++i) {
          const Integer value = arg(i);
          negative = negative || (i == 0 && value.is_negative());
          small = small && value.to_int64().has_value();
          tuple.push_back(value.to_int64().value_or(0));
        }
        // All but those of the set are natural numbers.
        if (expr.set->complement && negative) return Integer(0);
        return from_bool(small ? expr.set->contains(tuple.data()) : expr.set->complement);
      }
      case Op::cell_count:
        if (expr.over_cells->kind == CellCondition::Kind::fold && expr.quantifier)
          return folded(*expr.quantifier, expr.over_cells->fold, slots, expr.span);
        [[fallthrough]];
      case Op::cells:
        fail(Trouble::declined, "a term of lists or cells with a number beyond 2^63", expr.span);
        return {};
      case Op::quantifier: {
        const Quantifier& q = *expr.quantifier;
        const bool all = expr.value != 0;
        bool decided = false;
        for_each_choice(std::span<const Binder>(q.binders), slots, [&] {
          if (!q.filter.empty() && !holds(q.filter[0], slots)) return fine();
          decided = holds(q.condition, slots) != all;
          return !decided && fine();
        });
        return from_bool(decided != all);
      }
    }
    return {};
  }

  const Budget* budget_;
  uint64_t choices_ = 0;
  Trouble trouble_ = Trouble::none;
  std::string why_;
  Span span_;
};

Error error_of(const Exactly& exactly, const Rule& rule, const Coordinates& coordinates,
               const Budget& budget) {
  if (exactly.trouble() == Exactly::Trouble::spent) return budget.why();
  const auto kind =
      exactly.trouble() == Exactly::Trouble::no_value ? Error::Kind::input : Error::Kind::declined;
  const std::string message =
      fmt::format("{} in a move from {}{}", exactly.why(), rule.full_name, to_string(coordinates));
  return Error{kind,
               {locate(Diagnostic::Severity::error, message, rule.source->name, rule.source->text,
                       exactly.span())}};
}

Slots slots_of(const Coordinates& coordinates) {
  Slots slots;
  for (const Natural& c : coordinates) slots.emplace_back(c);
  return slots;
}

}  // namespace

std::optional<Integer> exact_value(const Expr& term, const std::vector<Integer>& slots) {
  Exactly exactly(nullptr);
  Slots own = slots;
  Integer value = exactly.evaluate(term, own);
  return exactly.fine() ? std::optional(std::move(value)) : std::nullopt;
}

Attempt<void> for_each_exact_move(const Rule& rule, const Coordinates& coordinates,
                                  const Budget& budget,
                                  const std::function<bool(ExactSum)>& visit) {
  if (rule.moves_by_code || rule.board)
    return Error::declined(
        fmt::format("the moves from {}{} are not listed", rule.full_name, to_string(coordinates)));
  Exactly exactly(&budget);
  for (const MoveLine& line : rule.moves) {
    Slots slots = slots_of(coordinates);
    slots.resize(line.slot_names.size());
    exactly.for_each_choice(std::span<const Binder>(line.binders), slots, [&] {
      ExactSum sum;
      bool natural = true;
      if (!exactly.all_hold(line.conditions, slots) ||
          !exactly.sum_of(line.parts, slots, sum, natural) || !natural)
        return exactly.fine();
      return visit(std::move(sum)) || exactly.fail(Exactly::Trouble::stopped, "", line.span);
    });
    if (exactly.trouble() == Exactly::Trouble::stopped) return {};
    if (!exactly.fine()) return error_of(exactly, rule, coordinates, budget);
  }
  return {};
}

Attempt<ExactSum> resolve_alias_exactly(const Rule& rule, const Coordinates& coordinates,
                                        const Budget& budget) {
  if (!rule.is_alias) return ExactSum{{&rule, coordinates}};
  Exactly exactly(&budget);
  Slots slots = slots_of(coordinates);
  ExactSum sum;
  bool natural = true;
  exactly.sum_of(rule.alias, slots, sum, natural);
  if (!exactly.fine()) return error_of(exactly, rule, coordinates, budget);
  if (!natural)
    return Error::input(fmt::format("{}{} stands for a position with a negative coordinate",
                                    rule.full_name, to_string(coordinates)));
  return sum;
}

}  // namespace grundy
