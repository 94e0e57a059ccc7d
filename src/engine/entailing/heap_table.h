// Values of games of one coordinate that moves lower, from 0 on, where moves may bind the answer.
//
// Problem: top_entails(100000) has 2.5·10^9 options in the games below it, and a listing makes each
// of them a sum.
// Idea: moves come in bundles from the machine (code/vm.h), and parts are numbers in a table of
// values.
// Example: top_entails(n): for each a of a bundle, mark value[a] ⊕ value[n - a]; then everything
// that is missing beside the entailed n - 1.
// Cost: about a nanosecond an option, and for each number the set of its replies.
#pragma once
#include <memory>
#include <vector>

#include "base/budget.h"
#include "code/program.h"
#include "engine/entailing/nimber_set.h"
#include "engine/solver.h"
#include "game/rule_game.h"

namespace grundy {

class HeapTable {
 public:
  static constexpr uint32_t kLoony = uint32_t{1} << 31;

  /// Null when the game is not of this kind: one coordinate, and moves to the game itself alone.
  static std::unique_ptr<HeapTable> of(const RuleGame& game);

  /// Fills the table up to n; false when a move does not lower the coordinate.
  Attempt<bool> fill(uint64_t n, Budget& budget);
  /// The table has the numbers below.
  uint64_t size() const { return values_.size(); }
  /// Requires that the table is filled up to n.
  Value value(uint64_t n) const {
    return values_[n] == kLoony ? Value::loony() : Value(uint64_t{values_[n]});
  }
  const NimberSet& set(uint64_t n) const { return sets_[n]; }
  const Work& work() const { return work_; }

 private:
  struct Lines {
    Reply reply;
    std::unique_ptr<const Rule> rule;
    std::unique_ptr<const Program> program;
  };
  friend class HeapTableSink;

  std::vector<Lines> lines_;
  std::vector<uint32_t> values_;
  std::vector<NimberSet> sets_;
  Work work_;
};

}  // namespace grundy
