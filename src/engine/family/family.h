// Families: games that are not rule files because a position is a whole list, matrix or graph:
// moore[k=2]([3, 5, 7]).
//
// A Family reads positions; each belongs to a FamilyGame, which knows what all its positions share
// (the number k, the graph) and lists options like any other game. What a theorem tells of one
// position is its Analysis. Each family has a file of its own, with the theorem and its source in
// the file's head.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/solver.h"
#include "game/games.h"
#include "rule/position.h"

namespace grundy {

/// What a theorem tells of one position. Where only the outcome is known (Moore's nim), value()
/// declines and outcome() answers.
class Analysis {
 public:
  virtual ~Analysis() = default;
  virtual Attempt<Ordinal> value(Budget& budget) const = 0;
  /// Whether the player to move loses this position when it is played alone. By default by the
  /// value; declines misère play.
  virtual Attempt<bool> is_lost(Play play, Budget& budget) const;
  /// Moves to positions of exactly this value, at most `limit` of them.
  virtual Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const = 0;
  /// Winning moves when this position is played alone; by default moves_to(0), normal play only.
  virtual Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget& budget) const;
  /// How the value comes about, some lines a student follows: levels or diagonals as a small table.
  virtual std::string explanation() const = 0;
};

class FamilyGame : public Game {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }

  /// The analysis of a position, kept for the next questions about it.
  Attempt<std::shared_ptr<const Analysis>> analysed(const Position& position, Budget& budget) const;
  /// Keeps what the reader of a position found out on the way.
  void remember(const Position& position, std::shared_ptr<const Analysis> analysis) const;

 protected:
  virtual Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                           Budget& budget) const = 0;

 private:
  static constexpr size_t kRemembered = 4;
  // The last one is the newest.
  mutable std::vector<std::pair<Key, std::shared_ptr<const Analysis>>> recent_;
};

class Family {
 public:
  virtual ~Family() = default;
  virtual std::string_view name() const = 0;
  /// How a position is written, "moore[k=2]([3, 5, 7])".
  virtual std::string_view example() const = 0;
  /// What `grundy games NAME` prints: rules, known results with their sources, and an example.
  virtual std::string_view documentation() const = 0;
  /// Errors for wrong arguments carry only a message and no place; the caller adds the place of the
  /// position in the sum, except for errors inside a file, which are located there.
  virtual Attempt<Position> read(std::span<const ParameterArgument> parameters,
                                 std::span<const Argument> arguments, Games& games,
                                 Budget& budget) const = 0;
  /// Whether the family reads all that stands between the brackets by itself, in a notation of its
  /// own.
  virtual bool has_notation() const { return false; }
  /// The position that stands in the span of a text, where it has; errors are located there.
  virtual Attempt<Position> read_text(std::string_view source, std::string_view text, Span span,
                                      Games& games, Budget& budget) const;
};

/// What tells a file from another and from an earlier state of itself: its path, device, inode,
/// size and time of change; for what is no regular file (a pipe), a text that no other call gives.
std::string file_state(const std::string& path);

}  // namespace grundy
