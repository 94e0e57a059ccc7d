// The dense kernel: all pairs of a position, none left out.
//
// The values of the first pairs are marked one by one, until few values below the mex are left unmarked; those are then
// looked for among all other pairs, a register of pairs and four values at a time. Mostly one pass over all pairs does.
// For every game of two heaps; the other kernels start from its values.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/heap/moves.h"
#include "engine/heap/sparse_block.h"
#include "engine/heap/values.h"

namespace grundy::heap {

class Dense {
 public:
  /// The values are stored through the identity while this kernel works on them.
  Dense(const Moves& moves, Values& values);
  /// Computes the values of positions below `end`.
  void advance(uint64_t end);

 private:
  uint32_t next();
  void mark(uint32_t value);
  void look_up(Sought& sought, uint64_t marked) const;

  const Moves& moves_;
  Values& values_;
  uint32_t largest_ = 0;
  std::vector<uint32_t> mark_;    // by value: one more than the last position that has it as an option, modulo 2^32
  std::vector<uint32_t> first_;   // values of the first positions
  std::vector<uint32_t> recent_;  // … and of the last ones, the last of all at the end
};

}  // namespace grundy::heap
