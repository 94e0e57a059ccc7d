#include "engine/heap/heap.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/heap_code.h"
#include "code/moves.h"
#include "engine/heap/known_values.h"
#include "engine/known_sequence.h"

namespace grundy {
namespace {

/// Positions from which moves are listed.
constexpr uint64_t kMostListed = uint64_t{1} << 62;

class HeapEvaluator final : public Evaluator {
 public:
  HeapEvaluator(const Rule& rule, const HeapGame& game) : rule_(rule), game_(game), values_(game.code) {}

  std::string_view engine() const override { return "heap"; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    return values_of_sequence(rule_, values_, positions, budget);
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& target, size_t limit, Budget& budget) override {
    MoveSet result;
    auto visited = for_each_option(
        position, budget, limit, [&](uint64_t v) { return target == Ordinal(v); }, result.all,
        [&](const RuleSum& to, uint64_t) {
          result.moves.push_back({to_string(to), "", ""});
        });
    if (!visited) return std::move(visited).error();
    return result;
  }

  Attempt<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    Options result;
    auto visited = for_each_option(
        position, budget, limit, [](uint64_t) { return true; }, result.all,
        [&](const RuleSum& to, uint64_t v) {
          result.list.push_back({to_string(to), v});
        });
    if (!visited) return std::move(visited).error();
    return result;
  }

  std::string explanation() const override {
    const auto& period = values_.period();
    if (!period) return {};
    if (period->saltus > 0) {
      return fmt::format("The values of {} are arithmetic periodic from {} on: g(n + {}) = g(n) + {}.\n",
                         rule_.full_name, period->preperiod, period->period, period->saltus);
    }
    return fmt::format("The values of {} are periodic from {} on, with period {}.\n", rule_.full_name,
                       period->preperiod, period->period);
  }

  Work work() const override { return {values_.computed(), listed_, {}, {}}; }

 private:
  /// Calls add(what is left, its value) for the first `limit` different options whose value is wanted; `all` becomes
  /// false when there are more.
  template <class Wanted, class Add>
  Attempt<void> for_each_option(const Coordinates& position, Budget& budget, size_t limit, Wanted&& wanted, bool& all,
                                Add&& add) {
    const Natural& n = position[0];
    if (auto known = values_.extend_to(n, budget); !known) return named(rule_, std::move(known).error());
    if (n >= Natural(kMostListed)) {
      return Error::declined(
          fmt::format("moves are listed from heaps below 2^62 only, and {} is beyond", position_text(rule_, position)));
    }
    std::set<RuleSum> seen;
    return lister_.for_each_move(*game_.rule, {static_cast<int64_t>(n.small())}, budget, [&](const RuleSum& sum) {
      uint64_t nim_sum = 0;
      for (const RulePosition& part : sum) {
        nim_sum ^= values_.at(Natural(static_cast<uint64_t>(part.coordinates[0]))).small();
      }
      ++listed_;
      if (!wanted(nim_sum)) return true;
      RuleSum sorted = sum;
      std::sort(sorted.begin(), sorted.end());
      if (!seen.insert(std::move(sorted)).second) return true;
      all = seen.size() <= limit;
      if (all) add(sum, nim_sum);
      return all;
    });
  }

  const Rule& rule_;
  HeapGame game_;
  heap::KnownValues values_;
  MoveLister lister_;
  uint64_t listed_ = 0;
};

class HeapEngine final : public Engine {
 public:
  std::string_view name() const override { return "heap"; }
  std::unique_ptr<Evaluator> open(const Rule& rule) const override {
    const auto game = heap_game(rule);
    return game ? std::make_unique<HeapEvaluator>(rule, *game) : nullptr;
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
