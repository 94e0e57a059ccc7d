// Euclid at any size: the smaller of two numbers, some times, from the larger, which must not fall below `least`.
//
// Problem: (10^18, 3) has more options than a list can hold, and pairs of hundreds of digits are beyond every table.
// Idea: for a smaller number a, the larger ones with the same remainder r are a column r, r + a, r + 2a, …; each leads to
// all before it that are not below `least`. The values of the column are then the numbers from 0 on in order, but for that
// of its first position: 0 where it has no move, and else, for r < a, the value of (r, a), which the others leave out.
// Example: of (25, 7) the column is 4, 11, 18, 25; (4, 7) has value 1, and so 11, 18 and 25 have 0, 2 and 3.
// Cost: the steps of Euclid's algorithm. The game's rule is recognised by its lines (games/euclid.game), and so
// are rules of one's own in which a line takes k·b from a.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* euclid_engine();

}  // namespace grundy
