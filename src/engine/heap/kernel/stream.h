// The stream: the values of a heap game with few rares, on and on in a fixed memory.
//
// As in sparse.h, all positions are common or rare, and two common heaps never make a common value.
// Let all rares be at most r, and t the last digit. Then for n beyond all that is near 0
//   - the common values among the options of n are told by the values of positions n - r - t … n -
//     1 and of the rares; c, the least that is not among them, needs no other value;
//   - when every rare value below c is the nim-sum of a pair (q, n - take - q), q <= kDepth, or of
//     a single heap, then the value of n is c, and n is common.
// So the values run on in a window of kDepth + t of them, in pairs of two passes: the first gives c
// for some thousand positions, the second one shows that the smaller rare values are options: by a
// few witnesses q for all positions, and by a look at all q <= kDepth where these do not suffice.
// Where that fails the stream ends with an error: nothing is assumed. Positions keep the index of
// their value among the common ones (encoding.h), below 32.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "engine/heap/kernel/sparse.h"
#include "engine/heap/kernel/stream_block.h"
#include "engine/heap/moves.h"
#include "engine/heap/values.h"

namespace grundy::heap {

class Stream {
 public:
  /// Pairs with a heap up to this size show that rare values are options.
  static constexpr uint64_t kDepth = 1 << 16;
  /// Values that have to be known before.
  static constexpr uint64_t kStart = 1 << 18;
  /// The codes before the last one are kept, so many.
  static constexpr uint64_t kKept = kDepth + (1 << 14);
  static constexpr uint64_t kChunk = kRowsChunk;

  /// Begins at kStart, from at least so many values. Nothing when the game is none for it: a value
  /// is 64 or more, there are many rares or late ones, or two equal heaps are a move and two
  /// different ones are not.
  static std::optional<Stream> open(const Moves& moves, const Values& values);

  /// Positions below are known.
  uint64_t size() const { return size_; }
  /// So many values before a position determine the next, where it is common.
  uint64_t window() const { return window_; }
  const std::vector<uint64_t>& rares() const { return rares_; }
  /// The values before size(), the last one at data() - 1, as codes.
  const uint8_t* end() const { return codes_.data() + used_; }
  uint32_t value(uint64_t n, uint8_t code) const {
    return encoding_.value(stream_index(code), character_.common_class(n));
  }
  uint8_t code(uint32_t value) const { return stream_code(encoding_.index(value)); }
  bool is_common(uint64_t n, uint32_t value) const {
    return value < 64 && !character_.is_rare(n, value);
  }
  const Character& character() const { return character_; }

  /// kChunk positions more. Unless they were proved before (`known`), an error of kind declined
  /// where a rare value is not shown to be an option, or a value is not below 64.
  Attempt<void> advance(bool known = false);
  /// Goes on at a multiple of kStreamBlock, with the codes before it, at least window() of them.
  void go_to(uint64_t position, std::span<const uint8_t> codes);

 private:
  Stream(const Moves& moves, const Values& values, const Character& character,
         std::vector<uint64_t> rares);
  void make_rows(const uint8_t* codes);
  Attempt<void> settle(uint64_t n, const uint8_t* code, uint32_t index);
  Attempt<void> find(uint64_t n, const uint8_t* code, uint32_t index);
  void choose_witnesses();

  Moves moves_;
  Character character_;
  Encoding encoding_;
  std::vector<uint64_t> rares_;
  uint64_t window_ = 0;
  std::vector<Mark> near_;
  std::vector<Mark> far_;
  std::vector<uint64_t> single_;  // takes that leave one heap, whose value is a rare one
  // Code of q <= kDepth at kDepth - q; of a rare one what no code is.
  std::vector<uint8_t> backwards_;
  Order order_;
  std::vector<uint8_t> codes_;
  uint64_t used_ = 0;  // of codes_
  uint64_t size_ = 0;
  std::vector<std::pair<uint32_t, uint32_t>> gaps_;
  Rows rows_ = {};           // of a chunk and the kRowsBefore codes before it
  uint64_t rows_until_ = 0;  // a position
  std::array<std::vector<RowMark>, kLowCodes> witnesses_;  // by index
  uint64_t learned_ = 0;                                   // chunks
  uint64_t choose_at_ = 0;                                 // a position
};

}  // namespace grundy::heap
