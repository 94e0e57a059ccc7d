// A game of lists of fixed lengths, written out as a game of numbers.
//
// Problem: wythoffs([a, b]) has a list, and tables, laws and proofs are of coordinates; yet no move
// changes how many piles there are, so that two numbers say everything.
// Idea: each line is written out for these lengths (fixed_terms.h), a line for each choice of
// places. Lines that are the same stand once. A bag has no order: where the lines together stay the
// same when two of its places are exchanged, any order of its numbers has the moves of the
// ascending one, and by induction its value; where they do not, a[i] is written as the i-th
// smallest number, a minimum of maxima. A line that makes a list of another length is declined.
// Example: wythoffs(a - [x, y] + [x - k, y - k]) for x in a, y in a, k in 1..min(x, y) becomes, for
// two numbers, wythoffs(a - k, b - k) for k in 1..min(a, b): x and y may change places, and one
// pile is not lowered twice.
// Cost: the runs through a line's choices of places, at most some thousands, and their square for
// the comparison.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "rule/cells.h"

namespace grundy {

/// Of which positions the game that is written consists.
struct FixedLengths {
  std::vector<size_t> lengths;     // of the coordinates that are lists, in their order
  std::vector<std::string> names;  // of all coordinates, the lists written out; empty: a1, a2, …
  friend auto operator<=>(const FixedLengths&, const FixedLengths&) = default;
};

/// The game of numbers, of the same name; positions have a list's numbers in the place of the list.
/// Declined, with the line, where the lists change their lengths or a line can't be written.
Attempt<std::unique_ptr<const Rule>> with_fixed_lengths(const Rule& rule,
                                                        const FixedLengths& wanted,
                                                        const Budget& budget);

}  // namespace grundy
