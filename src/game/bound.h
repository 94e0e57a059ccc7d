// Positions that bind whoever moves next: what entailing moves and moves that give another turn
// lead to.
//
// Problem: behind an entailing move the other player must answer in one part of the sum, and
// `again` gives the same player another turn, while a sum knows no more than its parts.
// Idea: the part says so itself. `entailing top_entails(4)` is a position with the moves of
// top_entails(4); `again` is one whose only move is to nothing, which passes the turn back. Where a
// sum has such a part, the player to move moves there (Winning Ways, chapter 12).
// Example: top_entails(5) + nim(3) -> entailing top_entails(4) + nim(3): the next move is one of
// top_entails(4).
// Cost: none; the options are those of the position within.
#pragma once
#include <optional>
#include <span>

#include "game/games.h"

namespace grundy {

class BoundGame final : public Game {
 public:
  static constexpr char kKind = 0;

  explicit BoundGame(const Game& within) : within_(within) {}

  /// The position in which the answer is made.
  Position within(const Position& position) const { return {&within_, position.key}; }
  Position at(const Position& within) const { return {this, within.key}; }

  const void* kind() const override { return &kKind; }
  std::string name() const override { return "entailing " + within_.name(); }
  std::string text(const Position& position, size_t limit) const override;
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  bool is_endless() const override { return within_.is_endless(); }
  std::string why_unlisted() const override { return within_.why_unlisted(); }
  std::string move_in_words(const Position& from, const Sum& to) const override;
  bool has_bound_replies() const override { return true; }

 private:
  const Game& within_;
};

/// The position as one in which the next move must be made.
Position bound(const Position& position, Games& games);
/// The part by which the same player moves again: its one move leads to nothing.
Position another_turn();

/// Whether the next move is bound to this part, if it stands in a sum.
bool binds(const Position& position);
bool is_another_turn(const Position& position);
/// The part that binds the next move; nothing where there is none.
std::optional<size_t> binding_part(std::span<const Position> sum);
inline std::optional<size_t> binding_part(const Sum& sum) {
  return binding_part(std::span(sum.data(), sum.size()));
}

}  // namespace grundy
