// The kernel for few rares: the sparse space method (sparse.h) for values below 64, where what a
// position can reach fits a word.
//
// For 64 positions at once, entries of distance 64 and more (rares, single heaps, and witnesses for
// the rare values) are marked as in sparse_block.h. Those of distance 8 to 63 follow for eight
// positions at once, and the nearest for each position, from a register with the last eight values.
// The least value that is not marked is the value when it is common; a rare one is looked for among
// all pairs.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/heap/kernel/few_block.h"
#include "engine/heap/kernel/sparse.h"
#include "engine/heap/moves.h"
#include "engine/heap/values.h"

namespace grundy::heap {

class Few {
 public:
  /// Takes over at values.size(), a multiple of 64 and at least Sparse::kStart. The values are
  /// stored through the identity while this kernel works on them.
  Few(const Moves& moves, Values& values, const Character& character);
  /// Whether the kernel takes the game as it is now: values are below 64 and, where two equal heaps
  /// are not allowed, all rares are so small that no pair of equal ones is reached any more.
  static bool accepts(const Moves& moves, const Values& values, const Character& character);
  /// Computes the values of positions below `end`, and of up to 63 more. Stops early, with false,
  /// when it no longer takes the game.
  bool advance(uint64_t end);

  uint64_t rares() const { return rares_; }
  uint64_t last_rare() const { return last_rare_; }

 private:
  bool is_rare(uint64_t n) const;
  void add(const Entry& entry);
  void add_rare(uint64_t n);
  void learn_witnesses(uint64_t blocks);

  const Moves& moves_;
  Values& values_;
  Character character_;
  std::vector<Entry> near_;  // by distance, as in few_block.h
  std::vector<Entry> middle_;
  std::vector<Entry> far_;
  std::vector<Entry> late_;  // of rares whose distance the positions have not passed by a block yet
  std::unique_ptr<FewBlock> block_;
  uint32_t limit_ = 0;  // options below are marked, a multiple of kGroup
  uint64_t rares_ = 0;
  uint64_t last_rare_ = 0;
  uint64_t learned_at_ = 0;  // a position
  uint64_t learn_at_ = 0;
};

}  // namespace grundy::heap
