// The inner loop of the dense kernel (dense.h), for every instruction set: a sieve that pairs fall
// through.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

namespace grundy::heap {

/// Pairs are sifted in chunks of so many.
inline constexpr uint64_t kChunk = 64;

/// A set of values from `first` on, a multiple of 64, below first + kValues.
struct Sieve {
  static constexpr uint32_t kValues = 1024;
  static constexpr uint32_t kWords = kValues / 64;
  uint32_t first = 0;
  alignas(64) uint64_t words[kWords] = {};  // bit v % 64 of words[v / 64 % kWords]

  void remove(uint32_t value) {
    if (value - first < kValues) words[value / 64 % kWords] &= ~(uint64_t{1} << value % 64);
  }
  bool empty() const {
    uint64_t any = 0;
    for (const uint64_t word : words) any |= word;
    return any == 0;
  }
  /// The least of them; requires !empty().
  uint32_t least() const {
    uint32_t value = first;
    while (words[value / 64 % kWords] == 0) value += 64;
    return value + static_cast<uint32_t>(std::countr_zero(words[value / 64 % kWords]));
  }
};

/// Chunks that are sifted in one go, at most.
inline constexpr uint64_t kBatch = 16;
/// Values that were found, by bytes; a register may be written behind the last one.
struct Found {
  size_t count = 0;
  uint8_t low[(kBatch + 1) * kChunk];
  uint8_t high[(kBatch + 1) * kChunk];
};

/// Of the pairs (a, m - a) with from <= a < from + count·kChunk, finds the nim-sums that are in the
/// sieve, or differ from a value there by a multiple of kValues, one for each pair. All these
/// positions are known; `high` is null when the values have one plane, and then no high bytes are
/// written.
void sift(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t count,
          const Sieve& sieve, Found& found);

}  // namespace grundy::heap
