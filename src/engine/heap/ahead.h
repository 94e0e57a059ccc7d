// What other threads mark for a stretch of blocks while the sparse kernel finishes the one before it: all that comes
// from entries so far that the positions they lead to lie before both.
//
// The kernel waits for nobody. A part that is not marked when its block is to be finished is left to it, so that a
// thread that the system does not run delays nothing.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/sparse_block.h"

namespace grundy::heap {

class Ahead {
 public:
  /// Positions of a stretch.
  static constexpr uint64_t kStretch = 8 * kBlock;

  /// Whether no other thread is at work, so that prepare() may be called.
  bool idle() const;
  /// Takes over what is to be marked for the stretch from `first` on, which is as the block but for its position: what
  /// comes from these entries, sorted by distance, and witnesses for each window. Positions below first - kStretch are
  /// known.
  void prepare(const Block& block, uint64_t first, std::span<const Entry> entries,
               const std::vector<Entry> (&witnesses)[kMaxWindows]);
  /// Marks all that nobody else does. By other threads than the kernel's; the values before first - kStretch are read.
  void work();
  /// Nothing more is marked, and no other thread is at work. Before the values move.
  void stop();
  /// All marks of a block of the stretch; `entries` are those of prepare() and later ones.
  void finish_marks(Block& block, std::span<const Entry> entries);

 private:
  /// Entries of this distance and more are far.
  static constexpr uint64_t kFar = 2 * kStretch;
  /// Those of common and of rare values, for each block.
  static constexpr unsigned kParts = 2 * kStretch / kBlock;
  enum State : uint8_t { kLeft, kFree, kTaken, kMarked };  // kLeft: to the kernel

  bool marked(unsigned part);
  uint64_t* words(unsigned part, unsigned window) {
    return words_.data() + (size_t{part} * kMaxWindows + window) * kBlock;
  }

  Block block_;  // of the first one
  std::vector<Entry> far_entries_;
  size_t near_ = 0;   // entries that are not far
  size_t until_ = 0;  // entries that there were
  std::vector<Entry> near_witnesses_[kMaxWindows];
  std::vector<Entry> far_witnesses_[kMaxWindows];
  std::vector<uint64_t> words_;
  std::atomic<uint8_t> state_[kParts] = {};
};

}  // namespace grundy::heap
