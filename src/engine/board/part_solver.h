// Solvers of games that fall apart, by a search that finds the value of a position or decides
// whether a sum has one.
//
// Problem: boards and lands of Sprouts are searched by different means, for the same questions.
// Idea: the two questions of the search are left open, and all others follow.
// Example: the moves to value 0 are the options of which sum_has_value(option, 0) holds; no other
// value is found for it.
#pragma once
#include "engine/solver.h"

namespace grundy {

class PartSolver : public Solver {
 public:
  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    return values_one_by_one(positions, budget);
  }
  Attempt<Value> value_of(const Sum& sum, Budget& budget) override {
    uint64_t value = 0;
    for (const Position& part : sum) {
      Attempt<uint64_t> one = value_of_one(part, budget);
      if (!one) return std::move(one).error();
      value ^= *one;
    }
    return Value(value);
  }
  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    return sum_has_value({position}, value, budget);
  }
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    for (const uint64_t steps : {uint64_t{1} << 8, uint64_t{1} << 13}) {
      Attempt<MoveSet> soon = moves_told_soon(position, value, limit, steps, budget);
      if (!soon || !soon->untold || soon->moves.size() == limit) return soon;
    }
    return options_where(position, limit, budget,
                         [&](const Sum& option) { return sum_has_value(option, value, budget); });
  }

 private:
  /// Moves of which it takes no more than so many steps to tell; `all` is false where one takes
  /// more. One such move may be enough, while another takes hours.
  Attempt<MoveSet> moves_told_soon(const Position& position, const Value& value, size_t limit,
                                   uint64_t steps, Budget& budget) {
    bool all_told = true;
    auto moves = options_where(position, limit, budget, [&](const Sum& option) -> Attempt<bool> {
      Budget few_steps(budget, steps);
      Attempt<bool> has = sum_has_value(option, value, few_steps);
      if (has || budget.spent()) return has;
      all_told = false;
      return false;
    });
    if (moves && moves->all && !all_told) {
      moves->all = false;
      moves->untold = true;
    }
    return moves;
  }

 protected:
  virtual Attempt<uint64_t> value_of_one(const Position& position, Budget& budget) = 0;
  virtual Attempt<bool> sum_has_value(const Sum& sum, const Value& value, Budget& budget) = 0;
};

}  // namespace grundy
