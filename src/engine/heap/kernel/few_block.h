// The inner loops of the kernel for few rares (few.h), for every instruction set.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/heap/kernel/sparse_block.h"
#include "engine/heap/moves.h"

namespace grundy::heap {

/// The state of a block of values below 64, stored as they are.
struct FewBlock {
  uint8_t* values = nullptr;  // at position 0
  uint64_t first = 0;
  const Moves* moves = nullptr;
  uint64_t rare_values[2] = {0, 0};  // bit v: v is a rare value at even, at odd positions
  std::span<const Entry> near;       // distance below 8
  std::span<const Entry> middle;     // 8 to 63
  std::vector<Entry> late;  // of rares so new that not all positions of the block are reached; the
                            // block adds its own
  uint64_t words[kBlock];   // bit v: v is an option by entries of distance 64 and more
  uint32_t limit = 64;      // only bits below are set

  // Results.
  bool grown = false;               // a value is not below the limit; the block is not finished
  std::vector<uint64_t> new_rares;  // positions
  /// Rare candidates that had to be looked up among all pairs, with the position.
  std::vector<std::pair<uint64_t, uint32_t>> scanned;
};

/// Computes the values of the block from its words.
void finish(FewBlock& block);

}  // namespace grundy::heap
