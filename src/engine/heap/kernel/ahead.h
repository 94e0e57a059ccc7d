// Marks made by other threads for the next blocks while the sparse kernel finishes one.
//
// Problem: values come one after the other, so that several threads can't find them; and on a busy
// machine a thread may not run for a long while.
// Idea: entries so far that the positions they lead to lie before the kernel's block can be marked
// beforehand. Nobody waits: another thread takes the next block that nobody took and that the
// kernel does not come to too soon; marks that are missing when the block is to be finished are
// left to the kernel.
// Cost: the marks of 16 blocks, 8 KiB each.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/heap/kernel/sparse_block.h"

namespace grundy::heap {

class Ahead {
 public:
  // For the kernel.

  /// What is to be marked from now on: all that comes from these entries, sorted by distance, and
  /// witnesses for each window; else as the block, at which the kernel is. Where the other threads
  /// still use what was told before the last time, nothing changes.
  void renew(const Block& block, std::span<const Entry> entries,
             const std::vector<Entry> (&witnesses)[kMaxWindows]);
  /// The kernel comes to the block that begins there; all values before it are known.
  void come_to(uint64_t first);
  /// All marks of this block, to which the kernel has come; false when nobody has marked it.
  /// `entries` are those of renew() and later ones.
  bool finish_marks(Block& block, std::span<const Entry> entries);
  /// Nothing is marked until renew(), and no other thread is at work. Before the values move.
  void stop();
  /// The other threads return.
  void end();

  // For the other threads.

  /// Marks until the end.
  void work();

 private:
  /// Blocks that are marked or to be marked.
  static constexpr uint64_t kPlaces = 16;
  /// A thread begins no block that is nearer to the kernel's one, and none that is farther.
  static constexpr uint64_t kNearest = 4;
  static constexpr uint64_t kFarthest = kPlaces - 2;
  /// Entries of this distance and more are far: what they lead to from there lies before the
  /// kernel's block.
  static constexpr uint64_t kFar = kPlaces * kBlock;
  static_assert(kFar >= (kFarthest + 1) * kBlock);
  static constexpr uint64_t kEnded = UINT64_MAX;

  /// What is marked, and by what.
  struct Order {
    uint64_t number = 0;         // 0: none
    std::atomic<int> users = 0;  // threads at work with it
    Block block;                 // any
    size_t near = 0;             // entries that are not far
    size_t until = 0;            // entries that there were
    std::vector<Entry> far_entries;
    std::vector<Entry> near_witnesses[kMaxWindows];
    std::vector<Entry> far_witnesses[kMaxWindows];
  };
  struct Place {
    alignas(64) std::atomic<bool> busy = false;
    std::atomic<uint64_t> block = 0;  // that is being marked: its first position
    uint64_t order = 0;               // by number
    alignas(64) uint64_t common[kMaxWindows][kBlock];
    uint64_t rare[kMaxWindows][kBlock];
  };

  Place& place_of(uint64_t first) { return places_[first / kBlock % kPlaces]; }
  bool mark_one();
  void mark(const Order& order, uint64_t first, Place& place);

  Order orders_[2];
  std::unique_ptr<Place[]> places_ = std::make_unique<Place[]>(kPlaces);
  std::atomic<Order*> order_ = nullptr;  // null: nothing is to be marked
  // First position of the kernel's block, or kEnded; set before order_ is.
  std::atomic<uint64_t> now_ = 0;
  std::atomic<uint64_t> next_ = 0;  // … of the first block that nobody took
};

}  // namespace grundy::heap
