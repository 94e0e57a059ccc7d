// Subtraction games by bits: for each value the positions that have an option of this value, as a
// row.
//
// When a position n has its value v, n + s gets the option v for all numbers s that may be taken:
// the set of these, shifted by n, joins the row of v. The value of n is the first row without n.
// Time for each position: a word for every 64 numbers up to the greatest, in registers; quick where
// more than some hundredth of all numbers may be taken.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace grundy {

class ReachBits {
 public:
  /// Positions below `end`; positive numbers, rising.
  ReachBits(std::span<const uint64_t> numbers, uint64_t end);
  /// Whether this is expected to be quicker than to look at all options.
  static bool pays(std::span<const uint64_t> numbers, uint64_t end);

  /// Positions before are known.
  uint64_t size() const { return size_; }
  /// The value of position size(), below `end`, from those before.
  uint32_t next() const;
  /// Position size() has this value. False when the rows would take more than 64 MiB; then all is
  /// void.
  bool add(uint32_t value);

 private:
  uint64_t end_;
  uint64_t size_ = 0;
  std::vector<uint64_t> taken_;  // word 0 is none; bit i of word w + 1: 64·w + i may be taken
  std::vector<std::vector<uint64_t>> rows_;
};

}  // namespace grundy
