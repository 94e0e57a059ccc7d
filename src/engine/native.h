// Games that are not written as rule files because a position is a whole list, matrix or graph: moore[k=2]([3, 5, 7]).
//
// A NativeGame reads positions; a NativePosition answers for itself. Both live in engine/family/, one file a family,
// with the theorem and its source in the file's head.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/position.h"
#include "value/ordinal.h"

namespace grundy {

enum class Play { normal, misere };

/// One winning move: what the moved part becomes, in the sum notation, so that it can be read back ("kayles(2) +
/// kayles(3)", "0").
struct WinningMove {
  std::string to;
  std::string how;        // in words where `to` would not show it or would be too long to print; may be empty
  std::string condition;  // when this is the least of infinitely many: all of them, "k >= 4"; empty otherwise
};

struct MoveSet {
  std::vector<WinningMove> moves;
  bool all = true;  // nothing was left out
};

/// A position of a native game. Where only the outcome is known by theorem (Moore's nim), value() declines and
/// outcome() answers.
class NativePosition {
 public:
  virtual ~NativePosition() = default;
  /// The position in the sum notation; cut with "…" when longer than some hundred characters.
  virtual std::string to_string() const = 0;
  virtual Attempt<Ordinal> value(Budget& budget) const = 0;
  /// Whether the player to move loses this position when it is played alone. The default asks value() and declines
  /// misère play.
  virtual Attempt<bool> is_lost(Play play, Budget& budget) const;
  /// Moves to positions of exactly this value, at most `limit` of them.
  virtual Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const = 0;
  /// Winning moves when this position is played alone; the default is moves_to(0), normal play only.
  virtual Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget& budget) const;
  /// How the value comes about, some lines a student follows: levels or diagonals as a small table.
  virtual std::string explanation() const = 0;
};

class NativeGame {
 public:
  virtual ~NativeGame() = default;
  virtual std::string_view name() const = 0;
  /// How a position is written, "moore[k=2]([3, 5, 7])".
  virtual std::string_view example() const = 0;
  /// What `grundy games NAME` prints: rules, known results with their sources, and an example.
  virtual std::string_view documentation() const = 0;
  /// Errors for wrong arguments carry only a message and no place; the caller adds the place of the position in the
  /// sum, except for errors inside a file, which are located there.
  virtual Attempt<std::shared_ptr<const NativePosition>> read(std::span<const ParameterArgument> parameters,
                                                              std::span<const Argument> arguments,
                                                              Budget& budget) const = 0;
};

/// All native games, in alphabetical order.
std::span<const NativeGame* const> native_games();
/// The game of this name, or null.
const NativeGame* find_native_game(std::string_view name);

}  // namespace grundy
