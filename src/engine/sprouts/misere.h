// Misère play of Sprouts: who moves last loses.
//
// Values say nothing here, and play is searched: the state is the multiset of the lands. Two things
// shorten it, both theorems of misère sums (Conway 1976, On Numbers and Games, chapter 12): a land
// of two ends has one move, to the end, and a land of three ends has two, one after the other; *1 +
// *1 = 0 in every sum, so pairs of lands of two ends are left out, and the game whose only option
// is *1 is equal to 0, so lands of three ends are left out as well. Options are looked at from the
// least number of lines on.
// Example: 7 spots are lost for who moves first, as are 8 and 9, but not 10.
// Cost: 16 bytes a state, in a table that forgets the cheapest ones when the memory is used up.
#pragma once
#include <span>
#include <vector>

#include "engine/sprouts/mover.h"

namespace grundy::sprouts {

class MiserePlay {
 public:
  MiserePlay(PartTable& table, Budget& budget) : table_(table), budget_(budget), mover_(budget) {}

  /// Whether who moves wins the sum of the drawings.
  Attempt<bool> mover_wins(std::span<const Drawing> drawings);

  uint64_t states() const { return states_; }
  uint64_t options() const { return options_; }

 private:
  struct State {
    std::vector<Land> lands;  // by key
    PartKey key;
    uint64_t cost = 0;
  };
  State state_of(std::vector<Land> lands) const;
  Attempt<bool> wins(const State& state);

  PartTable& table_;
  Budget& budget_;
  Mover mover_;
  uint64_t states_ = 0;
  uint64_t options_ = 0;
};

}  // namespace grundy::sprouts
