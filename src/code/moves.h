// The moves from one position, through the machine: for lists of moves, not for long computations.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "code/vm.h"
#include "rule/meaning.h"

namespace grundy {

/// The error that tells the user why a run ended early, and where in the rule.
Error halt_error(const Rule& rule, const std::vector<int64_t>& coordinates, const Halt& halt,
                 const Budget& budget);

/// Lists moves; keeps the programs of the games it was asked about.
class MoveLister {
 public:
  /// Calls visit(the sum that the move leads to) for every choice of binders that is a move;
  /// repeats are possible. Stops when visit gives false. An error when the moves are infinitely
  /// many, a term has no value, or the budget is spent.
  Attempt<void> for_each_move(const Rule& rule, const std::vector<int64_t>& coordinates,
                              const Budget& budget, const std::function<bool(RuleSum)>& visit);

 private:
  std::map<const Rule*, std::unique_ptr<const Program>> programs_;
};

/// Takes a bundle apart: the sum that move `j` leads to.
RuleSum move_of(const NestCode& nest, const Bundle& bundle, size_t j);

}  // namespace grundy
