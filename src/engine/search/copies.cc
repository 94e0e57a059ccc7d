#include "engine/search/copies.h"

#include <algorithm>
#include <optional>

#include "engine/plan.h"
#include "engine/round.h"
#include "game/copies.h"
#include "game/games.h"

namespace grundy {
namespace {

/// The parts that are left when equal ones have gone in pairs, copies counted.
Sum uncancelled(const Sum& sum) {
  Sum single;
  for (const Position& part : sum) {
    const auto* copies = as<CopiesGame>(part.game);
    if (copies == nullptr) {
      single.push_back(part);
    } else if (copies->count(part).bit(0)) {
      single.push_back(copies->one(part));
    }
  }
  Sum result;
  for (const Position& part : sorted(std::move(single))) {
    if (!result.empty() && result.back() == part) {
      result.pop_back();
    } else {
      result.push_back(part);
    }
  }
  return result;
}

/// Answers by the plan of another game, in which play ends where it ends in this one, with the same
/// values.
class CopiesSolver final : public Solver {
 public:
  /// Of copies of this game.
  explicit CopiesSolver(const Game& copied) : game_(copied), plan_(copied) {}
  /// Of a game whose rule has so many copies cancelled in `inner`.
  CopiesSolver(const Game& inner, Copies::Remaining kept)
      : kept_(kept), game_(inner), plan_(inner) {}
  std::string_view engine() const override { return plan_.engine(); }
  std::string knows() const override { return "equal parts cancel in pairs"; }
  bool is_last_word() const override { return last_word_; }
  Work work() const override { return plan_.work(); }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Position> images;
    images.reserve(positions.size());
    for (const Position& position : positions) images.push_back(image(position));
    auto values = plan_.values(images, budget);
    last_word_ = !values && !is_cycle(values.error());
    if (!values) return values;
    if (goes_round(*values)) return comes_again("equal positions are counted one by one there");
    for (size_t i = 0; i < positions.size(); ++i) {
      const auto* copies = as<CopiesGame>(positions[i].game);
      if (copies != nullptr && !copies->count(positions[i]).bit(0)) (*values)[i] = Value();
    }
    return values;
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Sum images;
    for (const Position& part : uncancelled(option)) images.push_back(image(part));
    const bool is_of_plan = std::all_of(images.begin(), images.end(),
                                        [&](const Position& one) { return one.game == &game_; });
    auto value = is_of_plan ? sum_of_values(images, budget) : plan_.value_of(images, budget);
    last_word_ = !value && !is_cycle(value.error());
    return value;
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    last_word_ = false;
    return Solver::outcome(position, play, budget);
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    if (auto known = values({&position, 1}, budget); !known) return std::move(known).error();
    return Solver::moves_to(position, value, limit, budget);
  }

  std::string explanation(const Position& position) override {
    return plan_.explanation(image(position));
  }

 private:
  /// The position as the plan has it; of copies, one of them.
  Position image(const Position& position) const {
    if (const auto* copies = as<CopiesGame>(position.game)) return image(copies->one(position));
    const RuleGame* game = rule_game(position);
    if (game == nullptr || !kept_) return position;
    Games& games = game->games();
    return {&games.of(games.copies().cancelled(*game->rule(), *kept_)), position.key};
  }
  /// Of positions of the plan's game, far ones among them.
  Attempt<Value> sum_of_values(const Sum& images, Budget& budget) {
    Value sum;
    if (images.empty()) return sum;
    const Attempt<std::vector<Value>> values = plan_.values({images.data(), images.size()}, budget);
    if (!values) return values.error();
    for (const Value& value : *values) sum = nim_sum(sum, value);
    return sum;
  }
  bool goes_round(const std::vector<Value>& values) const {
    return plan_.goes_round() ||
           std::any_of(values.begin(), values.end(), [](const Value& v) { return v.is_loopy(); });
  }

  std::optional<Copies::Remaining> kept_;
  const Game& game_;  // of the plan
  Plan plan_;
  bool last_word_ = false;  // what was declined last is not for another engine
};

class CopiesEngine final : public Engine {
 public:
  std::string_view name() const override { return "copies"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    if (const auto* copies = as<CopiesGame>(&game))
      return std::make_unique<CopiesSolver>(copies->copied());
    const auto* whole = as<RuleGame>(&game);
    if (whole == nullptr || whole->is_endless()) return nullptr;
    Copies& rules = whole->games().copies();
    if (!rules.has_copies(*whole->rule()) || whole->facts().heap_code()) return nullptr;
    const RuleGame& pairs =
        whole->games().of(rules.cancelled(*whole->rule(), Copies::Remaining::two));
    const Copies::Remaining kept =
        pairs.facts().descent(Effort::quick) ? Copies::Remaining::none : Copies::Remaining::two;
    return std::make_unique<CopiesSolver>(whole->games().of(rules.cancelled(*whole->rule(), kept)),
                                          kept);
  }
};

}  // namespace

const Engine* copies_engine() {
  static const CopiesEngine engine;
  return &engine;
}

}  // namespace grundy
