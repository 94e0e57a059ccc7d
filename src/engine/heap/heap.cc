#include "engine/heap/heap.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/heap_code.h"
#include "engine/heap/far_moves.h"
#include "engine/heap/known_values.h"
#include "engine/known_sequence.h"
#include "game/games.h"
#include "game/key.h"

namespace grundy {
namespace {

class HeapSolver final : public RuleSolver {
 public:
  HeapSolver(const RuleGame& game, const HeapCode& code)
      : RuleSolver(game), code_(code), values_(code) {}

  std::string_view engine() const override { return "heap"; }
  std::string knows() const override { return "the take-and-break game " + code_.text(); }

  double cost(std::span<const Position> positions) const override {
    if (values_.period()) return cost::kNothing;
    const auto is_known = [&](const Position& one) {
      return game().coordinates(one)[0] < Natural(values_.computed());
    };
    return std::all_of(positions.begin(), positions.end(), is_known) ? cost::kNothing
                                                                     : cost_of_table(positions);
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    return values_of_sequence(rule(), values_, positions, budget);
  }

  /// Parts are heaps of the game, or of the one that it is another name for, none larger than those
  /// asked for before.
  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Natural value;
    ++listed_;
    for (const Position& part : option) {
      const Natural heap = KeyReader(part.key).natural();
      if (auto known = values_.extend_to(heap, budget); !known)
        return named(rule(), std::move(known).error());
      value = value ^ values_.at(heap);
    }
    return Value(Ordinal(value));
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    const auto far = far_groups(position[0], value, budget);
    if (!far) return far.error();
    if (!*far) return RuleSolver::moves_to(position, value, limit, budget);
    // A group's first moves leave the least heaps; among groups the least numbers taken come first.
    MoveSet result;
    const RuleGame& heaps = game().games().of(named_game(rule()));
    for (auto group = (*far)->begin(); group != (*far)->end();) {
      std::vector<Natural> least;
      const Natural left = group->left;
      for (; group != (*far)->end() && group->left == left; ++group) {
        Natural a = group->first;
        for (Natural k; k < group->count && k <= limit; k = k + 1, a = a + group->step) {
          if (budget.spent()) return budget.why();
          least.push_back(a);
        }
      }
      std::sort(least.begin(), least.end());
      for (const Natural& a : least) {
        if (result.moves.size() == limit) {
          result.all = false;
          return result;
        }
        Sum to = {heaps.at(Coordinates{left - a})};
        if (!a.is_zero()) to.push_back(heaps.at(Coordinates{a}));
        result.moves.push_back({std::move(to), ""});
      }
    }
    return result;
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    if (!value.is_loopy()) {
      const auto far = far_groups(game().coordinates(position)[0], value.ordinal(), budget);
      if (!far) return far.error();
      if (*far) {
        Natural count;
        for (const heap::Splits& group : **far) count = count + group.count;
        return std::optional<Natural>(count);
      }
    }
    return RuleSolver::count_moves_to(position, value, budget);
  }

  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    if (value == Value() && leaves_equal_heaps(game().coordinates(position)[0])) return false;
    return RuleSolver::has_value(position, value, budget);
  }
  /// Without a value where it can be told so.
  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    if (play == Play::normal && leaves_equal_heaps(game().coordinates(position)[0]))
      return Outcome::N;
    return RuleSolver::outcome(position, play, budget);
  }

  std::string explanation(const Position&) override {
    const auto& period = values_.period();
    if (!period) return {};
    if (period->saltus > 0) {
      return fmt::format(
          "The values of {} are arithmetic periodic from {} on: g(n + {}) = g(n) + {}.\n",
          rule().full_name, period->preperiod, period->period, period->saltus);
    }
    return fmt::format("The values of {} are periodic from {} on, with period {}.\n",
                       rule().full_name, period->preperiod, period->period);
  }

  Work work() const override { return {values_.computed(), listed_, {}, {}}; }

 private:
  /// Whether a move leaves two equal heaps, which are 0 together.
  bool leaves_equal_heaps(const Natural& heap) const {
    for (uint64_t taken = 0; taken <= code_.after.size() && heap >= Natural(taken + 2); ++taken) {
      if ((heap - taken) % Natural(2) != Natural(0)) continue;
      if ((code_.digit(static_cast<int64_t>(taken)).arrangements(2) & kEqual) != 0) return true;
    }
    return false;
  }
  /// The moves from a far heap to the value, in groups; nothing for a heap whose moves are better
  /// looked at one by one.
  Attempt<std::optional<std::vector<heap::Splits>>> far_groups(const Natural& from,
                                                               const Ordinal& value,
                                                               Budget& budget) {
    std::optional<std::vector<heap::Splits>> groups;
    if (auto known = values_.extend_to(from, budget); !known)
      return named(rule(), std::move(known).error());
    if (!heap::finds_far_moves(code_, values_, from)) return groups;
    groups.emplace();
    if (!value.is_finite()) return groups;
    auto found = heap::for_each_split(code_, values_, from, value.finite(), budget,
                                      [&](const heap::Splits& group) {
                                        groups->push_back(group);
                                        return true;
                                      });
    if (!found) return std::move(found).error();
    return groups;
  }

  HeapCode code_;
  heap::KnownValues values_;
  uint64_t listed_ = 0;
};

class HeapEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "heap"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const auto& code = game.facts().heap_code();
    return code ? std::make_unique<HeapSolver>(game, *code) : nullptr;
  }
};

}  // namespace

std::optional<HeapGame> heap_game(const Rule& rule) {
  auto code = heap_code_of(rule);
  if (!code) return std::nullopt;
  return HeapGame{.code = *std::move(code), .rule = &named_game(rule)};
}

const Engine* heap_engine() {
  static const HeapEngine engine;
  return &engine;
}

}  // namespace grundy
