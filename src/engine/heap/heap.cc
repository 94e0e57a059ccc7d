#include "engine/heap/heap.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/heap_code.h"
#include "engine/heap/known_values.h"
#include "engine/known_sequence.h"
#include "game/key.h"

namespace grundy {
namespace {

class HeapSolver final : public RuleSolver {
 public:
  HeapSolver(const RuleGame& game, const HeapCode& code) : RuleSolver(game), code_(code), values_(code) {}

  std::string_view engine() const override { return "heap"; }
  std::string knows() const override { return "the take-and-break game " + code_.text(); }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    return values_of_sequence(rule(), values_, positions, budget);
  }

  /// Parts are heaps of the game, or of the one that it is another name for, none larger than those asked for before.
  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Natural value;
    ++listed_;
    for (const Position& part : option) {
      const Natural heap = KeyReader(part.key).natural();
      if (auto known = values_.extend_to(heap, budget); !known) return named(rule(), std::move(known).error());
      value = value ^ values_.at(heap);
    }
    return Value(Ordinal(value));
  }

  std::string explanation(const Position&) override {
    const auto& period = values_.period();
    if (!period) return {};
    if (period->saltus > 0) {
      return fmt::format("The values of {} are arithmetic periodic from {} on: g(n + {}) = g(n) + {}.\n",
                         rule().full_name, period->preperiod, period->period, period->saltus);
    }
    return fmt::format("The values of {} are periodic from {} on, with period {}.\n", rule().full_name,
                       period->preperiod, period->period);
  }

  Work work() const override { return {values_.computed(), listed_, {}, {}}; }

 private:
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
