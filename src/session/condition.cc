#include "session/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "rule/evaluate.h"

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
  std::string source;
  for (const auto& [name, value] : rule.number_parameters) source += fmt::format("let {} = {}\n", name, value);
  const std::string position = fmt::format("selected_position({}, {})", fmt::join(rule.coordinates, ", "), kValueName);
  const std::string front = fmt::format("  -> {} if ", position);
  source += fmt::format("game {}\n{}", position, front);
  const auto lines = static_cast<size_t>(std::count(source.begin(), source.end(), '\n'));
  source += text;
  std::replace(source.end() - static_cast<std::ptrdiff_t>(text.size()), source.end(), '\n', ' ');
  PositionCondition result;
  result.book_ = std::make_unique<Rulebook>();
  if (auto loaded = result.book_->load_text("where", source + "\n"); !loaded) {
    const Diagnostic& first = loaded.error().diagnostics.front();
    const size_t at = first.line == lines + 1 && first.column > front.size() ? first.column - 1 - front.size() : 0;
    const size_t begin = std::min(at, text.size());
    return Error::at(
        locate(Diagnostic::Severity::error, first.message, "where", text, {begin, std::min(begin + 1, text.size())}));
  }
  const Attempt<const Rule*> made = result.book_->rule("selected_position");
  if (!made) return made.error();
  if ((*made)->moves.size() != 1) return Error::input("the condition holds of no position");
  result.line_ = &(*made)->moves.front();
  const auto slot = static_cast<int64_t>(rule.arity());
  for (const Expr& condition : result.line_->conditions)
    result.uses_value_ = occurs(condition, slot, false, result.compares_only_) || result.uses_value_;
  return result;
}

Attempt<bool> PositionCondition::holds(const Coordinates& position, const Value& value) const {
  Environment slots;
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
  slots.resize(std::max(slots.size(), line_->slot_names.size()));
  Fault fault;
  for (const Expr& condition : line_->conditions) {
    const bool holds = evaluate(condition, slots, fault) != 0;
    if (fault.kind != Fault::Kind::none) return Error::input(fmt::format("{} in the condition", describe(fault.kind)));
    if (!holds) return false;
  }
  return true;
}

}  // namespace grundy
