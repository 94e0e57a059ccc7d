#include "engine/heap/heap.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/heap_code.h"
#include "engine/heap/arithmetic.h"
#include "engine/heap/far_moves.h"
#include "engine/heap/known_values.h"
#include "engine/heap/paired_moves.h"
#include "engine/known_sequence.h"
#include "game/games.h"
#include "game/key.h"

namespace grundy {
namespace {

/// Of a larger heap so many values are searched for a period first, at the price cost::kPeriod. If
/// there is none, the plan asks this engine again: for the whole table, at a higher price.
constexpr uint64_t kFirstLook = 1 << 14;
static_assert(double{kFirstLook} * double{kFirstLook} >= cost::kPeriod);
bool is_far(const Coordinates& heap) { return heap[0] > Natural(kFirstLook); }

/// Whether a heap is split into a few equal ones, and nothing is taken or added.
bool only_divides(const HeapCode& code) {
  const HeapDigit& split = code.before[0];
  return code.before.size() == 1 && code.repeat.empty() && !split.unbounded() &&
         std::all_of(code.after.begin(), code.after.end(),
                     [](const HeapDigit& one) { return one.empty(); }) &&
         std::all_of(split.clauses.begin(), split.clauses.end(),
                     [](const HeapClause& one) { return one.shape == Shape::equal; });
}

class HeapSolver final : public RuleSolver {
 public:
  HeapSolver(const RuleGame& game, const HeapCode& code)
      : RuleSolver(game), code_(code), values_(code) {}

  std::string_view engine() const override { return "heap"; }
  std::string knows() const override { return "the take-and-break game " + code_.text(); }

  double cost(std::span<const Position> positions) const override {
    if (std::all_of(positions.begin(), positions.end(),
                    [&](const Position& one) { return is_known(game().coordinates(one)[0]); }))
      return cost::kNothing;
    const double table = cost_of_table(positions);
    const auto is_far_here = [&](const Position& one) { return is_far(game().coordinates(one)); };
    if (!looked_ && std::any_of(positions.begin(), positions.end(), is_far_here))
      return cost::kPeriod;
    // Games of many heaps often have a period that few values prove.
    return code_.greatest_count() > 2 && heap::is_of_many(code_)
               ? std::min(table, cost::kPeriodOfHeaps)
               : table;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (!looked_ && std::any_of(positions.begin(), positions.end(), is_far)) {
      looked_ = true;
      if (auto known = values_.extend_to(Natural(kFirstLook), budget); !known)
        return named(rule(), std::move(known).error());
      if (!std::all_of(positions.begin(), positions.end(),
                       [&](const Coordinates& one) { return is_known(one[0]); }))
        return Error::declined(
            fmt::format("no period is proved by its first {} values", kFirstLook));
    }
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
    if (value == Ordinal() && limit > 0 && !is_known(position[0])) {
      if (const auto split = equal_pairs(position[0]); !split.empty())
        return MoveSet{{move_to_heaps(split)}, false};
    }
    const auto far = far_groups(position[0], value, budget);
    if (!far) return far.error();
    if (!*far) {
      MoveSet some = paired_moves(position[0], value, limit, budget);
      if (!some.moves.empty()) return some;
      return RuleSolver::moves_to(position, value, limit, budget);
    }
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

  bool sees_win(const Position& position) const override {
    return !equal_pairs(game().coordinates(position)[0]).empty();
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
  bool is_known(const Natural& heap) const {
    return values_.period().has_value() || heap < Natural(values_.computed());
  }

  /// A split into pairs of equal heaps, which are 0 together; none where no move leaves such.
  std::vector<Natural> equal_pairs(const Natural& heap) const {
    constexpr uint64_t kMostPaired = 12;
    for (uint64_t taken = 0; taken <= code_.after.size() && heap >= Natural(taken + 2); ++taken) {
      const Natural left = heap - taken;
      const HeapDigit& digit = code_.digit(static_cast<int64_t>(taken));
      if (left.bit(0) || digit.empty()) continue;
      for (uint64_t heaps = 2; heaps <= kMostPaired && left >= Natural(heaps); heaps += 2) {
        const unsigned allowed = digit.arrangements(heaps);
        if (heaps == 2 ? (allowed & kEqual) == 0 : allowed != (kDifferent | kMixed | kEqual))
          continue;
        std::vector<Natural> split(heaps - 2, Natural(1));
        split.insert(split.end(), 2, (left - Natural(heaps - 2)) >> 1);
        return split;
      }
    }
    return {};
  }
  Move move_to_heaps(const std::vector<Natural>& split) const {
    const RuleGame& heaps = game().games().of(named_game(rule()));
    Sum to;
    for (const Natural& one : split) to.push_back(heaps.at(Coordinates{one}));
    return {std::move(to), ""};
  }
  /// Some moves to the value where nobody wants to see all, or none.
  MoveSet paired_moves(const Natural& from, const Ordinal& value, size_t limit,
                       const Budget& budget) const {
    MoveSet result;
    if (!value.is_finite() || !heap::splits_are_many(code_, from)) return result;
    for (const auto& split :
         heap::paired_splits(code_, values_, from, value.finite(), limit, budget))
      result.moves.push_back(move_to_heaps(split));
    result.all = false;
    return result;
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
  bool looked_ = false;  // whether the first values were searched
  uint64_t listed_ = 0;
};

class HeapEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "heap"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const auto& code = game.facts().heap_code();
    // Few heaps follow from one that is split into equal ones: its moves in words tell which.
    if (!code || (only_divides(*code) && !game.rule()->moves_by_code)) return nullptr;
    return std::make_unique<HeapSolver>(game, *code);
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
