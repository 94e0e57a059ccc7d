// Positions and solvers for tests that think in rules and coordinates.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/plan.h"
#include "game/games.h"
#include "game/nim_heap.h"
#include "rule/meaning.h"

namespace grundy::reference {

/// The position of a rule; a nim heap *n has no game here. Requires coordinates below 2^63.
inline RulePosition rule_position(const grundy::Position& position) {
  if (position.game == &nim_heaps())
    return {nullptr, {static_cast<int64_t>(heap_size(position)->small())}};
  RulePosition result{position.game->rule(), {}};
  for (const Natural& c : rule_game(position)->coordinates(position))
    result.coordinates.push_back(static_cast<int64_t>(c.small()));
  return result;
}

/// What positions of rules and nim heaps stand for, other names resolved; nothing when there are
/// others, or a coordinate is beyond 2^63.
inline std::optional<RuleSum> rule_sum(std::span<const grundy::Position> positions) {
  RuleSum result;
  for (const grundy::Position& part : positions) {
    if (part.game->rule() == nullptr && part.game != &nim_heaps()) return std::nullopt;
    if (const RuleGame* game = rule_game(part)) {
      for (const Natural& c : game->coordinates(part)) {
        if (!c.is_small()) return std::nullopt;
      }
    }
    const RulePosition one = rule_position(part);
    if (one.game == nullptr) {
      result.push_back(one);
      continue;
    }
    bool natural = true;
    Fault fault;
    for (RulePosition& piece : resolve_alias(*one.game, one.coordinates, natural, fault))
      result.push_back(std::move(piece));
    if (!natural || fault.kind != Fault::Kind::none) return std::nullopt;
  }
  return result;
}

/// A rule's solver that is asked by coordinates.
class Evaluator {
 public:
  /// All engines, as they are planned.
  explicit Evaluator(const Rule& rule)
      : games_(std::make_unique<Games>()),
        game_(&games_->of(rule)),
        solver_(std::make_unique<Plan>(*game_)) {}
  /// Nothing when the engine is not made for the rule.
  static std::optional<Evaluator> of(const Engine& engine, const Rule& rule) {
    auto games = std::make_unique<Games>();
    const RuleGame& game = games->of(rule);
    auto solver = engine.open(game);
    if (!solver) return std::nullopt;
    return Evaluator(std::move(games), game, std::move(solver));
  }

  Solver& solver() { return *solver_; }
  const RuleGame& game() const { return *game_; }
  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) {
    std::vector<grundy::Position> asked;
    for (const Coordinates& coordinates : positions) asked.push_back(game_->at(coordinates));
    auto values = solver_->values(asked, budget);
    if (!values) return std::move(values).error();
    std::vector<Ordinal> result;
    for (const Value& value : *values) result.push_back(value.ordinal());
    return result;
  }
  Attempt<grundy::MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                                    Budget& budget) {
    return solver_->moves_to(game_->at(position), value, limit, budget);
  }

 private:
  Evaluator(std::unique_ptr<Games> games, const RuleGame& game, std::unique_ptr<Solver> solver)
      : games_(std::move(games)), game_(&game), solver_(std::move(solver)) {}

  std::unique_ptr<Games> games_;
  const RuleGame* game_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace grundy::reference
