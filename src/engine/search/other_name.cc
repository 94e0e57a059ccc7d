#include "engine/search/other_name.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/plan.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

bool is_other_name(const Position& part) {
  const RuleGame* game = rule_game(part);
  return game != nullptr && game->rule()->is_alias;
}

class OtherNameSolver final : public Solver {
 public:
  explicit OtherNameSolver(const RuleGame& game) : game_(game) {}

  std::string_view engine() const override {
    return plans_.size() == 1 ? plans_.begin()->second.engine() : "other name";
  }
  std::string knows() const override { return "each position is a sum of others"; }
  bool is_last_word() const override { return is_last_word_; }
  Work work() const override {
    Work all;
    for (const auto& [game, plan] : plans_) all += plan.work();
    return all;
  }

  bool tells_only_who_wins(std::span<const Position> positions) const override {
    Budget budget;
    return std::all_of(positions.begin(), positions.end(), [&](const Position& position) {
      const Attempt<Sum> sum = game_.normal_form(position, budget);
      if (!sum || sum->size() != 1) return false;
      const auto plan = plans_.find((*sum)[0].game);
      return plan != plans_.end() && plan->second.tells_only_who_wins({sum->data(), 1});
    });
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    return values_by(&Plan::values, positions, budget);
  }
  Attempt<std::vector<Value>> quick_values(std::span<const Position> positions,
                                           Budget& budget) override {
    return values_by(&Plan::quick_values, positions, budget);
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    const Attempt<std::vector<Value>> values = values_of_parts(option, &Plan::values, budget);
    if (!values) return values.error();
    return total(*values);
  }

  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    const Attempt<Sum> sum = game_.normal_form(position, budget);
    if (!sum) return sum.error();
    if (sum->size() != 1) return Solver::has_value(position, value, budget);
    return plan((*sum)[0]).has_value((*sum)[0], value, budget);
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    is_last_word_ = false;
    const Attempt<Sum> sum = game_.normal_form(position, budget);
    if (!sum) return sum.error();
    if (sum->size() != 1) return Solver::outcome(position, play, budget);
    return plan((*sum)[0]).outcome((*sum)[0], play, budget);
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    const Attempt<Sum> sum = game_.normal_form(position, budget);
    if (!sum) return sum.error();
    if (sum->size() == 1) return plan((*sum)[0]).moves_to((*sum)[0], value, limit, budget);
    const Attempt<std::vector<Value>> values = values_of_parts(*sum, &Plan::values, budget);
    if (!values) return values.error();
    const auto is_loopy = [](const Value& one) { return one.is_loopy(); };
    if (is_loopy(value) || std::any_of(values->begin(), values->end(), is_loopy))
      return Error::declined("moves of sums are not found by parts where play goes round");
    const Value wanted = nim_sum(value, total(*values));
    MoveSet result;
    std::set<Position> seen;
    std::set<Sum> found;
    for (size_t i = 0; i < sum->size(); ++i) {
      const Position& part = (*sum)[i];
      if (!seen.insert(part).second) continue;
      Attempt<MoveSet> moves =
          plan(part).moves_to(part, nim_sum(wanted, (*values)[i]), limit, budget);
      if (!moves) return moves;
      result.all = result.all && moves->all;
      result.untold = result.untold || moves->untold;
      for (Move& move : moves->moves) {
        Sum to = replaced(*sum, i, move.to);
        if (!found.insert(sorted(to)).second) continue;
        if (result.moves.size() == limit) {
          result.all = false;
          return result;
        }
        result.moves.push_back({std::move(to), std::move(move.condition)});
      }
    }
    return result;
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    const Attempt<Sum> sum = game_.normal_form(position, budget);
    if (!sum) return sum.error();
    if (sum->size() != 1) return Solver::count_moves_to(position, value, budget);
    return plan((*sum)[0]).count_moves_to((*sum)[0], value, budget);
  }

  std::string explanation(const Position& position) override {
    Budget budget;
    const Attempt<Sum> sum = game_.normal_form(position, budget);
    return sum && sum->size() == 1 ? plan((*sum)[0]).explanation((*sum)[0]) : "";
  }

 private:
  Plan& plan(const Position& part) {
    return plans_.try_emplace(part.game, *part.game).first->second;
  }

  using Ask = Attempt<std::vector<Value>> (Plan::*)(std::span<const Position>, Budget&);

  static Value total(const std::vector<Value>& values) {
    Value result;
    for (const Value& value : values) result = nim_sum(result, value);
    return result;
  }

  Attempt<std::vector<Value>> values_by(Ask ask, std::span<const Position> positions,
                                        Budget& budget) {
    Sum parts;
    std::vector<size_t> ends;  // of each position's parts
    for (const Position& position : positions) {
      const Attempt<Sum> sum = game_.normal_form(position, budget);
      if (!sum) return sum.error();
      parts.insert(parts.end(), sum->begin(), sum->end());
      ends.push_back(parts.size());
    }
    const Attempt<std::vector<Value>> values = values_of_parts(parts, ask, budget);
    if (!values) return values.error();
    std::vector<Value> result;
    size_t part = 0;
    for (const size_t end : ends) {
      Value& sum = result.emplace_back();
      for (; part < end; ++part) sum = nim_sum(sum, (*values)[part]);
    }
    return result;
  }

  /// In their order; those of one game are asked for together.
  Attempt<std::vector<Value>> values_of_parts(const Sum& parts, Ask ask, Budget& budget) {
    std::map<const Game*, std::vector<size_t>> members;
    for (size_t i = 0; i < parts.size(); ++i) members[parts[i].game].push_back(i);
    std::vector<Value> result(parts.size());
    for (const auto& [game, numbers] : members) {
      std::vector<Position> asked;
      for (const size_t i : numbers) asked.push_back(parts[i]);
      Attempt<std::vector<Value>> values = (plan(asked[0]).*ask)(asked, budget);
      is_last_word_ = !values;
      if (!values) return values;
      for (size_t k = 0; k < numbers.size(); ++k) result[numbers[k]] = std::move((*values)[k]);
    }
    return result;
  }

  const RuleGame& game_;
  std::map<const Game*, Plan> plans_;  // of the parts' games
  bool is_last_word_ = false;
};

class OtherNameEngine final : public Engine {
 public:
  std::string_view name() const override { return "other name"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* own = as<RuleGame>(&game);
    if (own == nullptr || !own->rule()->is_alias) return nullptr;
    return std::make_unique<OtherNameSolver>(*own);
  }
};

}  // namespace

const Engine* other_name_engine() {
  static const OtherNameEngine engine;
  return &engine;
}

bool NamedSum::has_names(std::span<const Position> parts) {
  return std::any_of(parts.begin(), parts.end(), is_other_name);
}

Attempt<NamedSum> NamedSum::of(std::span<const Position> parts, Budget& budget) {
  NamedSum result;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i % 1024 == 0 && budget.spent()) return budget.why();
    Attempt<Sum> sum = Sum{parts[i]};
    if (is_other_name(parts[i])) sum = parts[i].game->normal_form(parts[i], budget);
    if (!sum) return std::move(sum).error();
    for (size_t k = 0; k < sum->size(); ++k) result.places_.emplace_back(i, k);
    result.whole_.insert(result.whole_.end(), sum->begin(), sum->end());
    result.stands_for_.push_back(*std::move(sum));
  }
  return result;
}

std::pair<size_t, Sum> NamedSum::as_named(size_t part, const Sum& to) const {
  const auto [named, place] = places_[part];
  return {named, replaced(stands_for_[named], place, to)};
}

}  // namespace grundy
