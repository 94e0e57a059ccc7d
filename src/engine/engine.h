// Engine: a way to find values. It opens a game, when it is made for it, as a Solver.
//
// The list of engines is in plan.cc, cheapest first; a plan asks them in that order.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "engine/rule_solver.h"
#include "engine/solver.h"

namespace grundy {

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  /// Null when the engine is not made for this game; looks at its facts and computes no value.
  virtual std::unique_ptr<Solver> open(const Game& game) const = 0;
};

/// An engine for rule files.
class RuleEngine : public Engine {
 public:
  std::unique_ptr<Solver> open(const Game& game) const final {
    return game.rule() == nullptr ? nullptr : open_rule(static_cast<const RuleGame&>(game));
  }
  virtual std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const = 0;
};

}  // namespace grundy
