// Solver: an engine at work on one game. It answers for positions of that game, and remembers what
// it has found.
//
// A solver declines, with the reason, what it can't tell; it never guesses. Which solver is asked,
// and who is asked next when it declines, is the plan's business (engine/plan.h).
//
//   Attempt<std::vector<Value>> values = solver.values({&position, 1}, budget);
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/costs.h"
#include "game/game.h"
#include "value/outcome.h"
#include "value/value.h"

namespace grundy {

/// The work done, for --stats.
struct Work {
  uint64_t positions = 0;
  uint64_t options = 0;
  std::vector<std::string> passes;  // what was done to make it less
  std::string limit;  // what it consisted of, most of all; empty when that is not known

  Work& operator+=(const Work& other);
};

/// A move that was asked for, and all like it.
struct Move {
  Sum to;                 // what the position becomes
  std::string condition;  // when this is the least of infinitely many: all of them, "k >= 4"; empty
                          // otherwise
};

struct MoveSet {
  std::vector<Move> moves;
  bool all = true;      // nothing was left out
  bool untold = false;  // it is not known whether something was left out
};

/// A law of all positions of a game that a solver has proved, for people.
struct LawInWords {
  std::string says;          // sentences about the rule's coordinates
  std::string proof;         // why it holds
  bool tells_values = true;  // else only who wins
};

/// Positions of one coordinate, next to one another, that have one value.
struct ValuePiece {
  Natural first;
  Natural last;
  Value value;
  friend bool operator==(const ValuePiece&, const ValuePiece&) = default;
};

class PartStore;
class RoundSolver;

class Solver {
 public:
  virtual ~Solver() = default;
  /// The engine's name, with how it worked where it has several ways: "table, filled in order".
  virtual std::string_view engine() const = 0;
  /// What it knows of the game, for the printed plan: "a take-and-break code, 0.77". May be empty.
  virtual std::string knows() const { return {}; }

  /// About how many steps an answer about these takes (costs.h). A plan asks the cheapest solver
  /// first.
  virtual double cost(std::span<const Position> /*positions*/) const { return cost::kNothing; }
  /// Whether others may know more of the game, though this engine is made for such games.
  virtual bool leaves_room() const { return false; }
  /// Whether it knows who wins these, but no value, where a table is out of reach.
  virtual bool tells_only_who_wins(std::span<const Position> /*positions*/) const { return false; }
  /// Whether no engine behind it answers what it declined last.
  virtual bool is_last_word() const { return false; }
  /// Keeps what it finds in the store, which outlives it, and uses what is there, as of the next
  /// question.
  virtual void use_store(PartStore& /*store*/) {}
  /// The same solver, where it understands play that goes round (engine/round.h).
  virtual RoundSolver* round() { return nullptr; }

  /// The values of positions of the game, in their order. All or none.
  virtual Attempt<std::vector<Value>> values(std::span<const Position> positions,
                                             Budget& budget) = 0;
  /// The same, for a plan that asks no last resorts (Plan::quick_values): who asks plans of other
  /// games asks these in the same way.
  virtual Attempt<std::vector<Value>> quick_values(std::span<const Position> positions,
                                                   Budget& budget) {
    return values(positions, budget);
  }
  /// The value of an option of one of the game's positions. By default its parts belong to the
  /// game.
  virtual Attempt<Value> value_of(const Sum& option, Budget& budget);
  /// Whether it is seen at a glance, and so for certain, that the player to move wins the position
  /// when it is played alone; winning_moves() then has a move at once. False elsewhere.
  virtual bool sees_win(const Position& /*position*/) const { return false; }
  /// Whether the position has this value: easier to tell than the value, sometimes. By default
  /// finds the value.
  virtual Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget);
  /// Whether the player to move wins the sum in misère play: positions of the game, and nim heaps.
  /// Declines after about `most` positions. By default declines.
  virtual Attempt<bool> wins_misere(const Sum& sum, uint64_t most, Budget& budget);
  /// Who wins the position when it is played alone. By default by its value, in misère play by
  /// wins_misere().
  virtual Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget);
  /// At most `limit` different options of exactly this value. By default lists the options and
  /// values them.
  virtual Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                                    Budget& budget);
  /// How many different options have exactly this value; nothing for infinitely many. By default by
  /// listing them.
  virtual Attempt<std::optional<Natural>> count_moves_to(const Position& position,
                                                         const Value& value, Budget& budget);
  /// Moves that win the position when it is played alone. By default those to value 0, in misère
  /// play by wins_misere().
  virtual Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                         Budget& budget);
  /// How the position's value comes about, some lines a student follows; empty when there is
  /// nothing to say.
  virtual std::string explanation(const Position& /*position*/) { return {}; }
  /// The law of all positions by which it tells single values at once, where it has one; may look
  /// for it.
  virtual std::optional<LawInWords> law(Budget& /*budget*/) { return std::nullopt; }
  /// All positions of a game of one coordinate from 0 to `last`, as the fewest pieces. Nothing
  /// where it would have to go through them one by one, which is the default.
  virtual Attempt<std::optional<std::vector<ValuePiece>>> pieces(const Natural& /*last*/,
                                                                 Budget& /*budget*/) {
    return std::optional<std::vector<ValuePiece>>();
  }
  virtual Work work() const { return {}; }

 protected:
  /// values() of a solver whose value_of() does not ask it.
  Attempt<std::vector<Value>> values_one_by_one(std::span<const Position> positions,
                                                Budget& budget);
};

/// At most `limit` different options that `wanted` takes, in the order of the listing. After some
/// million parts of sums, or when the steps of a part of a budget are done (each option is one at
/// least), it is untold whether there are more; declines where none was found by then.
Attempt<MoveSet> options_where(const Position& position, size_t limit, Budget& budget,
                               const std::function<Attempt<bool>(const Sum&)>& wanted);

}  // namespace grundy
