// Solvers of rule files work on coordinates and ordinals: this joins them to positions and values.
#pragma once
#include "engine/solver.h"
#include "game/rule_game.h"

namespace grundy {

class RuleSolver : public Solver {
 public:
  explicit RuleSolver(const RuleGame& game) : game_(game) {}
  const RuleGame& game() const { return game_; }
  const Rule& rule() const { return *game_.rule(); }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) final;
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) final;

  /// The values of the positions with these coordinates, in their order. All or none.
  virtual Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                               Budget& budget) = 0;
  /// At most `limit` different options of exactly this value. By default lists the options and
  /// values them.
  virtual Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                                    Budget& budget);

 protected:
  /// What a table down to 0 from the farthest of the positions would cost: its cells times its
  /// longest side.
  double cost_of_table(std::span<const Position> positions) const;
  /// The same, with as many choices again for each free variable of a line beyond the first one.
  double cost_of_all_choices(std::span<const Position> positions) const;
  bool any_is_far(std::span<const Position> positions, double most) const {
    return cost_of_table(positions) > most;
  }
  /// Whether these are a thousand or more, and a fair part of the box that holds them, so that a
  /// table is no waste.
  bool are_dense(std::span<const Position> positions) const;

 private:
  const RuleGame& game_;
};

}  // namespace grundy
