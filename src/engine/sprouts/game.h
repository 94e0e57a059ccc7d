// Sprouts as a game: positions, moves with their names, lands as parts; and the family that reads
// them.
#pragma once
#include "engine/family/family.h"
#include "engine/sprouts/drawing.h"
#include "game/game.h"

namespace grundy {

class SproutsGame final : public Game {
 public:
  static constexpr char kKind = 0;

  Position at(const sprouts::Drawing& drawing) const;
  static sprouts::Drawing drawing(const Position& position);

  const void* kind() const override { return &kKind; }
  std::string name() const override { return "sprouts"; }
  std::string text(const Position& position, size_t limit) const override;
  /// The lands of each result are its parts, in their canonical forms; each result once.
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  std::string move_in_words(const Position& from, const Sum& to) const override;
  /// The lands that have a move, in their canonical forms.
  Attempt<Sum> normal_form(const Position& position, Budget& budget) const override;

 private:
  Sum sum_of(const std::vector<sprouts::Drawing>& lands) const;
};

const Family* sprouts_family();

}  // namespace grundy
