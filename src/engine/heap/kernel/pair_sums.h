// The nim-sums of all pairs of heaps of one total: some are marked, of the others a sieve keeps
// those that are wanted.
//
// Marking a byte for each pair is quick for a few hundred of them; then hardly a value is new, and
// a sieve through which a register of pairs falls at a time is quicker (dense_block.h).
#pragma once
#include <cstdint>
#include <vector>

#include "engine/heap/kernel/dense_block.h"
#include "engine/heap/values.h"

namespace grundy::heap {

class PairSums {
 public:
  /// In cycles, measured: sifting a chunk of one plane; what a value up to the largest adds.
  static constexpr double kChunkCost = 5;
  static constexpr double kValueCost = 9;

  /// The values are stored through the identity. Totals are at least values.size() - reach.
  PairSums(const Values& values, uint64_t reach);
  /// Sees the value that was appended last.
  void push(uint32_t value);

  /// How many pairs are better marked, of values up to `largest`, when several totals share the
  /// marks.
  uint64_t worth_marking(uint32_t largest, uint64_t totals) const;
  /// Marks the nim-sums of the pairs (a, m - a) with 1 <= a <= last; values below m are known, as
  /// is last < m.
  void mark(uint64_t m, uint64_t last, uint8_t* marked) const;
  /// Removes from the sieve those of the pairs with from <= a < m - a.
  void sift(uint64_t m, uint64_t from, Sieve& sieve) const;

  /// The values from `first` on that are not marked, as a sieve; `marked` has a byte, 0 or 1, for
  /// so many values, a multiple of 64.
  static void set_unmarked(const std::vector<uint8_t>& marked, uint32_t first, Sieve& sieve);

 private:
  const Values& values_;
  uint64_t reach_;
  std::vector<uint32_t> first_;   // values of the first positions
  std::vector<uint32_t> recent_;  // … and of the last ones, the last of all at the end
};

}  // namespace grundy::heap
