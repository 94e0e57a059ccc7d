#include "engine/search/by_definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "analysis/order.h"
#include "engine/round.h"
#include "game/rule_game.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr uint64_t kMostDefined = uint64_t{1} << 18;
constexpr uint64_t kMostDefinedOptions = uint64_t{1} << 23;

/// Whether moves of the game are to be read from a code.
bool has_codes(const Rule& rule) {
  const std::vector<const Rule*> games = reachable_games({&rule});
  return std::any_of(games.begin(), games.end(),
                     [](const Rule* one) { return one->moves_by_code; });
}

class ByDefinition final : public Solver {
 public:
  std::string_view engine() const override { return "by definition"; }
  std::string knows() const override { return "the options of every position"; }
  Work work() const override { return work_; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    return values_one_by_one(positions, budget);
  }

  Attempt<Value> value_of(const Sum& sum, Budget& budget) override {
    uint64_t value = 0;
    for (const Position& part : sum) {
      Attempt<Sum> normal = part.game->normal_form(part, budget);
      if (!normal) return std::move(normal).error();
      for (const Position& one : *normal) {
        if (auto found = find(one, budget); !found) return std::move(found).error();
        value ^= known_.at(one);
      }
    }
    return Value(value);
  }

 private:
  static constexpr uint64_t kOpen = UINT64_MAX;  // on the present line of play

  /// Depth first: a position is listed once for its options without values, which wait above it on
  /// the line, and once when they have them.
  Attempt<void> find(const Position& start, Budget& budget) {
    if (known_.contains(start)) return {};
    const uint64_t most_positions = known_.size() + kMostDefined;
    const uint64_t most_options = work_.options + kMostDefinedOptions;
    std::vector<Position> line;
    const auto push = [&](const Position& position) -> Attempt<void> {
      const uint64_t bytes =
          2 * sizeof(Position) + 64 + (position.key.size() > 3 ? 16 * position.key.size() : 0);
      if (!budget.take_memory(bytes)) return budget.too_large("the table of values", bytes);
      line.push_back(position);
      return {};
    };
    // An error leaves no position open.
    const auto give_up = [&](Error error) {
      for (const Position& position : line) {
        const auto found = known_.find(position);
        if (found != known_.end() && found->second == kOpen) known_.erase(found);
      }
      return error;
    };
    if (auto pushed = push(start); !pushed) return give_up(std::move(pushed).error());
    while (!line.empty()) {
      if (const auto found = known_.find(line.back());
          found != known_.end() && found->second != kOpen) {
        line.pop_back();
        continue;
      }
      if (budget.spent()) return give_up(budget.why());
      budget.progress("positions", work_.positions);
      if (known_.size() > most_positions || work_.options > most_options) {
        return give_up(Error::declined(fmt::format("more than {} positions or {} options were met",
                                                   kMostDefined, kMostDefinedOptions)));
      }
      const Position position = line.back();
      known_[position] = kOpen;
      const size_t waiting = line.size();
      std::optional<Error> failed;
      seen_.clear();
      auto listed = position.game->options(
          position,
          [&](const Sum& option) {
            uint64_t nim_sum = 0;
            ++work_.options;
            for (const Position& part : option) {
              Attempt<Sum> normal = part.game->normal_form(part, budget);
              if (!normal) {
                failed = std::move(normal).error();
                return false;
              }
              for (const Position& one : *normal) {
                const auto found = known_.find(one);
                if (found != known_.end() && found->second == kOpen) {
                  failed = comes_again(fmt::format("{} comes again", to_string(one)));
                  return false;
                }
                if (found != known_.end()) {
                  nim_sum ^= found->second;
                } else if (auto pushed = push(one); !pushed) {
                  failed = std::move(pushed).error();
                  return false;
                }
              }
            }
            seen_.insert(static_cast<uint32_t>(nim_sum));
            return work_.options <= most_options;
          },
          budget);
      if (failed) return give_up(*std::move(failed));
      if (!listed) return give_up(std::move(listed).error());
      if (*listed == Ended::endless) {
        return give_up(
            Error::declined(fmt::format("{} has infinitely many moves", to_string(position))));
      }
      // Stopped: too many options.
      if (line.size() > waiting || *listed == Ended::stopped) continue;
      known_[position] = seen_.mex();
      ++work_.positions;
      line.pop_back();
    }
    return {};
  }

  std::unordered_map<Position, uint64_t, HashPosition> known_;
  MexSet seen_;
  Work work_;
};

class ByDefinitionEngine final : public Engine {
 public:
  std::string_view name() const override { return "by definition"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    // The table engine knows rules whose moves are written out.
    if (game.rule() != nullptr && !has_codes(*game.rule())) return nullptr;
    return std::make_unique<ByDefinition>();
  }
};

class ExactEngine final : public Engine {
 public:
  std::string_view name() const override { return "exact"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    if (game.rule() == nullptr || has_codes(*game.rule()) || game.is_endless()) return nullptr;
    return std::make_unique<ByDefinition>();
  }
};

}  // namespace

const Engine* by_definition_engine() {
  static const ByDefinitionEngine engine;
  return &engine;
}

const Engine* exact_engine() {
  static const ExactEngine engine;
  return &engine;
}

}  // namespace grundy
