#include "session/condition.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/token.h"

namespace grundy {
namespace {

constexpr int64_t kInfiniteValue = int64_t{1} << 61;
constexpr int64_t kLoonyValue = kInfiniteValue + 1;
constexpr uint64_t kLargestInCondition = uint64_t{1} << 60;
constexpr std::string_view kValueName = "value";
constexpr std::string_view kOutcomeName = "outcome";
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

}  // namespace

Attempt<PositionCondition> PositionCondition::read(std::string_view text, const TabledGame& game,
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
    const std::string_view letter = kOutcomeLetters.substr(i, 1);
    if (is_taken(letter) && !is_taken(kOutcomeName) && asks_outcome(text, letter))
      return Error::input(fmt::format(
          "'{}' is a coordinate or a parameter of '{}', so that no outcome is meant by it; "
          "'outcome != N' asks for lost positions in another way",
          letter, rule.full_name));
    add(std::string(letter));
  }
  add(std::string(kLoonyName));
  Attempt<TermText> read =
      TermText::read(TermText::Kind::condition, "where", text, names, rule.number_parameters);
  if (!read) return std::move(read).error();
  PositionCondition result(*std::move(read));
  result.arity_ = arity;
  result.outcomes_ = outcomes;
  for (const Expr& condition : result.condition_.exprs())
    result.uses_value_ =
        occurs(condition, static_cast<int64_t>(arity), false, result.compares_only_) ||
        result.uses_value_;
  if (outcomes && result.uses_value_)
    return Error::input("positions have outcomes here and no values: 'outcome = P' asks who wins");
  return result;
}

bool PositionCondition::is_of_cells() const {
  for (size_t i = 0; i < arity_; ++i) {
    for (const Expr& condition : condition_.exprs()) {
      if (mentions(condition, i)) return false;
    }
  }
  return true;
}

Attempt<bool> PositionCondition::holds(const Coordinates& position, const Value& cell) const {
  std::vector<int64_t> slots;
  slots.reserve(arity_ + 3 + kOutcomeLetters.size());
  for (size_t i = 0; i < arity_; ++i) {
    const auto number = position[i].to_uint64();
    if (!number || *number > kLargestInCondition)
      return Error::declined("a coordinate is too large for a condition");
    slots.push_back(static_cast<int64_t>(*number));
  }
  const bool small = cell.is_finite() && cell.ordinal().is_small() &&
                     cell.ordinal().small() <= kLargestInCondition;
  if (!small && uses_value_ && !compares_only_) {
    return Error::declined(fmt::format(
        "the value {} is compared only: 'value >= 10' can be asked of it, no term of it",
        cell.to_string()));
  }
  slots.push_back(small             ? static_cast<int64_t>(cell.ordinal().small())
                  : cell.is_loony() ? kLoonyValue
                                    : kInfiniteValue);
  slots.push_back(
      static_cast<int64_t>(outcome_number(outcomes_ ? cell : outcome_cell(cell.outcome()))));
  for (size_t i = 0; i < kOutcomeLetters.size(); ++i) slots.push_back(static_cast<int64_t>(i));
  slots.push_back(kLoonyValue);
  const Attempt<int64_t> holds = condition_.at(slots);
  if (!holds) return holds.error();
  return *holds != 0;
}

}  // namespace grundy
