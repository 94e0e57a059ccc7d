// The inner loops of the sparse kernel (sparse.h), for every instruction set: options marked for 64
// positions at once.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/moves.h"

namespace grundy::heap {

/// Positions are computed in blocks of so many, each from a multiple of it on.
inline constexpr uint64_t kBlock = 64;
/// Pairs with a heap up to this size are looked at when a position is finished, not marked before.
inline constexpr uint64_t kNear = 64;
/// Codes are marked in windows of so many, and a window in groups of eight.
inline constexpr uint32_t kWindow = 64;
inline constexpr uint32_t kGroup = 8;
inline constexpr unsigned kMaxWindows = 8;

/// The pairs of one position with the positions of a block: position n of the block has the option
/// stored(n - distance) xor code.
struct Entry {
  uint64_t distance = 0;
  uint32_t low = 0;   // the low byte of the code, four times
  uint32_t high = 0;  // the high byte, four times
};

inline Entry entry_of(uint64_t distance, uint32_t code) {
  return {
      .distance = distance, .low = (code & 0xFF) * 0x01010101U, .high = (code >> 8) * 0x01010101U};
}

/// A rare candidate that was looked for among more than kLongScan pairs: one near (at, n - take -
/// at) has it.
struct LongScan {
  uint64_t n = 0;
  uint64_t at = 0;
  uint64_t take = 0;
  uint64_t pairs = 0;
  uint32_t code = 0;
};
inline constexpr uint64_t kLongScan = 4096;

/// The state of a block: see sparse.h for the words.
struct Block {
  uint8_t* low = nullptr;   // the planes, at position 0
  uint8_t* high = nullptr;  // null when the values have one plane
  uint64_t first = 0;
  const Moves* moves = nullptr;
  bool by_parity = false;     // the class of the common values is another for odd positions
  uint32_t common_class = 0;  // at even positions
  uint32_t capacity = 0;      // codes are below this power of two; the top bit is the class
  const uint32_t* value[2] = {nullptr, nullptr};  // by class and index
  // Common values of an index below this, a multiple of kGroup, are marked.
  uint32_t common_marked = 0;
  uint32_t rare_marked = 0;      // … and some of the options among the rare ones
  bool zero_marks_hold = false;  // no mark of the value 0 comes from two equal heaps
  // Bit i of [w][lane]: the common value of index 64w + i is taken.
  uint64_t common[kMaxWindows][kBlock];
  uint64_t rare[kMaxWindows][kBlock];

  // Results.
  bool grown = false;               // a value does not fit in `capacity`; the block is not finished
  std::vector<uint64_t> new_rares;  // positions
  // Rare candidates that had to be looked up among all pairs, by window.
  uint64_t scans[kMaxWindows] = {};
  std::vector<LongScan> long_scans;
};

/// Calls each(window, groups) for the windows of `marked` values, a multiple of kGroup.
template <class Each>
void for_each_window(uint32_t marked, const Each& each) {
  for (unsigned w = 0; w * kWindow < marked; ++w)
    each(w, std::min(kWindow, marked - w * kWindow) / kGroup);
}

/// Sets in words[lane] the bits of the codes of the window that have this class and come from the
/// entries; all of them reach positions at least 1 and below the block. Class `wanted` at even
/// lanes, the other at odd ones when by_parity. Codes behind the first `groups` groups may be left
/// out.
void mark_window(const Block& block, std::span<const Entry> entries, uint32_t wanted,
                 unsigned window, unsigned groups, uint64_t* words);

/// Computes the values of the block from its words. `entries` are all of the pairs with a rare
/// member, for positions whose value lies beyond the windows.
void finish(Block& block, std::span<const Entry> entries);

/// Some a, from <= a <= to, near the first for which the pair (a, m - a) has this code; 0 when
/// there is none. Positions `from` to m - from are known.
uint64_t find_pair(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t to,
                   uint32_t code);

}  // namespace grundy::heap
