#include "engine/sprouts/sprouts.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/board/in_set.h"
#include "engine/board/part_solver.h"
#include "engine/board/proof_number.h"
#include "engine/sprouts/game.h"
#include "engine/sprouts/misere.h"
#include "engine/sprouts/mover.h"

namespace grundy {
namespace {

constexpr uint64_t kFirstShare = 20'000;  // options

class SproutsSolver final : public PartSolver {
 public:
  std::string_view engine() const override { return "sprouts"; }
  std::string knows() const override { return "a search over lands"; }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    Attempt<bool> lost =
        play == Play::misere ? is_lost(Sum{position}, budget) : sum_has_value({position}, Value(), budget);
    if (!lost) return std::move(lost).error();
    return *lost ? Outcome::P : Outcome::N;
  }

  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit, Budget& budget) override {
    if (play == Play::normal) return moves_to(position, Value(), limit, budget);
    return options_where(position, limit, budget, [&](const Sum& option) { return is_lost(option, budget); });
  }

  Work work() const override {
    Work work;
    work.positions = work_.expansions;
    work.options = work_.options;
    work.passes = {fmt::format("{} lands kept", values_.kept())};
    if (outcomes_.kept() > 0) work.passes.push_back(fmt::format("{} misère outcomes kept", outcomes_.kept()));
    return work;
  }

 private:
  static std::vector<sprouts::Land> lands_of(const Sum& sum, sprouts::Mover& mover) {
    std::vector<sprouts::Land> result;
    for (const Position& part : sum) {
      for (sprouts::Land& land : mover.parts(SproutsGame::drawing(part))) result.push_back(std::move(land));
    }
    return result;
  }

  /// Asks the search in sets and the proof-number search in turn, with twice the share each time.
  template <class Answer, class AskSets, class AskProof>
  Attempt<Answer> in_turn(sprouts::Mover& mover, Budget& budget, const AskSets& ask_sets, const AskProof& ask_proof) {
    for (uint64_t share = kFirstShare;; share *= 2) {
      InSet<sprouts::Mover> sets(mover, values_, budget);
      sets.set_play_ends(true);  // a line uses two of the ends of lines that are left, and brings one
      sets.set_most(share);
      Attempt<Answer> answer = ask_sets(sets);
      work_ += sets.work();
      if (answer || budget.spent()) return answer;
      ProofNumber<sprouts::Mover> proof(mover, values_, budget);
      const std::optional<Answer> told = ask_proof(proof, share);
      work_ += proof.work();
      if (told) return *told;
    }
  }

  Attempt<uint64_t> value_of_one(const Position& position, Budget& budget) override {
    sprouts::Mover mover(budget);
    uint64_t value = 0;
    for (const sprouts::Land& land : lands_of({position}, mover)) {
      Attempt<uint64_t> one = value_of_land(land, mover, budget);
      if (!one) return one;
      value ^= *one;
    }
    return value;
  }

  Attempt<uint64_t> value_of_land(const sprouts::Land& land, sprouts::Mover& mover, Budget& budget) {
    using Sets = InSet<sprouts::Mover>;
    using Proof = ProofNumber<sprouts::Mover>;
    return in_turn<uint64_t>(
        mover, budget, [&](Sets& sets) { return sets.value(land); },
        [&](Proof& proof, uint64_t share) { return proof.value(land, share); });
  }

  Attempt<bool> sum_has_value(const Sum& sum, const Value& value, Budget& budget) override {
    if (!value.is_finite() || !value.ordinal().is_small()) return false;
    sprouts::Mover mover(budget);
    uint64_t rest = value.ordinal().small();
    std::vector<sprouts::Land> lands = lands_of(sum, mover);
    std::sort(lands.begin(), lands.end(),
              [](const sprouts::Land& a, const sprouts::Land& b) { return a.cost < b.cost; });
    if (lands.empty()) return rest == 0;
    for (size_t i = 0; i + 1 < lands.size(); ++i) {
      Attempt<uint64_t> one = value_of_land(lands[i], mover, budget);
      if (!one) return std::move(one).error();
      rest ^= *one;
    }
    const sprouts::Land& last = lands.back();
    using Sets = InSet<sprouts::Mover>;
    using Proof = ProofNumber<sprouts::Mover>;
    return in_turn<bool>(
        mover, budget,
        [&](Sets& sets) {
          return sets.has_value({&last, 1}, rest);
        },
        [&](Proof& proof, uint64_t share) { return proof.has_value(last, rest, share); });
  }

  Attempt<bool> is_lost(const Sum& sum, Budget& budget) {
    sprouts::MiserePlay play(outcomes_, budget);
    std::vector<sprouts::Drawing> drawings;
    for (const Position& part : sum) drawings.push_back(SproutsGame::drawing(part));
    Attempt<bool> wins = play.mover_wins(drawings);
    work_.expansions += play.states();
    work_.options += play.options();
    if (!wins) return std::move(wins).error();
    return !*wins;
  }

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
