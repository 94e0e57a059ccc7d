// Copies of a game: 1000000000*kayles(7) as one position.
//
// Problem: a move may lead to 10^9 equal positions, and a list of them fits nowhere.
// Idea: their number is written before the position's key. A move changes one of them, and leaves
// one less.
// Example: a move of 1000000000*nim(1) leads to 999999999*nim(1) + nim(0).
// Cost: that of the options of one of them.
#pragma once
#include "game/game.h"
#include "value/natural.h"

namespace grundy {

class Games;

class CopiesGame final : public Game {
 public:
  static constexpr char kKind = 0;

  /// `games` has the game that is copied, and outlives this one.
  CopiesGame(const Game& copied, Games& games) : copied_(copied), games_(games) {}

  const Game& copied() const { return copied_; }
  Position at(const Natural& count, const Position& one) const;
  Natural count(const Position& position) const;
  Position one(const Position& position) const;

  const void* kind() const override { return &kKind; }
  std::string name() const override { return "copies of " + copied_.name(); }
  std::string text(const Position& position, size_t limit) const override;
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  Attempt<bool> has_options(const Position& position, Budget& budget) const override;
  bool is_endless() const override { return copied_.is_endless(); }
  std::string why_unlisted() const override { return copied_.why_unlisted(); }
  bool has_bound_replies() const override { return copied_.has_bound_replies(); }
  /// Where they are few, one by one.
  Attempt<Sum> normal_form(const Position& position, Budget& budget) const override;

 private:
  const Game& copied_;
  Games& games_;
};

/// Of copies one of them, else the position.
Position single(const Position& position);

/// So many of a position as a sum: one by one where they are at most `written`, else one position
/// of a CopiesGame.
Sum copies_of(const Position& position, const Natural& count, Games& games, uint64_t written);

}  // namespace grundy
