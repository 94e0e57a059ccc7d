#include "engine/search/onward.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "analysis/order.h"
#include "engine/plan.h"
#include "engine/round.h"
#include "engine/search/rewriting.h"
#include "game/games.h"

namespace grundy {
namespace {

constexpr size_t kPositionsAtOnce = 1024;
constexpr size_t kMostGames = 1000;    // behind one
constexpr double kManyMoves = 0x1p34;  // as steps of a table: from one heap of 10^5

class OnwardSolver final : public RuleSolver {
 public:
  explicit OnwardSolver(const RuleGame& game) : RuleSolver(game) {}
  std::string_view engine() const override { return "onward"; }
  std::string knows() const override { return "each move leads to other games"; }
  /// Where there may be very many moves, the book is looked into before they are listed.
  double cost(std::span<const Position> positions) const override {
    return any_is_far(positions, kManyMoves) ? 2 * cost::kBook : cost::kNothing;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    for (size_t first = 0; first < positions.size(); first += kPositionsAtOnce) {
      const auto piece =
          positions.subspan(first, std::min(kPositionsAtOnce, positions.size() - first));
      if (auto found = add_values(piece, result, budget); !found) return std::move(found).error();
      budget.progress("positions", result.size(), positions.size());
    }
    return result;
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Attempt<Sum> parts = named_parts(option, budget);
    if (!parts) return std::move(parts).error();
    PartsByGame values;
    note(*parts, values);
    if (auto found = find(values, budget); !found) return std::move(found).error();
    return nim_sum_of(*parts, values);
  }

  Work work() const override {
    Work work = work_;
    for (const auto& [game, plan] : plans_) work += plan->work();
    return work;
  }

 private:
  using PartsByGame = std::map<const Game*, std::map<Position, Value>>;

  /// The option with other names for sums written out.
  static Attempt<Sum> named_parts(const Sum& option, Budget& budget) {
    Sum result;
    for (const Position& part : option) {
      const Rule* rule = part.game->rule();
      Attempt<Sum> sum =
          rule != nullptr && rule->is_alias ? part.game->normal_form(part, budget) : Sum{part};
      if (!sum) return sum;
      result.insert(result.end(), sum->begin(), sum->end());
    }
    return result;
  }
  static void note(const Sum& option, PartsByGame& parts) {
    for (const Position& part : option) parts[part.game].try_emplace(part);
  }
  static Value nim_sum_of(const Sum& option, const PartsByGame& parts) {
    Value total;
    for (const Position& part : option) total = nim_sum(total, parts.at(part.game).at(part));
    return total;
  }

  Attempt<void> add_values(std::span<const Coordinates> positions, std::vector<Ordinal>& result,
                           Budget& budget) {
    std::vector<std::vector<Sum>> options(positions.size());
    PartsByGame parts;
    for (size_t i = 0; i < positions.size(); ++i) {
      std::optional<Error> failed;
      const auto take = [&](const Sum& option) {
        Attempt<Sum> named = named_parts(option, budget);
        if (!named) {
          failed = std::move(named).error();
          return false;
        }
        note(*named, parts);
        options[i].push_back(*std::move(named));
        return ++work_.options % 4096 != 0 || !budget.spent();
      };
      const Attempt<Ended> ended = game().options(game().at(positions[i]), take, budget);
      if (failed) return *std::move(failed);
      if (!ended) return ended.error();
      if (*ended == Ended::stopped) return budget.why();
      if (*ended == Ended::endless) return Error::declined("a position has infinitely many moves");
    }
    if (positions.size() == 1) {
      const auto some = has_option_of_value_0(options[0], budget);
      if (!some) return some.error();
      if (!*some) {
        result.emplace_back();
        ++work_.positions;
        return {};
      }
    }
    if (auto found = find(parts, budget); !found) return found;
    for (const std::vector<Sum>& here : options) {
      std::vector<Ordinal> values;
      for (const Sum& option : here) {
        Value value = nim_sum_of(option, parts);
        if (value.is_loopy()) return comes_again("an option can come again");
        values.push_back(value.ordinal());
      }
      std::sort(values.begin(), values.end());
      Ordinal mex;
      for (const Ordinal& value : values) {
        if (value == mex) mex = mex + Ordinal(1);
      }
      result.push_back(std::move(mex));
      ++work_.positions;
    }
    return {};
  }

  Plan& plan_of(const Game* game) {
    std::unique_ptr<Plan>& plan = plans_[game];
    if (!plan) plan = std::make_unique<Plan>(*game);
    return *plan;
  }

  /// False only where that is so; often it is seen without a value.
  Attempt<bool> has_option_of_value_0(const std::vector<Sum>& options, Budget& budget) {
    for (const Sum& option : options) {
      if (option.size() != 1) return true;
      auto has = plan_of(option[0].game).has_value(option[0], Value(), budget);
      if (!has || *has) return has;
    }
    return false;
  }

  Attempt<void> find(PartsByGame& parts, Budget& budget) {
    for (auto& [game, of_game] : parts) {
      Plan& plan = plan_of(game);
      std::vector<Position> asked;
      for (const auto& [part, value] : of_game) asked.push_back(part);
      Attempt<std::vector<Value>> values = plan.values(asked, budget);
      if (!values) return std::move(values).error();
      size_t i = 0;
      for (auto& [part, value] : of_game) value = std::move((*values)[i++]);
    }
    return {};
  }

  std::map<const Game*, std::unique_ptr<Plan>> plans_;
  Work work_;
};

/// Adds the games of the parts, and those that other names among them stand for.
void add_games(const std::vector<Part>& parts, std::set<const Rule*>& games) {
  for (const Part& part : parts) {
    if (games.insert(part.game).second && part.game->is_alias) add_games(part.game->alias, games);
  }
}

/// The games that moves lead to, now or later.
std::vector<const Rule*> games_behind(const Rule& rule) {
  std::set<const Rule*> next;
  for (const MoveLine& line : rule.moves) add_games(line.parts, next);
  return reachable_games({next.begin(), next.end()});
}
bool leads_back(const Rule& rule, const std::vector<const Rule*>& behind) {
  return std::find(behind.begin(), behind.end(), &rule) != behind.end();
}

class OnwardEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "onward"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.is_alias || rule.moves_by_code || game.is_endless()) return nullptr;
    const std::vector<const Rule*> behind = games_behind(rule);
    if (behind.size() > kMostGames || leads_back(rule, behind)) return nullptr;
    // Games that are left at once as well are asked for what lies behind them.
    const auto is_quicker = [&](const Rule* one) {
      return !one->is_alias && leads_back(*one, games_behind(*one)) &&
             (with_last_phase(*one) || !Plan(game.games().of(*one)).is_tabulated());
    };
    return std::any_of(behind.begin(), behind.end(), is_quicker)
               ? std::make_unique<OnwardSolver>(game)
               : nullptr;
  }
};

}  // namespace

const Engine* onward_engine() {
  static const OnwardEngine engine;
  return &engine;
}

}  // namespace grundy
