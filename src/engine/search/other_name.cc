#include "engine/search/other_name.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/plan.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

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

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Sum> sums;
    for (const Position& position : positions) {
      Attempt<Sum> sum = game_.normal_form(position, budget);
      if (!sum) return std::move(sum).error();
      sums.push_back(*std::move(sum));
    }
    return values_of(sums, budget);
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Attempt<std::vector<Value>> values = values_of({&option, 1}, budget);
    if (!values) return std::move(values).error();
    return values->front();
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
    MoveSet result;
    std::set<Sum> found;
    for (size_t i = 0; i < sum->size(); ++i) {
      Sum others = *sum;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      const Attempt<Value> beside = value_of(others, budget);
      if (!beside) return beside.error();
      if (beside->is_loopy() || value.is_loopy())
        return Error::declined("moves of sums are not found by parts where play goes round");
      const Position& part = (*sum)[i];
      Attempt<MoveSet> moves = plan(part).moves_to(part, nim_sum(value, *beside), limit, budget);
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

  Attempt<std::vector<Value>> values_of(std::span<const Sum> sums, Budget& budget) {
    std::map<const Game*, std::vector<Position>> parts;
    for (const Sum& sum : sums) {
      for (const Position& part : sum) parts[part.game].push_back(part);
    }
    std::map<const Game*, std::vector<Value>> values;
    for (const auto& [game, positions] : parts) {
      Attempt<std::vector<Value>> found = plan(positions[0]).values(positions, budget);
      is_last_word_ = !found;
      if (!found) return found;
      values[game] = *std::move(found);
    }
    std::map<const Game*, size_t> next;
    std::vector<Value> result;
    for (const Sum& sum : sums) {
      Value total;
      for (const Position& part : sum) total = nim_sum(total, values[part.game][next[part.game]++]);
      result.push_back(std::move(total));
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
    const auto* rule_game = as<RuleGame>(&game);
    if (rule_game == nullptr || !rule_game->rule()->is_alias) return nullptr;
    return std::make_unique<OtherNameSolver>(*rule_game);
  }
};

}  // namespace

const Engine* other_name_engine() {
  static const OtherNameEngine engine;
  return &engine;
}

}  // namespace grundy
