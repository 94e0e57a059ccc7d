// The inner loop of reading lines with two numbers (pairs.h), for every instruction set.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace grundy {

struct PairBlock {
  /// Two numbers take four bytes at least.
  static constexpr size_t kBytes = 4096;
  static constexpr size_t kMost = kBytes / 4;

  size_t size = 0;
  /// The pairs one behind the other. Some more places than these may be written to.
  std::array<uint64_t, 2 * kMost + 8> numbers;
};

/// So many bytes before and behind the lines that are given to read_pairs() must be readable.
inline constexpr size_t kPairSlack = 64;

/// Reads lines from p on, at least one, into the block; there is a newline before `end`, and p <
/// end. Gives where the next line begins, or nothing when something is not regular, as pairs.h has
/// it.
const char* read_pairs(const char* p, const char* end, PairBlock& block);

}  // namespace grundy
