// Positions followed one by one, from those that are asked for to what play can lead to from there.
//
// Problem: for games whose positions can be put in no order beforehand, or of which few positions
// matter.
// Idea: depth first with a stack of our own. The machine, or machine code in its place
// (memo_lister.h), lists the options of the position on top; those without a value are put on the
// stack, and when none are left the position has its mex. A position that leads back to one on the
// present line of play is reported with the cycle: play need not end.
// Example: of kayles(3), first kayles(2), kayles(1) and kayles(0) are followed, since its options
// need them.
// Cost: in cells the options of a position are listed again each time that some of them had no
// value, twice as a rule; with a hash table they are kept meanwhile, and by machine code an option
// takes 10 ns where the table is in the cache, 100 where it is not.
#pragma once
#include <cstdint>
#include <vector>

#include "analysis/endless.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/engine.h"
#include "engine/table/wanted_positions.h"
#include "rule/rule.h"

namespace grundy {

/// How much may be followed before another way is tried.
struct Trial {
  uint64_t positions = UINT64_MAX;
  uint64_t options = UINT64_MAX;
  // Options of a game that the machine lists before its rule is compiled.
  uint64_t before_code = 1 << 12;
};

enum class Followed { all, gave_up };

/// Puts the values of the asked positions, and of all that they need, into the store; gives up when
/// that takes more than the trial allows. `games` are all that play can lead to, `limit` is for
/// their coordinates. Declines, with the reason: play need not end, or a position beyond the limit.
/// What was found until then stays.
template <class Store>
Attempt<Followed> follow(Store& store, const std::vector<const Rule*>& games, int64_t limit,
                         const WantedPositions& asked, Trial trial, Work& work, Budget& budget);

/// Declines because the move can be made for ever from the position with these coordinates.
Error grows_for_ever(const Rule* game, const std::vector<int64_t>& coordinates,
                     const EndlessMove& move);

}  // namespace grundy
