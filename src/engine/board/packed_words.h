// Words in as few bytes as the largest of them needs: one, two, four or eight each.
//
// Format: one word with the count and, in its highest byte, the bytes of each; then they, the first
// ones lowest, in words of which the last is filled up with 0.
// Example: 3, 250, 7 are the two words 1 << 56 | 3 and 0x07FA03.
#pragma once
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace grundy {

constexpr unsigned kPackedWidth = 56;

/// Bytes that each of the words needs.
inline unsigned bytes_of_each(std::span<const uint64_t> words) {
  uint64_t bits = 0;
  for (const uint64_t word : words) bits |= word;
  return bits >> 8 == 0 ? 1 : bits >> 16 == 0 ? 2 : bits >> 32 == 0 ? 4 : 8;
}

/// Words that `pack` writes.
inline size_t packed_size(std::span<const uint64_t> words) {
  return 1 + (words.size() * bytes_of_each(words) + 7) / 8;
}

inline size_t packed_count(std::span<const uint64_t> packed) {
  return packed[0] & ((uint64_t{1} << kPackedWidth) - 1);
}

/// Adds the words, packed, at the end of `packed`.
inline void pack(std::span<const uint64_t> words, std::vector<uint64_t>& packed) {
  const unsigned width = bytes_of_each(words);
  packed.push_back(uint64_t{width} << kPackedWidth | words.size());
  const size_t begin = packed.size();
  packed.resize(begin + (words.size() * width + 7) / 8);
  const auto narrow = [&]<class To>(To) {
    auto* __restrict to = reinterpret_cast<unsigned char*>(&packed[begin]);
    const uint64_t* __restrict from = words.data();
    for (size_t i = 0; i < words.size(); ++i) {
      const To one = static_cast<To>(from[i]);
      std::memcpy(to + i * sizeof(To), &one, sizeof(To));
    }
  };
  if (words.empty()) return;
  if (width == 1) return narrow(uint8_t{});
  if (width == 2) return narrow(uint16_t{});
  if (width == 4) return narrow(uint32_t{});
  narrow(uint64_t{});
}

/// What `packed` begins with, in place of what is in `words`.
inline void unpack(std::span<const uint64_t> packed, std::vector<uint64_t>& words) {
  const size_t count = packed_count(packed);
  words.resize(count);
  const auto widen = [&]<class From>(From) {
    const auto* __restrict from = reinterpret_cast<const unsigned char*>(packed.data() + 1);
    uint64_t* __restrict to = words.data();
    for (size_t i = 0; i < count; ++i) {
      From one;
      std::memcpy(&one, from + i * sizeof(From), sizeof(From));
      to[i] = one;
    }
  };
  const uint64_t width = packed[0] >> kPackedWidth;
  if (width == 1) return widen(uint8_t{});
  if (width == 2) return widen(uint16_t{});
  if (width == 4) return widen(uint32_t{});
  widen(uint64_t{});
}

}  // namespace grundy
