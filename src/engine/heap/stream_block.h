// The inner loops of the stream (stream.h), for every instruction set; stream_block.cc.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace grundy::heap {

/// Codes are computed in blocks of so many.
inline constexpr uint64_t kStreamBlock = 64;
/// Codes of indices below this are the indices; of those up to 31, the index and 128.
inline constexpr uint8_t kLowCodes = 16;

constexpr uint8_t stream_code(uint32_t index) { return static_cast<uint8_t>(index | (index & 16) << 3); }
constexpr uint32_t stream_index(uint8_t code) { return code & 31U; }

/// Position n has the option code(n - distance) xor code.
struct Mark {
  Mark(uint64_t distance, uint8_t code);

  uint64_t distance;
  uint8_t code;
  uint8_t table[2][16];  // bit i of [k][x]: x xor code is 8k + i
};

/// Computes codes[0 … count - 1], a multiple of kStreamBlock of them, from the codes before: the least index that no
/// mark has; `near` are the marks of distances below kStreamBlock, `far` the others. The result is the number of codes
/// before the first that would be 32 or more.
uint64_t stream_codes(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes, uint64_t count);

/// Finds the places in codes[0 … count - 1] at which some index i, less than the code, or equal to it where bit
/// `code` of below[place % 2] is set, is led to by no mark; with the set of these i. Where a code is not low, all low i
/// that are less and led to by no mark.
void stream_gaps(std::span<const Mark> marks, const uint8_t* codes, uint64_t count, const uint32_t* below,
                 std::vector<std::pair<uint32_t, uint32_t>>& gaps);

/// Some k < count with last[-k] xor first[k] = code, the least but for a few; count when there is none. `backwards`
/// holds first[k] at backwards[-k].
uint64_t stream_find(const uint8_t* last, const uint8_t* backwards, uint64_t count, uint8_t code);

}  // namespace grundy::heap
