// The positions of a box that are lost for the mover, found by the automata of the moves.
//
// Problem: some laws of losing positions show only in tables of some hundred thousand positions,
// each with hundreds or thousands of options, of which nearly all are won.
// Idea: few positions are lost. In an order in which play goes down, a position that nothing has
// marked is lost, and a walk of the moves' automata with the option's digits given marks all
// positions with a move to it. In a base the walk leaves alone blocks, positions whose coordinates
// begin with the same digits, in which every position is marked.
// Example: 3-Wythoff, where from both heaps numbers are taken that differ by 2 at most: of 469²
// positions 218 are lost.
// Cost: an addition and a comparison a position; some steps of an automaton a position that is
// newly marked, a block at the edge of what is marked, and a move of lines that leave a coordinate
// alone.
#pragma once
#include <optional>

#include "engine/automatic/law.h"
#include "engine/automatic/learn.h"

namespace grundy::automatic {

/// 0 for positions that are lost, 1 for others, where all coordinates are below `side`, a term of
/// the numeration. Nothing where a line leads to a sum or out of the box, and where the work or the
/// box is too large.
std::optional<ValueBox> lost_box(Workshop& shop, const Moves& moves, const Domain& domain,
                                 int64_t side, const Budget& budget);

}  // namespace grundy::automatic
