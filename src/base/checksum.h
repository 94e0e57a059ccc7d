// A checksum of 64 bits, for damage, not against malice: about 8 bytes in two nanoseconds.
//
// The sum of words w1, w2, … begins with a start value h, and each word makes h := (h xor w)·K
// modulo 2^64, then h := h xor ⌊h/2^32⌋, with K = 0x9E3779B97F4A7C15. Both steps are bijections of
// h, so that a change within one word is always seen. The sum of a text starts from the number of
// its bytes; its words are eight bytes each, the lowest first, and the last one is filled up by
// zeros.
#pragma once
#include <cstdint>
#include <string_view>

namespace grundy {

constexpr uint64_t add_to_checksum(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15;
  return sum ^ sum >> 32;
}

/// Goes on by the words of these bytes. A text may come in parts if all but the last have a
/// multiple of eight bytes.
constexpr uint64_t add_to_checksum(uint64_t sum, std::string_view bytes) {
  const size_t whole = bytes.size() / 8 * 8;
  for (size_t i = 0; i < whole; i += 8) {
    uint64_t word = 0;
    for (size_t k = 0; k < 8; ++k)
      word |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i + k])) << (8 * k);
    sum = add_to_checksum(sum, word);
  }
  if (whole == bytes.size()) return sum;
  uint64_t word = 0;
  for (size_t i = whole; i < bytes.size(); ++i)
    word |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * (i - whole));
  return add_to_checksum(sum, word);
}

constexpr uint64_t checksum(std::string_view bytes) { return add_to_checksum(bytes.size(), bytes); }

}  // namespace grundy
