// The finite engine: values of positions of any rule with finitely many moves, and of all that they
// lead to.
//
// Problem: nothing is known of the game but its rule, so every position that can be reached is
// looked at.
// Idea: known values answer at once. Otherwise the boxes that hold all reachable positions tell
// how: a small table is filled at once; before a large one, positions are followed from the asked
// ones for a while, since few of them may matter, and so they are where no box is known or none
// fits memory.
//   fill.h      which way a table is filled: machine code, in order by the machine, followed
//   follow.h    positions followed one by one, with a hash table
// Example: wythoff(3, 5) fills 24 cells; euclid(10^6, 10^6 - 1) follows the few pairs that Euclid's
// algorithm meets.
// Cost: the options of all positions in the boxes, or of those that are followed; 1 to 4 bytes a
// position in tables, 17 to 23 in the hash table.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* finite_engine();

}  // namespace grundy
