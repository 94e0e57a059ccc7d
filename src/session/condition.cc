#include "session/condition.h"

#include <fmt/format.h>

namespace grundy {
namespace {

constexpr int64_t kInfiniteValue = int64_t{1} << 61;
constexpr uint64_t kLargestInCondition = uint64_t{1} << 60;
constexpr std::string_view kValueName = "value";

bool is_comparison(Op op) { return op == Op::eq || op == Op::ne || op == Op::lt || op == Op::le; }

/// Whether the slot occurs; `alone` becomes false where it is within a term.
bool occurs(const Expr& expr, int64_t slot, bool within_comparison, bool& alone) {
  if (expr.op == Op::slot) {
    if (expr.value != slot) return false;
    alone = alone && within_comparison;
    return true;
  }
  bool found = false;
  for (const Expr& arg : expr.args) found = occurs(arg, slot, is_comparison(expr.op), alone) || found;
  if (expr.quantifier == nullptr) return found;
  for (const Expr& filter : expr.quantifier->filter) found = occurs(filter, slot, false, alone) || found;
  return occurs(expr.quantifier->condition, slot, false, alone) || found;
}

}  // namespace

Attempt<PositionCondition> PositionCondition::read(std::string_view text, const Rule& rule) {
  for (const std::string& name : rule.coordinates) {
    if (name == kValueName)
      return Error::input("a coordinate of the game is called 'value', which a condition can't tell apart");
  }
  std::vector<std::string> names = rule.coordinates;
  names.emplace_back(kValueName);
  Attempt<TermText> read = TermText::read(TermText::Kind::condition, "where", text, names, rule.number_parameters);
  if (!read) return std::move(read).error();
  PositionCondition result(*std::move(read));
  const auto slot = static_cast<int64_t>(rule.arity());
  for (const Expr& condition : result.condition_.exprs())
    result.uses_value_ = occurs(condition, slot, false, result.compares_only_) || result.uses_value_;
  return result;
}

Attempt<bool> PositionCondition::holds(const Coordinates& position, const Value& value) const {
  std::vector<int64_t> slots;
  for (const Natural& coordinate : position) {
    const auto number = coordinate.to_uint64();
    if (!number || *number > kLargestInCondition) return Error::declined("a coordinate is too large for a condition");
    slots.push_back(static_cast<int64_t>(*number));
  }
  const bool small = value.is_finite() && value.ordinal().is_small() && value.ordinal().small() <= kLargestInCondition;
  if (!small && uses_value_ && !compares_only_) {
    return Error::declined(fmt::format("the value {} is compared only: 'value >= 10' can be asked of it, no term of it",
                                       value.to_string()));
  }
  slots.push_back(small ? static_cast<int64_t>(value.ordinal().small()) : kInfiniteValue);
  const Attempt<int64_t> holds = condition_.at(slots);
  if (!holds) return holds.error();
  return *holds != 0;
}

}  // namespace grundy
