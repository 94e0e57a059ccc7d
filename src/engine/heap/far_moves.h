// The moves from a far heap that leave a wanted value, without a look at each.
//
// Problem: a heap of 10^18 pins has 10^18 moves, and perhaps three of them win.
// Idea: the values are periodic from n0 on, with period p. Of the splits of the tokens left into a
// ≤ b, those with a < n0 are looked at one by one; of all others the nim-sum depends on a mod p
// alone, because a and b are both beyond n0: one split stands for every p-th.
// Example: Kayles has n0 = 71 and p = 12: 83 looks for each number of pins taken.
// Cost: n0 + p nim-sums for each digit of the code, whatever the heap; and the moves that are
// listed.
#pragma once
#include <functional>

#include "engine/heap/known_values.h"

namespace grundy::heap {

/// The moves that leave `left` tokens in the heaps a and left - a for a = first, first + step, …,
/// `count` of them, a at most the half; a = 0 leaves one heap.
struct Splits {
  Natural left;
  Natural first;
  Natural step = 1;
  Natural count = 1;
};

/// Whether for_each_split() answers for this heap, and in less time than a look at each move: the
/// code leaves at most two heaps, its digits end, and the heap lies far beyond the proved period,
/// which has no saltus.
bool finds_far_moves(const HeapCode& code, const KnownValues& values, const Natural& heap);

/// The moves from the heap to the value, each in one of the groups, which are not empty; the sink
/// ends it by false. Requires finds_far_moves() and that the values are known up to the heap.
Attempt<void> for_each_split(const HeapCode& code, const KnownValues& values, const Natural& heap,
                             const Natural& value, Budget& budget,
                             const std::function<bool(const Splits&)>& sink);

}  // namespace grundy::heap
