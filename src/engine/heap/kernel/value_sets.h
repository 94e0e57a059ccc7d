// Sets of values as bits, 64 to a word, moved by a nim-sum.
//
// Problem: the nim-sums of a heap of value v with all that others make: { x xor v : x in S }.
// Idea: the high bits of v exchange words, the six low ones exchange bits within each word.
// Example: bits 0 and 3 moved by 1 are bits 1 and 2.
// Cost: some six instructions a word for each low bit of v.
#pragma once
#include <cstdint>

namespace grundy::heap {

/// Bit i of the result is bit i xor v of the word, v below 64.
inline uint64_t permuted(uint64_t word, uint32_t v) {
  constexpr uint64_t kMask[6] = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
  for (unsigned b = 0; b < 6; ++b) {
    if ((v >> b & 1) == 0) continue;
    const unsigned shift = 1U << b;
    word = (word >> shift & kMask[b]) | (word & kMask[b]) << shift;
  }
  return word;
}

/// Adds { x xor v : x in from } to a set that has room for it. The two do not overlap.
inline void add_shifted(uint64_t* __restrict to, const uint64_t* __restrict from, uint64_t words,
                        uint32_t v) {
  const uint64_t flip = v / 64;
  for (uint64_t w = 0; w < words; ++w) to[w ^ flip] |= permuted(from[w], v % 64);
}

}  // namespace grundy::heap
