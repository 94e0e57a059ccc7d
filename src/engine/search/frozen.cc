#include "engine/search/frozen.h"

#include <algorithm>
#include <map>
#include <memory>

#include "analysis/order.h"
#include "engine/plan.h"
#include "engine/round.h"
#include "game/games.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

constexpr size_t kMostFrozenValues = 4;    // asked about at once: a table has more
constexpr size_t kMostFrozenRules = 1024;  // that are kept

/// A term with other slots; `terms` has one for each slot of the line, those inside quantifiers included.
Expr with_other_slots(const Expr& expr, const std::vector<Expr>& terms) {
  if (expr.op == Op::slot) return terms.at(static_cast<size_t>(expr.value));
  Expr result = expr;
  const auto rewrite = [&](std::vector<Expr>& list) {
    for (Expr& one : list) one = with_other_slots(one, terms);
  };
  rewrite(result.args);
  if (!expr.quantifier) return simplified(std::move(result));
  auto inside = std::make_shared<Quantifier>(*expr.quantifier);
  for (Binder& binder : inside->binders) {
    for (size_t& s : binder.slots) s = static_cast<size_t>(terms.at(s).value);
    rewrite(binder.low);
    rewrite(binder.high);
    rewrite(binder.values);
  }
  rewrite(inside->filter);
  inside->condition = with_other_slots(inside->condition, terms);
  result.quantifier = std::move(inside);
  return result;
}

/// The coordinates that no move changes; none if the rule is not of this kind.
std::vector<size_t> frozen_coordinates(const Rule& rule) {
  if (rule.is_alias || rule.board || rule.moves_by_code || rule.arity() < 2 || rule.moves.empty()) return {};
  std::vector<char> frozen(rule.arity(), 1);
  for (const MoveLine& line : rule.moves) {
    for (const Part& part : line.parts) {
      if (!part.binders.empty()) return {};
      if (part.game != &rule) {
        const std::vector<const Rule*> behind = reachable_games({part.game});
        if (std::find(behind.begin(), behind.end(), &rule) != behind.end()) return {};
        continue;
      }
      for (size_t i = 0; i < frozen.size(); ++i) {
        if (!same(part.coordinates[i], slot(i))) frozen[i] = 0;
      }
    }
  }
  std::vector<size_t> result;
  for (size_t i = 0; i < frozen.size(); ++i) {
    if (frozen[i] != 0) result.push_back(i);
  }
  return result.size() < rule.arity() ? result : std::vector<size_t>{};
}

/// The rule of the other coordinates.
std::unique_ptr<const Rule> with_frozen(const Rule& rule, const std::vector<size_t>& frozen,
                                        const std::vector<int64_t>& values) {
  auto result = std::make_unique<Rule>(rule);
  result->coordinates.clear();
  std::vector<Expr> coordinates;
  for (size_t i = 0, next = 0; i < rule.arity(); ++i) {
    const auto here = std::find(frozen.begin(), frozen.end(), i);
    if (here != frozen.end()) {
      coordinates.push_back(constant(values[static_cast<size_t>(here - frozen.begin())]));
      continue;
    }
    coordinates.push_back(slot(next++));
    result->coordinates.push_back(rule.coordinates[i]);
  }
  for (MoveLine& line : result->moves) {
    std::vector<Expr> terms = coordinates;
    for (size_t s = rule.arity(); s < line.slot_names.size(); ++s) terms.push_back(slot(s - frozen.size()));
    const auto rewrite = [&](std::vector<Expr>& list) {
      for (Expr& one : list) one = with_other_slots(one, terms);
    };
    for (Binder& binder : line.binders) {
      for (size_t& s : binder.slots) s -= frozen.size();
      rewrite(binder.low);
      rewrite(binder.high);
      rewrite(binder.values);
    }
    rewrite(line.conditions);
    for (Part& part : line.parts) {
      rewrite(part.coordinates);
      if (part.game != &rule) continue;
      part.game = result.get();
      for (size_t i = frozen.size(); i > 0; --i)
        part.coordinates.erase(part.coordinates.begin() + static_cast<std::ptrdiff_t>(frozen[i - 1]));
    }
    for (size_t i = frozen.size(); i > 0; --i)
      line.slot_names.erase(line.slot_names.begin() + static_cast<std::ptrdiff_t>(frozen[i - 1]));
  }
  return result;
}

class FrozenSolver final : public RuleSolver {
 public:
  FrozenSolver(const RuleGame& game, std::vector<size_t> frozen) : RuleSolver(game), frozen_(std::move(frozen)) {}

  std::string_view engine() const override { return last_ == nullptr ? "frozen" : last_->plan.engine(); }
  std::string knows() const override {
    std::string names;
    for (const size_t i : frozen_) names += (names.empty() ? "" : ", ") + rule().coordinates[i];
    return names + ": no move changes " + (frozen_.size() == 1 ? "it" : "them");
  }

