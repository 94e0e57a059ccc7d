#include "engine/automatic/answers.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/automatic/search.h"
#include "engine/automatic/walk.h"

namespace grundy::automatic {
namespace {

constexpr size_t kAutomaticCoordinates = 4;
constexpr uint64_t kMostPowerAsked = 1 << 20;  // no position that is read has such a value

class AutomaticSolver final : public RuleSolver {
 public:
  explicit AutomaticSolver(const RuleGame& game) : RuleSolver(game) {}

  std::string_view engine() const override { return "automaton"; }
  std::string knows() const override {
    if (!found_) return "far out a law by digits is sought and proved";
    return fmt::format("an automaton ({}) in {}, proved for all positions", states(),
                       found_->law.numeration.name());
  }

  double cost(std::span<const Position> positions) const override {
    if (searched_)
      return found_ ? (are_dense(positions) ? cost::kAutomaton : cost::kNothing) : cost::kNever;
    const auto& code = game().facts().heap_code();
    return code && code->repeat.empty() ? cost::kAutomatonOfHeaps : cost::kAutomaton;
  }

  bool tells_only_who_wins(std::span<const Position> positions) const override {
    return found_ && found_->law.kind == LawKind::losing &&
           cost_of_all_choices(positions) > cost::kFarForTables;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    const bool powers = found_->law.kind == LawKind::powers;
    if (found_->law.kind == LawKind::losing)
      return Error::declined("an automaton tells who wins, but no law of the values is known");
    const Relation values = shop_->instance(found_->law.automaton, tracks(true));
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      auto walks = tuples_with(found_->law.numeration, values, given(position), 1, budget);
      if (!walks) return std::move(walks).error();
      if (walks->tuples.size() != 1) return Error::internal("a proved law gives no value");
      const Natural& number = walks->tuples[0][0];
      result.emplace_back(powers ? Natural(static_cast<uint64_t>(number.bit_length() - 1))
                                 : number);
    }
    return result;
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    if (play == Play::misere) return Solver::outcome(position, play, budget);
    if (auto found = find(budget); !found) return std::move(found).error();
    if (found_->law.kind != LawKind::losing) return Solver::outcome(position, play, budget);
    const Relation losing = shop_->instance(found_->law.automaton, tracks(false));
    auto walks =
        tuples_with(found_->law.numeration, losing, given(game().coordinates(position)), 1, budget);
    if (!walks) return std::move(walks).error();
    return walks->tuples.empty() ? Outcome::N : Outcome::P;
  }

  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    if (found_->law.kind != LawKind::losing || !value.is_zero())
      return Solver::has_value(position, value, budget);
    const auto who = outcome(position, Play::normal, budget);
    if (!who) return who.error();
    return *who == Outcome::P;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    const bool by_values = found_->law.kind != LawKind::losing;
    if (!by_values && !value.is_zero()) return Error::declined("no law of the values is known");
    if (!value.is_finite()) return MoveSet{};
    MoveSet result;
    const size_t room = limit + (limit < SIZE_MAX ? 1 : 0);  // one more shows that there are more
    auto known = given(position);
    if (by_values) {
      const Natural& wanted = value.finite();
      const bool powers = found_->law.kind == LawKind::powers;
      if (powers && wanted > Natural(kMostPowerAsked))
        return RuleSolver::moves_to(position, value, limit, budget);
      known.emplace(kFirstFreeTrack, powers ? Natural::pow(Natural(2), wanted.small()) : wanted);
    }
    for (const LineMoves& line : moves_->lines) {
      if (line.parts.size() > 1 && !by_values)
        return RuleSolver::moves_to(position, value, limit, budget);
      const Relation joined = with_law(line);
      if (shop_->failed()) return Error::declined(shop_->failure());
      auto walks = tuples_with(found_->law.numeration, joined, known, room, budget);
      if (!walks) return std::move(walks).error();
      result.all = result.all && walks->all;
      std::vector<Track> free;
      for (const Track track : joined.tracks) {
        if (!known.contains(track)) free.push_back(track);
      }
      for (const auto& tuple : walks->tuples) {
        auto numbers = known;
        for (size_t i = 0; i < free.size(); ++i) numbers.emplace(free[i], tuple[i]);
        Sum option;
        for (const std::vector<Track>& part : line.parts) {
          Coordinates to;
          for (const Track track : part) to.push_back(numbers.at(track));
          option.push_back(game().at(to));
        }
        const auto same = [&](const Move& move) { return sorted(move.to) == sorted(option); };
        if (std::any_of(result.moves.begin(), result.moves.end(), same)) continue;
        if (result.moves.size() == limit) {
          result.all = false;
          return result;
        }
        result.moves.push_back({std::move(option), ""});
      }
    }
    return result;
  }

