// How long a lost player can put off the end of a sum: a bound, from the labels of its parts.
//
// Problem: that a won sum ends is known (loopy.h), but to count its moves takes the product of all
// parts, which is too large for all but small ones.
// Idea: a part on vertex u, with number a and rank r, has the delay
//   d(u) = r + a + (the greatest rank of number 0) + … + (the greatest rank of number a - 1).
// The winner of a sum of nim-sum 0 answers every move so that the nim-sum is 0 again. A move to a
// smaller number is answered as in nim by another part that goes to a smaller number, any other
// move by going back to the number before, with a rank that is less by 2 or more. Going back lowers
// d of the part by 2 at least; and a move from a to b < a, of either player, lowers it by 1 at
// least, since the rank on b is one of the summands that fall away. So the delays' sum is never
// less than the number of moves that are left, and falls with each pair of moves: who goes to
// nim-sum 0 where it is least wins in so many moves, whatever the other player does. For one part
// of number 0 it is the rank: exact.
// Example: round a circle of 10 places, 2 or 3 at a time, place 5 has number 0 and rank 2; beside
// another one of these play ends in at most 4 moves.
// Cost: one look at each vertex, once for all.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/graph/loopy.h"
#include "game/position.h"

namespace grundy {

class LabelDelays {
 public:
  LabelDelays(const LoopyLabels& labels, uint32_t vertices);
  /// Of a vertex with a number.
  uint64_t of(const LoopyLabels& labels, uint32_t v) const;

 private:
  std::vector<uint64_t> below_;  // by number: the sum of the greatest ranks of all smaller numbers
};

/// The same for positions of games in which play ends, where it is seen at once: the size of a nim
/// heap, or a measure that every move lowers.
std::optional<uint64_t> delay_where_play_ends(const Sum& sum);

}  // namespace grundy
