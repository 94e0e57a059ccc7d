// Game: what is asked of every game, be it a rule file, a family of lists and graphs, or a nim
// heap.
//
// A game lists the options of a position, and there is no other lister: play, search, reasons and
// by-definition values all read this one, which asks the budget between two options. So limits hold
// however many options there are. It says how a position is written, whether it falls apart, and
// which positions are the same. Values are not its business: engines find them (engine/solver.h).
//
//   game.options(position, [&](Sum to) { ...; return true; }, budget);
#pragma once
#include <functional>
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "game/position.h"

namespace grundy {

class Rule;

/// How a listing of options ended.
enum class Ended {
  complete,  // every option was listed
  stopped,   // the listener had enough
  endless,   // there are infinitely many; some were listed, among them all that matter to a reader:
             // the least ones
};

/// Takes an option; false ends the listing. The same option may come again.
using OptionSink = std::function<bool(Sum)>;

class Game {
 public:
  Game();
  virtual ~Game() = default;
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  /// Games count from 1 in the order in which they are made: an order for positions that is the
  /// same in every run.
  uint32_t id() const { return id_; }
  /// With its parameters where they matter: "kayles", "stones[K=2]", "moore[k=2]".
  virtual std::string name() const = 0;
  /// The position in the sum notation, so that it can be read back; lists in it are cut with "…"
  /// beyond `limit` bytes.
  virtual std::string text(const Position& position, size_t limit) const = 0;

  /// Hands every option to the sink, and asks the budget between them: an error when it is spent.
  /// Declines when it can't be told what the moves are, or play might not end in one.
  Attempt<Ended> options(const Position& position, const OptionSink& sink, Budget& budget) const;
  /// Whether there is an option.
  virtual Attempt<bool> has_options(const Position& position, Budget& budget) const;
  /// Whether some position of the game has infinitely many options.
  virtual bool is_endless() const { return false; }
  /// Whether play can come to a move that binds the answer, or gives another turn (game/bound.h).
  virtual bool has_bound_replies() const { return false; }
  /// Why the options of some position that can be reached from here can't be told: "may have
  /// infinitely many that …". Empty where they can.
  virtual std::string why_unlisted() const { return {}; }
  /// Whether a move leads from the position to the sum; both are alive (live_parts).
  virtual Attempt<bool> is_option(const Position& position, const Sum& to, Budget& budget) const;
  /// All options in words, "forced(m, n) with m = 1 and n >= 4", where they are infinitely many;
  /// else empty.
  virtual std::string options_in_words(const Position& position) const;
  /// What a move does, where the text of its result does not show it: "pile 2: 5 → 3". May be
  /// empty.
  virtual std::string move_in_words(const Position& from, const Sum& to) const;

  /// The position as a sum of positions that play exactly like it, in one form for positions that
  /// play alike: aliases written out, what falls apart taken apart, order and zeros that do not
  /// matter left out. By default itself.
  virtual Attempt<Sum> normal_form(const Position& position, Budget& budget) const;

  /// What kind of game it is, for as(): the address of its class's kKind.
  virtual const void* kind() const { return nullptr; }
  /// The rule, for games that are rule files; table, heap and ordinal engines work on it.
  virtual const Rule* rule() const { return nullptr; }

 private:
  /// The options, one after the other. The caller asks the budget between them; list_options asks
  /// it where many choices give no option.
  virtual Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                                      Budget& budget) const = 0;

  uint32_t id_;
};

/// The game as one of this kind, else null. (dynamic_cast would need the names of all types, which
/// the engine as WebAssembly is built without.)
template <class Kind>
const Kind* as(const Game* game) {
  return game != nullptr && game->kind() == &Kind::kKind ? static_cast<const Kind*>(game) : nullptr;
}

/// The parts of the sum's normal form that have an option, in their order. A part without one
/// changes nothing, unless it binds the next move (game/bound.h): it stays.
Attempt<Sum> live_parts(const Sum& sum, Budget& budget);

/// A sum of options, one part replaced: parts[0 … at), to, parts(at …].
Sum replaced(const Sum& parts, size_t at, const Sum& to);

}  // namespace grundy
