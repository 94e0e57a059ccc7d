// What every engine for rule games has in common: it opens a game, and what it opened answers for positions.
//
// An engine may decline, with the reason (Error::Kind::declined); it never guesses. The list of engines is in plan.cc,
// cheapest first; plan asks them in that order.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/native.h"
#include "engine/table/file.h"
#include "rule/position.h"
#include "rule/rule.h"
#include "value/ordinal.h"

namespace grundy {

/// The work done, for --stats.
struct Work {
  uint64_t positions = 0;
  uint64_t options = 0;
  std::vector<std::string> passes;  // what was done to make it less
  std::string limit;                // what it consisted of, most of all; empty when that is not known

  Work& operator+=(const Work& other);
};

/// What a move leads to.
struct Option {
  std::string to;  // in the sum notation
  Ordinal value;
};
struct Options {
  std::vector<Option> list;
  bool all = true;  // nothing was left out
};

/// One game, opened by an engine: answers for its positions, and remembers what it has found.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual std::string_view engine() const = 0;
  /// The values of the positions, in their order. All or none.
  virtual Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) = 0;
  /// Told that all positions of the box up to this corner will be asked for, piece by piece.
  virtual void expect(const Coordinates& /*corner*/) {}
  /// The values of all positions of a box that this corner lies in, written to a file as they are found, so that
  /// they need no memory and an ended run can go on; nothing when there is no such way and values() is to be asked.
  virtual Attempt<std::optional<TableFile>> fill_file(const Coordinates& /*corner*/, const std::string& /*path*/,
                                                      Budget& /*budget*/) {
    return std::optional<TableFile>();
  }
  /// At most `limit` different options of the position that have exactly this value.
  virtual Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                                    Budget& budget) = 0;
  /// At most `limit` different options of the position.
  virtual Attempt<Options> options(const Coordinates& position, size_t limit, Budget& budget) = 0;
  /// How the values of this game come about, some lines a student follows; empty when there is nothing to say.
  virtual std::string explanation() const { return {}; }
  virtual Work work() const { return {}; }
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  /// Null when the engine is not made for this game; looks at the rule and computes no value.
  virtual std::unique_ptr<Evaluator> open(const Rule& rule) const = 0;
  bool accepts(const Rule& rule) const { return open(rule) != nullptr; }
};

/// All engines for rule games, cheapest first.
std::span<const Engine* const> engines();

/// The evaluator of the first engine that accepts the game.
Attempt<std::unique_ptr<Evaluator>> open(const Rule& rule);

/// "kayles(7)": the game's name with its parameters, and the coordinates.
std::string position_text(const Rule& rule, const Coordinates& coordinates);

}  // namespace grundy
