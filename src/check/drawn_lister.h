// The placements of a game of cells, listed for the checker: every line laid on every place in
// every direction.
//
// It reads the rule's lines by their definition: runs are written out in every length that fits the
// board, letters become sets of bits, and a placement is what its cells may hold and what each of
// these letters becomes. A row goes straight on, and on a graph from each vertex to each neighbour
// that it has not met. What lies beyond a run that is as long as may be, and all neighbours of a
// cell (`every X that u reaches -> O`), are cells of the placement too.
// Example: `. . => # #` on a board of 2 x 2 has four placements of two cells, each cell reading '.'
// and becoming '#'. Cost: lines times places times directions times the lengths of runs, with
// limits to the tries and to the placements.
#pragma once
#include "check/drawn.h"

namespace grundy {

class DrawnLister {
 public:
  /// Adds the placements of the rule's lines, of the patterns of `always` and `over`, and the walks
  /// of `always`; declines rules with numbers on cells, words, sets, and conditions of other kinds.
  static Attempt<void> list(const Rule& rule, DrawnMoves& moves);

 private:
  class Laying;
};

}  // namespace grundy
