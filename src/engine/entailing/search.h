// Values of positions whose moves may bind the answer, by the sets of their replies (nimber_set.h).
//
// Problem: what an entailing move leads to has no value, since the next player is not free to move
// elsewhere.
// Theorem (Winning Ways, chapter 12; Larsson, Nowakowski and Santos 2021): let W(G) be the numbers
// n for which the player to move wins G + *n by a move in G, and play end. Then G plays as the nim
// heap of the least number outside W(G), or is loony; and beside a rest of value r who must move in
// E wins exactly if r is in W(E).
// Idea: depth first, each position listed once for the options that wait and once when they are
// known. Parts that no such move belongs to have values of their own plan.
// Cost: the options of all positions that play can come to.
#pragma once
#include <map>
#include <memory>
#include <unordered_map>

#include "engine/entailing/heap_table.h"
#include "engine/entailing/nimber_set.h"
#include "engine/plan.h"
#include "game/game.h"

namespace grundy {

class EntailingSearch {
 public:
  /// The value of a position that does not bind the next move: a number or loony. Declines
  /// infinitely many moves, play that need not end, and parts without a finite value.
  Attempt<Value> value(const Position& position, Budget& budget);
  /// The value of a sum of such positions.
  Attempt<Value> value(const Sum& sum, Budget& budget);
  /// Whether who must move in this position, a part that binds, wins beside a rest of this value, a
  /// number or loony.
  Attempt<bool> wins_bound(const Position& position, const Value& rest, Budget& budget);
  /// Whether the move of one part to `option` wins beside a rest of this value.
  Attempt<bool> wins_by(const Sum& option, const Value& rest, Budget& budget);
  Work work() const;

 private:
  /// What an option is made of.
  struct Option {
    Sum free;                         // parts that do not bind, in their normal form
    const Position* bound = nullptr;  // the part that does
  };
  enum class State : uint8_t { open, known };
  struct Known {
    State state = State::open;
    Value value;
    NimberSet set;
  };

  Attempt<Option> parts_of(const Sum& option, Budget& budget) const;
  /// Whether its value is found here, not by its game's own plan.
  static bool is_searched(const Position& position);
  /// Finds the value and the replies of the position.
  Attempt<void> find(const Position& start, Budget& budget);
  /// The replies of the position; positions that have to be known first go to `waiting`, and then
  /// there is none.
  Attempt<NimberSet> replies(const Position& position, std::vector<Position>& waiting,
                             Budget& budget);
  /// The value of a part that does not bind, if it is known already.
  Attempt<std::optional<Value>> known_value(const Position& part, Budget& budget);
  /// The replies of the position within a binding part, if they are known already.
  const NimberSet* known_replies(const Position& within);
  HeapTable* heaps(const Game* game);
  struct Heap {
    const HeapTable* table;
    uint64_t n;
  };
  /// The position's place in a table that has it already.
  std::optional<Heap> tabulated(const Position& position);

  std::unordered_map<Position, Known, HashPosition> known_;
  std::unordered_map<Position, Value, HashPosition> others_;  // of parts of other games
  std::map<const Game*, std::unique_ptr<Plan>> plans_;
  std::map<const Game*, std::unique_ptr<HeapTable>> heaps_;
  Work work_;
};

/// The engine for games whose moves may bind the answer, and for what such moves lead to. It is the
/// only one for them.
const Engine* entailing_engine();

}  // namespace grundy
