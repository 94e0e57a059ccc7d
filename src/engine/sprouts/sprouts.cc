#include "engine/sprouts/sprouts.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "engine/board/part_solver.h"
#include "engine/board/part_store.h"
#include "engine/sprouts/game.h"
#include "engine/sprouts/land_search.h"
#include "engine/sprouts/misere.h"

namespace grundy {
namespace {

class SproutsSolver final : public PartSolver {
 public:
  std::string_view engine() const override { return "sprouts"; }
  std::string knows() const override { return "a search over lands"; }

  void use_store(PartStore& store) override { store_ = &store; }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    Attempt<bool> lost = play == Play::misere ? is_lost(Sum{position}, budget)
                                              : sum_has_value({position}, Value(), budget);
    if (!lost) return std::move(lost).error();
    return *lost ? Outcome::P : Outcome::N;
  }

  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override {
    if (play == Play::normal) return moves_to(position, Value(), limit, budget);
    return options_where(position, limit, budget,
                         [&](const Sum& option) { return is_lost(option, budget); });
  }

  Work work() const override {
    Work work;
    work.positions = work_.expansions;
    work.options = work_.options;
    work.passes = {fmt::format("{} lands kept", values_.kept())};
    if (outcomes_.kept() > 0)
      work.passes.push_back(fmt::format("{} misère outcomes kept", outcomes_.kept()));
    return work;
  }

 private:
  /// Before the first question: both tables know what the store has, and tell it what they learn.
  void join_store(Budget& budget) {
    if (store_ == nullptr) return;
    const bool joined = store_->keep(values_, fingerprint("values"), budget).ok() &&
                        store_->keep(outcomes_, fingerprint("misère outcomes"), budget).ok();
    if (joined) store_ = nullptr;
  }
  static std::string fingerprint(std::string_view what) {
    return sha256(fmt::format("lands of Sprouts, {}, {}", what, sprouts::kLandKeys));
  }

  static std::vector<sprouts::Drawing> drawings_of(const Sum& sum) {
    std::vector<sprouts::Drawing> drawings;
    for (const Position& part : sum) drawings.push_back(SproutsGame::drawing(part));
    return drawings;
  }

  Attempt<uint64_t> value_of_one(const Position& position, Budget& budget) override {
    join_store(budget);
    sprouts::LandSearch search(values_, budget);
    Attempt<uint64_t> value = search.value(drawings_of({position}));
    work_ += search.work();
    return value;
  }

  Attempt<bool> sum_has_value(const Sum& sum, const Value& value, Budget& budget) override {
    if (!value.is_finite() || !value.ordinal().is_small()) return false;
    join_store(budget);
    sprouts::LandSearch search(values_, budget);
    Attempt<bool> has = search.has_value(drawings_of(sum), value.ordinal().small());
    work_ += search.work();
    return has;
  }

  Attempt<bool> is_lost(const Sum& sum, Budget& budget) {
    join_store(budget);
    sprouts::MiserePlay play(outcomes_, budget);
    Attempt<bool> wins = play.mover_wins(drawings_of(sum));
    work_.expansions += play.states();
    work_.options += play.options();
    if (!wins) return std::move(wins).error();
    return !*wins;
  }

  PartStore* store_ = nullptr;  // that is to be joined
  PartTable values_;
  PartTable outcomes_;  // of misère play
  SearchWork work_;
};

class SproutsEngine final : public Engine {
 public:
  std::string_view name() const override { return "sprouts"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    return as<SproutsGame>(&game) == nullptr ? nullptr : std::make_unique<SproutsSolver>();
  }
};

}  // namespace

const Engine* sprouts_engine() {
  static const SproutsEngine engine;
  return &engine;
}

}  // namespace grundy
