// The inner loops of the stream (stream.h), for every instruction set: codes from the marks of
// earlier ones, and where each low code is, as rows of bits.
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

constexpr uint8_t stream_code(uint32_t index) {
  return static_cast<uint8_t>(index | (index & 16) << 3);
}
constexpr uint32_t stream_index(uint8_t code) { return code & 31U; }

/// Position n has the option code(n - distance) xor code.
struct Mark {
  Mark(uint64_t distance, uint8_t code);

  uint64_t distance;
  uint8_t code;
  uint8_t table[2][16];  // bit i of [k][x]: x xor code is 8k + i
};

/// Computes codes[0 … count - 1], a multiple of kStreamBlock of them, from the codes before: the
/// least index that no mark has; `near` are the marks of distances below kStreamBlock, `far` the
/// others. The result is the number of codes before the first that would be 32 or more.
uint64_t stream_codes(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes,
                      uint64_t count);

/// For each low code, the places where it is: bit n of rows[c], n from 0, for n = place +
/// kRowsBefore.
inline constexpr uint64_t kRowsBefore = 1 << 12;
inline constexpr uint64_t kRowsChunk = 1 << 12;
inline constexpr uint64_t kRowBytes = (kRowsBefore + kRowsChunk) / 8;
using Rows = uint8_t[kLowCodes][kRowBytes];

/// Writes the bits of `count` codes, a multiple of kStreamBlock, from bit `at` on, a multiple of it
/// too.
void stream_rows(const uint8_t* codes, uint64_t count, uint64_t at, Rows& rows);

/// A witness for rare values of index i: position n has an option of it where bit n of rows[c] is
/// set, moved by 8·bytes. Bytes are at most kRowsBefore / 8.
struct RowMark {
  RowMark(uint32_t c, uint64_t bytes)
      : offset(static_cast<int32_t>(c * kRowBytes + kRowsBefore / 8) -
               static_cast<int32_t>(bytes)) {}
  int32_t offset;  // from rows[0][0] to the bits for the first place
};

/// How the rare values of a position and the common ones lie, by their indices: those of one group,
/// `group` indices side by side, are less than those of the next; within a group all rare ones are
/// less than the common ones, or all are greater.
struct Order {
  /// Whether the rare value i is less than the common value c of a position of this parity.
  bool is_less(uint32_t i, uint32_t c, uint64_t n) const {
    return i / group < c / group || (i / group == c / group && (below[n % 2] >> c & 1) != 0);
  }

  uint32_t group = 1;          // a power of two, at most kLowCodes
  uint32_t below[2] = {0, 0};  // by parity: the indices whose group has the rare values first
};

/// Finds the places 0 … kRowsChunk - 1 at which a low index i, whose rare value is less than the
/// common one of the code, is led to by none of marks[i]; with i. Then, as index kLowCodes, all
/// where the code is not low.
void stream_gaps(const Rows& rows, std::span<const std::vector<RowMark>, kLowCodes> marks,
                 const Order& order, std::vector<std::pair<uint32_t, uint32_t>>& gaps);

/// Some k < count with last[-k] xor first[k] = code, the least but for a few; count when there is
/// none. `backwards` holds first[k] at backwards[-k].
uint64_t stream_find(const uint8_t* last, const uint8_t* backwards, uint64_t count, uint8_t code);

}  // namespace grundy::heap
