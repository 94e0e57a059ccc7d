// The kernel for many splits: the nim-sums of two heaps, by their total.
//
// Problem: a game that takes 3 to 100 tokens out of the middle of a row has 98 splits, and n has
// the pairs of 98 totals as options; but so many positions share each total.
// Idea: the nim-sums of two different heaps of m tokens in all are found once, as a row of bits;
// rows are kept for as many totals as are reached. The value is the least one that is in no row of
// a split.
// Cost: half the pairs of one total for each position, whatever the number of splits, and their
// rows; but all nim-sums are wanted, where the dense kernel wants the least that is missing.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/heap/kernel/pair_sums.h"
#include "engine/heap/moves.h"
#include "engine/heap/values.h"

namespace grundy::heap {

class Totals {
 public:
  /// Cycles that a value is expected to take, with values as large as so far.
  static double cost(const Moves& moves, const Values& values, uint32_t largest);
  /// The values are stored through the identity while this kernel works on them. There are splits.
  Totals(const Moves& moves, Values& values);
  /// Computes the values of positions below `end`.
  void advance(uint64_t end);

 private:
  uint32_t next();
  void make_room();
  void make_row(uint64_t total);
  uint64_t* row(uint64_t total) { return rows_.data() + total % kept_ * words_; }

  const Moves& moves_;
  Values& values_;
  uint64_t least_take_;  // of the splits
  uint64_t kept_;        // rows, a total's at the remainder
  uint64_t words_ = 0;   // of a row: bits for all values and their nim-sums
  uint64_t made_ = 0;    // rows of totals below are made
  std::vector<uint64_t> rows_;
  std::vector<uint64_t> options_;  // a row
  std::vector<uint8_t> marked_;    // by value: 1 when it is a nim-sum of the total
  std::vector<uint32_t> natural_;  // the values, for marking
  uint32_t largest_ = 0;
  PairSums pairs_;
};

}  // namespace grundy::heap