  double cost(std::span<const Position> positions) const override {
    std::vector<std::vector<int64_t>> asked;
    for (const Position& one : positions) {
      auto values = frozen_values(game().coordinates(one));
      if (!values) return cost::kNever;
      if (std::find(asked.begin(), asked.end(), *values) != asked.end()) continue;
      if (asked.size() == kMostFrozenValues) return cost::kNever;
      asked.push_back(*std::move(values));
    }
    if (rules_.size() + asked.size() > kMostFrozenRules) return cost::kNever;
    return cost::kFrozen;
  }
  bool tells_only_who_wins(std::span<const Position> positions) const override {
    if (last_ == nullptr || positions.empty()) return false;
    const Position there = last_->game.at(others(game().coordinates(positions[0])));
    return last_->plan.tells_only_who_wins({&there, 1});
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    std::map<Frozen*, std::vector<size_t>> members;
    for (size_t i = 0; i < positions.size(); ++i) {
      auto there = of(positions[i]);
      if (!there) return std::move(there).error();
      members[*there].push_back(i);
    }
    std::vector<Ordinal> result(positions.size());
    for (const auto& [there, places] : members) {
      std::vector<Position> asked;
      for (const size_t place : places) asked.push_back(there->game.at(others(positions[place])));
      auto values = there->plan.quick_values(asked, budget);
      if (!values) return std::move(values).error();
      last_ = there;
      for (size_t i = 0; i < places.size(); ++i) {
        if ((*values)[i].is_loopy()) return comes_again("a position stands again");
        result[places[i]] = (*values)[i].ordinal();
      }
    }
    return result;
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    auto there = of(game().coordinates(position));
    if (!there) return std::move(there).error();
    auto outcome = (*there)->plan.outcome((*there)->game.at(others(game().coordinates(position))), play, budget);
    if (outcome && *outcome == Outcome::D) return comes_again("a position stands again");
    if (outcome) last_ = *there;
    return outcome;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget& budget) override {
    auto there = of(position);
    if (!there) return std::move(there).error();
    auto moves = (*there)->plan.moves_to((*there)->game.at(others(position)), Value(value), limit, budget);
    if (!moves) return moves;
    for (Move& move : moves->moves) {
      for (Position& part : move.to) {
        if (part.game != &(*there)->game) continue;
        Coordinates whole;
        const Coordinates rest = (*there)->game.coordinates(part);
        for (size_t i = 0, next = 0; i < position.size(); ++i) {
          const bool is_frozen = std::find(frozen_.begin(), frozen_.end(), i) != frozen_.end();
          whole.push_back(is_frozen ? position[i] : rest[next++]);
        }
        part = game().at(whole);
      }
    }
    return moves;
  }

  std::string explanation(const Position& position) override {
    if (last_ == nullptr) return {};
    return last_->plan.explanation(last_->game.at(others(game().coordinates(position))));
  }
  Work work() const override {
    Work work;
    for (const auto& [values, one] : rules_) work += one->plan.work();
    return work;
  }

 private:
  struct Frozen {
    explicit Frozen(const RuleGame& rule_game) : game(rule_game), plan(rule_game) {}
    const RuleGame& game;
    Plan plan;
  };

  std::optional<std::vector<int64_t>> frozen_values(const Coordinates& position) const {
    std::vector<int64_t> values;
    for (const size_t i : frozen_) {
      const auto value = position[i].to_uint64();
      if (!value || *value > uint64_t{INT64_MAX} / 2) return std::nullopt;
      values.push_back(static_cast<int64_t>(*value));
    }
    return values;
  }
  Coordinates others(const Coordinates& position) const {
    Coordinates result;
    for (size_t i = 0; i < position.size(); ++i) {
      if (std::find(frozen_.begin(), frozen_.end(), i) == frozen_.end()) result.push_back(position[i]);
    }
    return result;
  }

  Attempt<Frozen*> of(const Coordinates& position) {
    auto values = frozen_values(position);
    if (!values) return Error::declined("a coordinate is beyond 2^62", Error::Cause::beyond_64_bits);
    const auto known = rules_.find(*values);
    if (known != rules_.end()) return known->second.get();
    if (rules_.size() >= kMostFrozenRules) return Error::declined("its frozen coordinates have too many values");
    auto made = std::make_unique<Frozen>(game().games().of_own(with_frozen(rule(), frozen_, *values)));
    return rules_.emplace(*std::move(values), std::move(made)).first->second.get();
  }

  std::vector<size_t> frozen_;  // ascending
  std::map<std::vector<int64_t>, std::unique_ptr<Frozen>> rules_;
  Frozen* last_ = nullptr;
};

class FrozenEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "frozen"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    std::vector<size_t> frozen = frozen_coordinates(*game.rule());
    return frozen.empty() ? nullptr : std::make_unique<FrozenSolver>(game, std::move(frozen));
  }
};

}  // namespace

const Engine* frozen_engine() {
  static const FrozenEngine engine;
  return &engine;
}

}  // namespace grundy
