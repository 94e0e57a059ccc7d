#include "engine/rule_solver.h"

#include <algorithm>
#include <cmath>

#include "rule/simplify.h"

namespace grundy {
namespace {

bool runs(const Binder& binder) {
  return binder.kind == Binder::Kind::range &&
         (binder.high.empty() || !is_constant(binder.high[0]));
}
bool any_runs(const std::vector<Binder>& binders) {
  return std::any_of(binders.begin(), binders.end(), [](const Binder& one) { return runs(one); });
}

/// Whether a term runs through something: all(…), sum(…).
bool runs(const Expr& term) {
  return (term.quantifier && any_runs(term.quantifier->binders)) ||
         std::any_of(term.args.begin(), term.args.end(), [](const Expr& one) { return runs(one); });
}

bool tells_variable(const Expr& condition) {
  if (condition.op == Op::logical_or)
    return tells_variable(condition.args[0]) && tells_variable(condition.args[1]);
  return condition.op == Op::eq;
}

/// The variables of a line that no equation tells, those inside its terms and parts included.
size_t free_variables(const MoveLine& line) {
  size_t free = 0, told = 0;
  for (const Binder& binder : line.binders) free += runs(binder) ? 1 : 0;
  for (const Expr& condition : line.conditions) told += tells_variable(condition) ? 1 : 0;
  const bool has_inner = std::any_of(line.conditions.begin(), line.conditions.end(),
                                     [](const Expr& one) { return runs(one); }) ||
                         std::any_of(line.parts.begin(), line.parts.end(),
                                     [](const Part& one) { return any_runs(one.binders); });
  return free - std::min(free, told) + (has_inner ? 1 : 0);
}

}  // namespace

double RuleSolver::cost_of_table(std::span<const Position> positions) const {
  double most = 0;
  for (const Position& one : positions) {
    double size = 1, longest = 1;
    for (const Natural& c : game_.coordinates(one)) {
      const double side = c.is_small() ? static_cast<double>(c.small()) + 1 : 1e19;
      size *= side;
      longest = std::max(longest, side);
    }
    most = std::max(most, size * longest);
  }
  return most;
}

double RuleSolver::cost_of_all_choices(std::span<const Position> positions) const {
  const Rule& rule = *game_.rule();
  size_t free = 0;
  for (const MoveLine& line : rule.moves) free = std::max(free, free_variables(line));
  const double price = cost_of_table(positions);
  if (free < 2) return price;
  const double side = std::pow(price, 1 / (static_cast<double>(rule.arity()) + 1));
  return price * std::pow(side, static_cast<double>(free) - 1);
}

bool RuleSolver::are_dense(std::span<const Position> positions) const {
  constexpr size_t kMany = 1000;
  constexpr double kCellsOfEach = 16;
  if (positions.size() < kMany) return false;
  Coordinates most = game_.coordinates(positions[0]);
  for (const Position& one : positions) {
    const Coordinates here = game_.coordinates(one);
    for (size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], here[i]);
  }
  double cells = 1;
  for (const Natural& c : most) cells *= c.is_small() ? static_cast<double>(c.small()) + 1 : 1e19;
  return cells <= kCellsOfEach * static_cast<double>(positions.size());
}

Attempt<std::vector<Value>> RuleSolver::values(std::span<const Position> positions,
                                               Budget& budget) {
  std::vector<Coordinates> coordinates;
  coordinates.reserve(positions.size());
  for (const Position& position : positions) coordinates.push_back(game_.coordinates(position));
  auto ordinals = values(std::span<const Coordinates>(coordinates), budget);
  if (!ordinals) return std::move(ordinals).error();
  return std::vector<Value>(std::make_move_iterator(ordinals->begin()),
                            std::make_move_iterator(ordinals->end()));
}

Attempt<MoveSet> RuleSolver::moves_to(const Position& position, const Value& value, size_t limit,
                                      Budget& budget) {
  if (value.is_loopy()) return MoveSet{};  // where play ends no position has such a value
  return moves_to(game_.coordinates(position), value.ordinal(), limit, budget);
}

Attempt<MoveSet> RuleSolver::moves_to(const Coordinates& position, const Ordinal& value,
                                      size_t limit, Budget& budget) {
  const Position here = game_.at(position);
  if (auto known = values({&position, 1}, budget); !known) return std::move(known).error();
  return Solver::moves_to(here, value, limit, budget);
}

}  // namespace grundy
