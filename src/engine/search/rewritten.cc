#include "engine/search/rewritten.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "engine/plan.h"
#include "engine/round.h"
#include "engine/search/rewriting.h"
#include "game/games.h"

namespace grundy {
namespace {

constexpr size_t kMostRulesAsked = 4;  // at once: a table has more
constexpr size_t kMostRulesKept = 1024;

class RewrittenSolver final : public RuleSolver {
 public:
  RewrittenSolver(const RuleGame& game, std::unique_ptr<const Rewriting> rewriting)
      : RuleSolver(game), rewriting_(std::move(rewriting)) {}

  std::string_view engine() const override {
    return last_ == nullptr ? "rewritten" : last_->plan.engine();
  }
  std::string knows() const override { return rewriting_->knows(); }

  double cost(std::span<const Position> positions) const override {
    std::vector<std::vector<int64_t>> asked;
    for (const Position& one : positions) {
      auto key = rewriting_->key(game().coordinates(one));
      if (!key) return cost::kNever;
      if (std::find(asked.begin(), asked.end(), *key) != asked.end()) continue;
      if (asked.size() == kMostRulesAsked) return cost::kNever;
      asked.push_back(*std::move(key));
    }
    if (others_.size() + asked.size() > kMostRulesKept) return cost::kNever;
    return rewriting_->is_for_laws() ? cost::kFormula[1] : cost::kRewritten;
  }
  bool tells_only_who_wins(std::span<const Position> positions) const override {
    if (positions.empty()) return false;
    const Coordinates here = game().coordinates(positions[0]);
    const auto key = rewriting_->key(here);
    const auto other = key ? others_.find(*key) : others_.end();
    if (other == others_.end()) return false;
    const Position there = other->second->game.at(rewriting_->there(here));
    return other->second->plan.tells_only_who_wins({&there, 1});
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::map<Other*, std::vector<size_t>> members;
    for (size_t i = 0; i < positions.size(); ++i) {
      auto there = of(positions[i]);
      if (!there) return std::move(there).error();
      members[*there].push_back(i);
    }
    std::vector<Ordinal> result(positions.size());
    for (const auto& [other, places] : members) {
      std::vector<Position> asked;
      for (const size_t place : places)
        asked.push_back(other->game.at(rewriting_->there(positions[place])));
      auto values = rewriting_->is_for_laws() ? other->plan.values(asked, budget)
                                              : other->plan.quick_values(asked, budget);
      if (!values) return std::move(values).error();
      if (other->plan.goes_round()) return comes_again("a position stands again");
      last_ = other;
      for (size_t i = 0; i < places.size(); ++i) result[places[i]] = (*values)[i].ordinal();
    }
    return result;
  }

  /// Where the other plan knows no more than who wins, it is asked that.
  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    auto by_value = RuleSolver::has_value(position, value, budget);
    const Coordinates here = game().coordinates(position);
    if (by_value || value != Value() || !tells_only_who_wins({&position, 1})) return by_value;
    auto other = of(here);
    if (!other) return std::move(other).error();
    last_ = *other;
    return (*other)->plan.has_value((*other)->game.at(rewriting_->there(here)), value, budget);
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    const Coordinates here = game().coordinates(position);
    auto other = of(here);
    if (!other) return std::move(other).error();
    auto outcome = (*other)->plan.outcome((*other)->game.at(rewriting_->there(here)), play, budget);
    if (outcome && (*outcome == Outcome::D || (*other)->plan.goes_round()))
      return comes_again("a position stands again");
    if (outcome) last_ = *other;
    return outcome;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    auto other = of(position);
    if (!other) return std::move(other).error();
    const Position there = (*other)->game.at(rewriting_->there(position));
    auto moves = (*other)->plan.moves_to(there, Value(value), limit, budget);
    if (!moves) return moves;
    for (Move& move : moves->moves) {
      for (Position& part : move.to) {
        if (part.game != &(*other)->game) continue;
        const auto [game_there, coordinates] =
            rewriting_->back((*other)->game.coordinates(part), position);
        part = game().games().of(*game_there).at(coordinates);
      }
    }
    std::set<Sum> seen;
    std::erase_if(moves->moves,
                  [&](const Move& move) { return !seen.insert(sorted(move.to)).second; });
    return moves;
  }

  std::string explanation(const Position& position) override {
    if (last_ == nullptr) return {};
    return last_->plan.explanation(last_->game.at(rewriting_->there(game().coordinates(position))));
  }
  /// Where the other rule speaks of the same coordinates.
  std::optional<LawInWords> law(Budget& budget) override {
    if (!rewriting_->is_final()) return std::nullopt;
    auto other = of({});
    return other ? (*other)->plan.law(budget) : std::nullopt;
  }
  Work work() const override {
    Work work;
    for (const auto& [key, other] : others_) work += other->plan.work();
    return work;
  }

 private:
  struct Other {
    Other(const RuleGame& rule_game, Plan::Engines engines)
        : game(rule_game), plan(rule_game, engines) {}
    const RuleGame& game;
    Plan plan;
  };

  Attempt<Other*> of(const Coordinates& position) {
    auto key = rewriting_->key(position);
    if (!key) return Error::declined("a coordinate is beyond 2^62, or a pair is out of order");
    const auto known = others_.find(*key);
    if (known != others_.end()) return known->second.get();
    if (others_.size() >= kMostRulesKept)
      return Error::declined("its frozen coordinates have too many values");
    const auto engines = rewriting_->is_for_laws() ? Plan::Engines::laws
                         : rewriting_->is_final()  ? Plan::Engines::as_written
                                                   : Plan::Engines::proved;
    auto made = std::make_unique<Other>(game().games().of_own(rewriting_->rule(*key)), engines);
    return others_.emplace(*std::move(key), std::move(made)).first->second.get();
  }

  std::unique_ptr<const Rewriting> rewriting_;
  std::map<std::vector<int64_t>, std::unique_ptr<Other>> others_;
  Other* last_ = nullptr;
};

class RewrittenEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "rewritten"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.is_alias || rule.board || rule.moves_by_code || rule.moves.empty() ||
        rule.arity() == 0)
      return nullptr;
    std::unique_ptr<Rewriting> rewriting = with_pairs_in_any_order(rule);
    if (!rewriting) rewriting = without_frozen_coordinates(rule);
    if (!rewriting) rewriting = with_last_phase(rule);
    if (!rewriting) rewriting = with_falling_coordinates(game.facts());
    if (!rewriting) rewriting = with_solved_bounds(rule);
    if (!rewriting) rewriting = with_modes(rule);

    return rewriting ? std::make_unique<RewrittenSolver>(game, std::move(rewriting)) : nullptr;
  }
};

}  // namespace

const Engine* rewritten_engine() {
  static const RewrittenEngine engine;
  return &engine;
}

}  // namespace grundy
