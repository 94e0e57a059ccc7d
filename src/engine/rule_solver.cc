#include "engine/rule_solver.h"

#include <algorithm>

namespace grundy {

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
