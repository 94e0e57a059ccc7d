// Plan: which engines are asked for a game, in which order, and what became of each.
//
// The engines stand in one list, cheapest first (plan.cc). An engine that is not made for the game
// is passed over; one that declines, or meets its share of the time, leaves the question to the
// next one. The last one understands play that goes round: it is asked where another has met a
// cycle. When nobody answers, the message has each reason, the shortest first. Further questions
// about the game begin with the same steps, whose solvers have kept what they found.
//
//   Plan& plan = solvers.of(*position.game);
//   Attempt<std::vector<Value>> values = plan.values({&position, 1}, budget);
//   fmt::print("{}", plan.describe());   // 1. heap: the take-and-break game 0.77: answered
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/round.h"

namespace grundy {

/// All engines whose answers are certain, cheapest first.
std::span<const Engine* const> engines();

class Plan final : public Solver {
 public:
  /// Which engines are asked.
  enum class Engines : uint8_t {
    proved,
    as_written,   // of these, all but the one that writes the game in another way
    laws,         // of these, those that know or search for a law
    conjectures,  // all: laws that were tested and not proved may answer, and conjecture() has them
                  // then
  };
  /// Solvers keep what they find in the store, if there is one.
  explicit Plan(const Game& game, Engines engines = Engines::proved, PartStore* store = nullptr);

  /// The engine that answered last, else the first that is made for the game.
  std::string_view engine() const override;
  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override;
  /// Without last resorts: engines that work through all positions there are, and tables out of
  /// reach where it is known who wins.
  Attempt<std::vector<Value>> quick_values(std::span<const Position> positions, Budget& budget);
  Attempt<Value> value_of(const Sum& option, Budget& budget) override;
  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override;
  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override;
  Attempt<bool> wins_misere(const Sum& sum, uint64_t most, Budget& budget) override;
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override;
  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override;
  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override;
  bool tells_only_who_wins(std::span<const Position> positions) const override;
  std::string explanation(const Position& position) override;
  Attempt<std::optional<std::vector<ValuePiece>>> pieces(const Natural& last,
                                                         Budget& budget) override;
  Work work() const override;

  /// Whether play of the positions asked for last can go round.
  bool goes_round() const { return round_solver() != nullptr; }
  /// How many moves play of this sum lasts (round.h), where it can go round.
  std::optional<uint64_t> moves_to_end(const Sum& sum, Budget& budget);
  /// Of an option, or a position, with a number: a bound of the moves that it adds to a won sum
  /// (graph/delay.h).
  std::optional<uint64_t> delay(const Sum& sum, Budget& budget);
  /// Whether the game has no engine of its own, so that tables hold its values.
  bool is_tabulated();
  /// The steps, a line each: the engine, what it knows, and what became of it.
  std::string describe();
  /// Bytes that the solvers hold, as far as they told a budget.
  uint64_t held() const { return held_; }
  /// The law, tested and not proved, by which some question was answered; empty when there was
  /// none.
  std::string conjecture() const;
  /// The law of all positions that an engine knows in words; single values follow from it at once.
  std::optional<LawInWords> law(Budget& budget) override;

 private:
  enum class State { unopened, not_made, open, declined, answered };
  struct Step {
    const Engine* engine;
    State state = State::unopened;
    std::unique_ptr<Solver> solver;
    std::string why;  // it declined
  };

  /// Opens the step; false when its engine is not made for the game, or not needed beside an
  /// earlier one.
  bool open(size_t step);
  bool is_last(size_t step);
  /// The engine that sees at a glance that the position is won.
  std::optional<size_t> step_that_sees_win(const Position& position);
  /// The sum's parts that are positions of this game. A solver can't say what others would cost.
  std::vector<Position> own_of(const Sum& sum) const;
  /// Asks the steps in turn, from `first` on.
  template <class Answer, class Ask>
  Attempt<Answer> ask(size_t first, bool quick, std::span<const Position> positions, Budget& budget,
                      const Ask& question);
  RoundSolver* round_solver() const;
  Error nobody(std::vector<std::pair<std::string, Error>> reasons) const;

  const Game& game_;
  Engines asked_;
  PartStore* store_;
  std::vector<Step> steps_;
  size_t answered_ = 0;  // the step that answered last
  uint64_t held_ = 0;
};

/// Opened games, kept from one question to the next; those not used for longest are given up when
/// memory runs short.
class Solvers {
 public:
  Plan& of(const Game& game);
  /// The game whose normal play is misère play of this one, with the same coordinates
  /// (rewriting/win_at_ends.h); null if there is none.
  const RuleGame* with_win_at_ends(const RuleGame& game);
  /// From now on tested laws answer where no proved one is found.
  void allow_conjectures() { conjectures_ = true; }
  /// Games that are opened from now on keep what searches find in this store; those opened before
  /// are given up.
  void use_store(std::shared_ptr<PartStore> store);
  const std::shared_ptr<PartStore>& store() const { return store_; }
  /// Before a question: gives up plans, the longest unused first, until the others hold at most
  /// half of the budget's memory, and charges the budget with what these hold.
  void make_room(Budget& budget);
  /// Bytes that all of them hold, as far as they told a budget.
  uint64_t held() const;

 private:
  struct CachedPlan {
    std::unique_ptr<Plan> plan;
    uint64_t used = 0;  // the number of the question
  };
  std::shared_ptr<PartStore> store_;                      // that of the plans
  std::map<uint32_t, CachedPlan> plans_;                  // by Game::id
  std::map<uint32_t, const RuleGame*> with_win_at_ends_;  // by Game::id
  uint64_t question_ = 0;
  bool conjectures_ = false;
};

}  // namespace grundy
