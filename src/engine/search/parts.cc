#include "engine/search/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/plan.h"
#include "engine/round.h"
#include "engine/search/sum_reading.h"

namespace grundy {
namespace {

class PartsSolver final : public Solver {
 public:
  explicit PartsSolver(std::unique_ptr<const SumReading> reading) : reading_(std::move(reading)) {}

  std::string_view engine() const override {
    return plans_.empty() ? "parts" : plans_.begin()->second->engine();
  }
  std::string knows() const override { return reading_->knows(); }

  double cost(std::span<const Position> positions) const override {
    return std::all_of(positions.begin(), positions.end(),
                       [&](const Position& one) { return reading_->parts(one).has_value(); })
               ? cost::kNothing
               : cost::kNever;
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    if (auto found = find(positions, budget); !found) return std::move(found).error();
    std::vector<Value> result;
    for (const Position& one : positions) result.push_back(nim_sum_of(*reading_->parts(one)));
    return result;
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Attempt<std::vector<Value>> all = values({option.data(), option.size()}, budget);
    if (!all) return std::move(all).error();
    Value total;
    for (const Value& one : *all) total = nim_sum(total, one);
    return total;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    if (!reading_->tells_moves()) return Solver::moves_to(position, value, limit, budget);
    if (auto found = find({&position, 1}, budget); !found) return std::move(found).error();
    const Sum parts = *reading_->parts(position);
    const Value change = nim_sum(nim_sum_of(parts), value);
    MoveSet result;
    std::set<Key> seen;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (!result.all && result.moves.size() == limit) break;
      if (is_repeated(parts, i)) continue;
      auto moves = plan_of(parts[i]).moves_to(parts[i], nim_sum(values_.at(parts[i]), change),
                                              limit - result.moves.size(), budget);
      if (!moves) return std::move(moves).error();
      result.all = result.all && moves->all;
      result.untold = result.untold || moves->untold;
      for (const Move& move : moves->moves) {
        Position to = reading_->with(position, parts, i, move.to);
        if (seen.insert(to.key).second) result.moves.push_back({{std::move(to)}, move.condition});
      }
    }
    return result;
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    if (!reading_->tells_moves() || !reading_->moves_differ())
      return Solver::count_moves_to(position, value, budget);
    if (auto found = find({&position, 1}, budget); !found) return std::move(found).error();
    const Sum parts = *reading_->parts(position);
    const Value change = nim_sum(nim_sum_of(parts), value);
    Natural count;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (is_repeated(parts, i)) continue;
      auto here =
          plan_of(parts[i]).count_moves_to(parts[i], nim_sum(values_.at(parts[i]), change), budget);
      if (!here || !*here) return here;
      count = count + **here;
    }
    return std::optional<Natural>(std::move(count));
  }

  std::string explanation(const Position& position) override {
    constexpr size_t kShown = 12;
    const auto parts = reading_->parts(position);
    std::string text = reading_->says();
    if (!parts || parts->empty() || text.empty()) return {};
    for (size_t i = 0; i < std::min(parts->size(), kShown); ++i) {
      const auto known = values_.find((*parts)[i]);
      if (known == values_.end()) return {};
      text += fmt::format("  {}: {}\n", reading_->name(position, (*parts)[i], i),
                          known->second.to_string());
    }
    if (parts->size() > kShown) text += fmt::format("  … and {} more\n", parts->size() - kShown);
    return text;
  }

  Work work() const override {
    Work work;
    for (const auto& [game, plan] : plans_) work += plan->work();
    return work;
  }

 private:
  /// Whether moves of this part are those of the one before it.
  bool is_repeated(const Sum& parts, size_t i) const {
    return reading_->repeats_moves() && i > 0 && parts[i] == parts[i - 1];
  }
  Plan& plan_of(const Position& part) {
    std::unique_ptr<Plan>& plan = plans_[part.game];
    if (!plan) plan = std::make_unique<Plan>(*part.game);
    return *plan;
  }

  /// The values of all parts.
  Attempt<void> find(std::span<const Position> positions, Budget& budget) {
    std::map<const Game*, std::vector<Position>> missing;
    std::set<Position> seen;
    for (const Position& position : positions) {
      const auto parts = reading_->parts(position);
      if (!parts) return Error::declined("the position is not read as a sum");
      for (const Position& part : *parts) {
        if (!values_.contains(part) && seen.insert(part).second) missing[part.game].push_back(part);
      }
    }
    for (const auto& [game, all] : missing) {
      const std::span<const Position> asked(all);
      const size_t at_once = reading_->share_tables() ? asked.size() : 1;
      for (size_t first = 0; first < asked.size(); first += at_once) {
        if (auto known = find_alike(asked.subspan(first, at_once), budget); !known) return known;
      }
    }
    return {};
  }
  Attempt<void> find_alike(std::span<const Position> asked, Budget& budget) {
    Attempt<std::vector<Value>> values = plan_of(asked[0]).values(asked, budget);
    if (!values) return std::move(values).error();
    for (size_t i = 0; i < asked.size(); ++i) {
      if ((*values)[i].is_loopy()) return comes_again("a part of the position stands again");
      values_[asked[i]] = std::move((*values)[i]);
    }
    return {};
  }

  Value nim_sum_of(const Sum& parts) const {
    Value total;
    for (const Position& one : parts) total = nim_sum(total, values_.at(one));
    return total;
  }

  std::unique_ptr<const SumReading> reading_;
  std::map<const Game*, std::unique_ptr<Plan>> plans_;
  std::map<Position, Value> values_;  // of parts
};

class PartsEngine final : public Engine {
 public:
  std::string_view name() const override { return "parts"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    for (auto* reading : {ends_reading, elements_reading, pieces_reading, places_reading,
                          coins_reading, strip_reading, heads_reading, apart_reading}) {
      if (auto found = reading(game)) return std::make_unique<PartsSolver>(std::move(found));
    }
    return nullptr;
  }
};

}  // namespace

const Engine* parts_engine() {
  static const PartsEngine engine;
  return &engine;
}

}  // namespace grundy
