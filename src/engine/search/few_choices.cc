// Lines whose moves are a choice among a few: of values of a variable, or of equations.
#include <algorithm>

#include "engine/search/combination.h"
#include "engine/search/rewriting.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// The terms of `a or b or c`.
void add_choices(const Expr& condition, std::vector<Expr>& choices) {
  if (condition.op != Op::logical_or) return choices.push_back(condition);
  for (const Expr& arg : condition.args) add_choices(arg, choices);
}

}  // namespace

std::vector<MoveLine> lines_of_values(const MoveLine& line) {
  constexpr size_t kMostLines = 6;
  const auto is_of_values = [](const Binder& binder) {
    return binder.kind == Binder::Kind::values && binder.slots.size() == 1 &&
           binder.values.size() <= kMostLines;
  };
  const auto found = std::find_if(line.binders.begin(), line.binders.end(), is_of_values);
  if (found == line.binders.end()) return {};
  const size_t s = found->slots[0];
  std::vector<MoveLine> result;
  for (const Expr& value : found->values) {
    MoveLine one = line;
    one.binders.erase(one.binders.begin() + (found - line.binders.begin()));
    std::vector<Expr> terms;
    for (size_t i = 0; i < line.slot_names.size(); ++i) terms.push_back(i == s ? value : slot(i));
    put_other_slots(one, terms);
    if (!is_natural(value)) one.conditions.push_back(apply(Op::le, {constant(0), value}));
    result.push_back(std::move(one));
  }
  return result;
}

std::vector<MoveLine> lines_of_tuples(const MoveLine& line) {
  constexpr size_t kMostLines = 16;
  const auto found =
      std::find_if(line.binders.begin(), line.binders.end(), [](const Binder& binder) {
        return binder.kind == Binder::Kind::in_set && !binder.set->complement &&
               binder.slots.size() > 1 && binder.set->size() <= kMostLines;
      });
  if (found == line.binders.end()) return {};
  return lines_of_elements(line, static_cast<size_t>(found - line.binders.begin()));
}

std::vector<MoveLine> lines_of_equations(const MoveLine& line) {
  constexpr size_t kMostLines = 6;
  const auto tells = [&](const Expr& one) {
    if (one.op != Op::eq || !is_linear(one.args[0]) || !is_linear(one.args[1])) return false;
    return std::any_of(line.binders.begin(), line.binders.end(),
                       [&](const Binder& binder) { return mentions(one, binder.slots[0]); });
  };
  for (size_t i = 0; i < line.conditions.size(); ++i) {
    std::vector<Expr> choices;
    add_choices(line.conditions[i], choices);
    if (choices.size() < 2 || choices.size() > kMostLines ||
        !std::all_of(choices.begin(), choices.end(), tells))
      continue;
    std::vector<MoveLine> result(choices.size(), line);
    for (size_t j = 0; j < choices.size(); ++j) result[j].conditions[i] = std::move(choices[j]);
    return result;
  }
  return {};
}

}  // namespace grundy
