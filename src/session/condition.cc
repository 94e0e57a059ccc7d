#include "session/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "language/token.h"
#include "rule/exact.h"

namespace grundy {
namespace {

constexpr int64_t kInfiniteValue = int64_t{1} << 61;
constexpr int64_t kLoonyValue = kInfiniteValue + 1;
constexpr uint64_t kLargestInCondition = uint64_t{1} << 60;
constexpr std::string_view kValueName = "value";
constexpr std::string_view kOutcomeName = "outcome";
constexpr std::string_view kUndecidedName = "undecided";
constexpr std::string_view kLoonyName = "loony";

bool is_comparison(Op op) { return op == Op::eq || op == Op::ne || op == Op::lt || op == Op::le; }

/// Whether the slot occurs; `alone` becomes false where it is within a term.
bool occurs(const Expr& expr, int64_t slot, bool within_comparison, bool& alone) {
  if (expr.op == Op::slot) {
    if (expr.value != slot) return false;
    alone = alone && within_comparison;
    return true;
  }
  bool found = false;
  for (const Expr& arg : expr.args)
    found = occurs(arg, slot, is_comparison(expr.op), alone) || found;
  if (expr.quantifier == nullptr) return found;
  for (const Expr& filter : expr.quantifier->filter)
    found = occurs(filter, slot, false, alone) || found;
  return occurs(expr.quantifier->condition, slot, false, alone) || found;
}

/// Whether the condition compares the outcome with the letter.
bool asks_outcome(std::string_view text, std::string_view letter) {
  size_t since = 0;  // the outcome was named, a sign came
  for (Lexer lexer(text); lexer.kind() != TokenKind::end && lexer.kind() != TokenKind::invalid;
       lexer.advance()) {
    if (since == 2 && lexer.is_name(letter)) return true;
    since = lexer.is_name(kOutcomeName) ? 1 : since == 1 ? 2 : 0;
  }
  return false;
}

constexpr uint64_t kMostDegree = 64;

/// The degree of a polynomial in the slot; nothing for other terms, and beyond kMostDegree.
std::optional<uint64_t> degree_in(const Expr& expr, size_t slot) {
  if (!mentions(expr, slot)) return 0;
  if (expr.op == Op::slot) return 1;
  std::optional<uint64_t> result;
  const auto of = [&](size_t i) { return degree_in(expr.args[i], slot); };
  switch (expr.op) {
    case Op::neg:
      return of(0);
    case Op::add:
    case Op::sub:
    case Op::mul: {
      const auto a = of(0), b = of(1);
      if (!a || !b) return std::nullopt;
      result = expr.op == Op::mul ? *a + *b : std::max(*a, *b);
      break;
    }
    case Op::power: {
      const auto base = of(0);
      if (!base || expr.args[1].op != Op::constant || expr.args[1].value < 0 ||
          expr.args[1].value > static_cast<int64_t>(kMostDegree))
        return std::nullopt;
      result = *base * static_cast<uint64_t>(expr.args[1].value);
      break;
    }
    default:
      return std::nullopt;
  }
  return *result <= kMostDegree ? result : std::nullopt;
}

}  // namespace

Attempt<PositionTerm> PositionTerm::read(TermText::Kind kind, std::string_view source,
                                         std::string_view text, const TabledGame& game,
                                         bool outcomes) {
  const Rule& rule = *game.rule;
  const std::vector<std::string> coordinates = game.coordinates();
  const size_t arity = coordinates.size();
  std::vector<std::string> names = coordinates;
  const auto is_taken = [&](std::string_view name) {
    const auto& numbers = rule.number_parameters;
    return std::find(coordinates.begin(), coordinates.end(), name) != coordinates.end() ||
           std::any_of(numbers.begin(), numbers.end(),
                       [&](const auto& number) { return number.first == name; });
  };
  const auto add = [&](std::string name) {
    while (is_taken(name)) name += "_";  // its place is kept
    names.push_back(std::move(name));
  };
  add(std::string(kValueName));
  add(std::string(kOutcomeName));
  for (size_t i = 0; i < kOutcomeLetters.size(); ++i) {
    const std::string_view letter =
        kOutcomeLetters[i] == '?' ? kUndecidedName : kOutcomeLetters.substr(i, 1);
    if (is_taken(letter) && !is_taken(kOutcomeName) && asks_outcome(text, letter))
      return Error::input(fmt::format(
          "'{}' is a coordinate or a parameter of '{}', so that no outcome is meant by it; "
          "'outcome != N' asks for lost positions in another way",
          letter, rule.full_name));
    add(std::string(letter));
  }
  add(std::string(kLoonyName));
  Attempt<TermText> read = TermText::read(kind, source, text, names, rule.number_parameters);
  if (!read) return std::move(read).error();
  PositionTerm result(*std::move(read));
  result.arity_ = arity;
  result.outcomes_ = outcomes;
  for (const Expr& condition : result.text_.exprs())
    result.uses_value_ =
        occurs(condition, static_cast<int64_t>(arity), false, result.compares_only_) ||
        result.uses_value_;
  if (outcomes && result.uses_value_)
    return Error::input("positions have outcomes here and no values: 'outcome = P' asks who wins");
  return result;
}

bool PositionTerm::is_of_cells() const {
  for (size_t i = 0; i < arity_; ++i) {
    for (const Expr& condition : text_.exprs()) {
      if (mentions(condition, i)) return false;
    }
  }
  return true;
}

Attempt<std::vector<int64_t>> PositionTerm::slots_of(const Value& cell) const {
  const bool small = cell.is_finite() && cell.ordinal().is_small() &&
                     cell.ordinal().small() <= kLargestInCondition;
  if (!small && uses_value_ && !compares_only_) {
    return Error::declined(fmt::format(
        "the value {} is compared only: 'value >= 10' can be asked of it, no term of it",
        cell.to_string()));
  }
  std::vector<int64_t> slots(arity_);
  slots.push_back(small             ? static_cast<int64_t>(cell.ordinal().small())
                  : cell.is_loony() ? kLoonyValue
                                    : kInfiniteValue);
  slots.push_back(
      static_cast<int64_t>(outcome_number(outcomes_ ? cell : outcome_cell(cell.outcome()))));
  for (size_t i = 0; i < kOutcomeLetters.size(); ++i) slots.push_back(static_cast<int64_t>(i));
  slots.push_back(kLoonyValue);
  return slots;
}

Attempt<int64_t> PositionTerm::at(const Coordinates& position, const Value& cell) const {
  Attempt<std::vector<int64_t>> slots = slots_of(cell);
  if (!slots) return std::move(slots).error();
  for (size_t i = 0; i < arity_; ++i) {
    const auto number = position[i].to_uint64();
    if (!number || *number > kLargestInCondition)
      return Error::declined("a coordinate is too large for a condition");
    (*slots)[i] = static_cast<int64_t>(*number);
  }
  return text_.at(*slots);
}

Attempt<std::optional<Integer>> PositionTerm::sum_over(const Natural& first, const Natural& count,
                                                       const Value& cell) const {
  const std::optional<uint64_t> degree = degree_in(text_.exprs()[0], 0);
  if (arity_ != 1 || !degree) return std::optional<Integer>();
  const Attempt<std::vector<int64_t>> small = slots_of(cell);
  if (!small) return small.error();
  std::vector<Integer> slots(small->begin(), small->end());
  // Newton: with f's k-th differences at `first`, the sum is that of Δᵏf(first) times (count over
  // k + 1).
  std::vector<Integer> differences;
  for (uint64_t i = 0; i <= *degree; ++i) {
    slots[0] = Integer(first + Natural(i));
    const std::optional<Integer> value = exact_value(text_.exprs()[0], slots);
    if (!value) return Error::declined("a weight is too large");
    differences.push_back(*value);
  }
  for (size_t k = 1; k < differences.size(); ++k) {
    for (size_t i = differences.size(); i-- > k;)
      differences[i] = differences[i] - differences[i - 1];
  }
  Integer sum;
  Integer choices(1);  // of k + 1 among `count`
  for (uint64_t k = 0; k <= *degree; ++k) {
    choices = floor_quotient(choices * (Integer(count) - Integer(static_cast<int64_t>(k))),
                             Integer(static_cast<int64_t>(k) + 1));
    sum = sum + differences[k] * choices;
  }
  return std::optional(sum);
}

}  // namespace grundy