  std::string explanation(const Position&) override {
    if (!found_) return {};
    return fmt::format(
        "{} is read off the digits in {} by an automaton ({}), proved for all positions.\n",
        found_->law.kind == LawKind::losing ? "Who wins" : "The value",
        found_->law.numeration.name(), states());
  }

 private:
  std::string states() const {
    const size_t count = found_->law.live_count();
    return fmt::format("{} state{}", count, count == 1 ? "" : "s");
  }
  std::vector<Track> tracks(bool value) const {
    std::vector<Track> result;
    for (size_t i = 0; i < rule().arity() + (value ? 1 : 0); ++i)
      result.push_back(static_cast<Track>(i));
    return result;
  }
  std::map<Track, Natural> given(const Coordinates& position) const {
    std::map<Track, Natural> result;
    for (size_t i = 0; i < position.size(); ++i) result.emplace(static_cast<Track>(i), position[i]);
    return result;
  }

  /// The line's moves to losing positions, or with the value of the option on kFirstFreeTrack.
  Relation with_law(const LineMoves& line) {
    const Automaton& law = found_->law.automaton;
    std::vector<Relation> all{line.moves};
    std::vector<Track> inner;
    if (found_->law.kind != LawKind::losing) {
      all = moves_with_values(*shop_, line, found_->law.kind, law, kFirstFreeTrack, inner);
    } else {
      for (const auto& part : line.parts) all.push_back(shop_->instance(law, part));
    }
    Relation joined = shop_->truth(true);
    for (const Relation& one : all) joined = shop_->both(joined, one);
    return joined;
  }

  /// Searches once.
  Attempt<void> find(Budget& budget) {
    if (found_) return {};
    if (searched_) return Error::declined("no law by digits was found");
    auto found = find_law(rule(), {}, budget);
    if (budget.spent()) return budget.why();
    searched_ = true;
    if (!found) return std::move(found).error();
    shop_ = std::make_unique<Workshop>(found->law.numeration, whole_);
    auto moves = read_moves(*shop_, rule());
    if (!moves) return std::move(moves).error();
    moves_ = *std::move(moves);
    found_ = *std::move(found);
    return {};
  }

  bool searched_ = false;
  std::optional<FoundLaw> found_;
  Budget whole_;  // the workshop's, which outlives a question
  std::unique_ptr<Workshop> shop_;
  std::optional<Moves> moves_;
};

class AutomaticEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "automaton"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Facts& facts = game.facts();
    const size_t arity = facts.rule().arity();
    if (facts.rule().is_alias || facts.rule().moves_by_code || facts.rule().board || arity == 0 ||
        arity > kAutomaticCoordinates)
      return nullptr;
    if (!facts.stays_in_game() || facts.has_infinitely_many_moves()) return nullptr;
    return std::make_unique<AutomaticSolver>(game);
  }
};

}  // namespace
}  // namespace grundy::automatic

namespace grundy {

const Engine* automatic_engine() {
  static const automatic::AutomaticEngine engine;
  return &engine;
}

}  // namespace grundy
