// Compounds: several positions played as one game, in one of the ways of J. H. Conway, On Numbers
// and Games, chapter 14, "How to play several games at once in a dozen different ways".
//
// Problem: a sum is one way to play games together; in others a player moves in every one of them,
// or in any number.
// Idea: a compound is a position like any other, whose options are made of those of its components.
// Who can't move loses, or wins in misère play; a short compound has no move as soon as one
// component has none.
// Example: all(nim(3), kayles(4)) -> all(nim(1), kayles(2)).
// Cost: the options are combinations of options: their number is the product of the components'.
#pragma once
#include <unordered_map>
#include <vector>

#include "game/games.h"

namespace grundy {

struct CompoundKind {
  enum class How : uint8_t {
    one,      // a move in one component: the sum, when it is long
    all,      // in every one, when it is long in every one that has a move
    some,     // in one or more
    upto,     // in one or more, at most `most`
    then,     // in the first one, until it has no move; then in the second one
    ordinal,  // in the first one, which does away with the second; or in the second one
  };
  How how = How::one;
  bool is_short = false;  // one, all, some: over as soon as a component has no move
  uint64_t most = 0;

  bool in_order() const { return how == How::then || how == How::ordinal; }
  friend bool operator==(const CompoundKind&, const CompoundKind&) = default;
};

class CompoundGame final : public Game {
 public:
  static constexpr char kKind = 0;

  CompoundGame(CompoundKind kind, Games& games) : kind_(kind), games_(games) {}

  const CompoundKind& compound() const { return kind_; }
  Games& games() const { return games_; }
  /// Two components where they stand in an order, else one or more.
  Position at(std::vector<Position> components) const;
  std::vector<Position> components(const Position& position) const;

  const void* kind() const override { return &kKind; }
  std::string name() const override;
  std::string text(const Position& position, size_t limit) const override;
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  Attempt<bool> has_options(const Position& position, Budget& budget) const override;
  /// Components without a move left out where that changes nothing; a component that is left alone,
  /// by itself.
  Attempt<Sum> normal_form(const Position& position, Budget& budget) const override;

 private:
  CompoundKind kind_;
  Games& games_;
  mutable std::vector<Position> components_;  // that were met; keys have their numbers
  mutable std::unordered_map<Position, uint64_t, HashPosition> numbers_;
};

/// The game of compounds of this kind; made when it is first asked for.
const CompoundGame& compound_game(CompoundKind kind, Games& games);
/// A sum as one position: itself where it is one, else a compound.
Position as_one(const Sum& sum, Games& games);

}  // namespace grundy
