// The dense kernel: all pairs of a position, none left out.
//
// The values of the first pairs are marked one by one. Of all others a sieve of the values that are
// still unmarked lets most fall through; the few that it keeps are taken from it, and the least
// that is left in the end is the value. For every game of two heaps, of few splits; the other
// kernels start from its values.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/heap/kernel/pair_sums.h"
#include "engine/heap/moves.h"
#include "engine/heap/values.h"

namespace grundy::heap {

class Dense {
 public:
  /// Cycles that a value is expected to take, with values as large as so far.
  static double cost(const Moves& moves, const Values& values, uint32_t largest);
  /// The values are stored through the identity while this kernel works on them.
  Dense(const Moves& moves, Values& values);
  /// Computes the values of positions below `end`.
  void advance(uint64_t end);

 private:
  uint32_t next();
  void make_marks();
  void sift_all(uint64_t marked);

  const Moves& moves_;
  Values& values_;
  uint32_t largest_ = 0;
  std::vector<uint8_t> marked_;  // by value: 1 when the position has it as an option
  Sieve sieve_;                  // values not marked
  PairSums pairs_;
};

}  // namespace grundy::heap
