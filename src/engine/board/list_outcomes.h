// ListOutcomes: a game of lists of which a law tells who wins, and perhaps the values.
//
// The law is a theorem or a tested condition; moves to lost positions are looked for among all of
// a position's options, as many as a limit allows.
#pragma once
#include "engine/board/outcome_solver.h"
#include "game/board_game.h"

namespace grundy {

class ListOutcomes : public OutcomeSolver {
 public:
  explicit ListOutcomes(const BoardGame& game) : game_(game) {}

  /// Far lists, of which no table tells more.
  bool tells_only_who_wins(std::span<const Position> positions) const override;
  Attempt<std::vector<Value>> values(std::span<const Position>, Budget&) override;
  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) final;
  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) final;

 protected:
  const BoardGame& game() const { return game_; }
  virtual Attempt<bool> is_lost(const BoardPosition& position, Budget& budget) = 0;
  /// The winning moves, where the law tells them.
  virtual std::optional<Attempt<MoveSet>> known_moves(const Position&, size_t, Budget&) {
    return std::nullopt;
  }

 private:
  const BoardGame& game_;
};

}  // namespace grundy
