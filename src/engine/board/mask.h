// Mask<W>: a set of cells as W words of bits; what is true of all cells of a board at once is found
// by shifts and ANDs.
//
//   places of two free neighbours in a row: free & free.down(1)
#pragma once
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace grundy {

template <size_t W>
struct Mask {
  std::array<uint64_t, W> words{};

  static constexpr size_t kBits = 64 * W;
  static Mask bit(size_t i) {
    Mask mask;
    mask.words[i / 64] = uint64_t{1} << i % 64;
    return mask;
  }
  /// {0, …, count - 1}.
  static Mask first(size_t count) {
    Mask mask;
    for (size_t i = 0; i < W; ++i) {
      if (count >= 64 * (i + 1)) {
        mask.words[i] = ~uint64_t{0};
      } else if (count > 64 * i) {
        mask.words[i] = (uint64_t{1} << (count - 64 * i)) - 1;
      }
    }
    return mask;
  }

  bool any() const {
    uint64_t all = 0;
    for (const uint64_t word : words) all |= word;
    return all != 0;
  }
  bool has(size_t i) const { return (words[i / 64] >> i % 64 & 1) != 0; }
  void add(size_t i) { words[i / 64] |= uint64_t{1} << i % 64; }
  size_t count() const {
    size_t result = 0;
    for (const uint64_t word : words) result += static_cast<size_t>(std::popcount(word));
    return result;
  }
  /// The least member; there is one.
  size_t least() const {
    size_t i = 0;
    while (i + 1 < W && words[i] == 0) ++i;
    return 64 * i + static_cast<size_t>(std::countr_zero(words[i]));
  }
  /// The greatest member; there is one.
  size_t greatest() const {
    size_t i = W - 1;
    while (i > 0 && words[i] == 0) --i;
    return 64 * i + 63 - static_cast<size_t>(std::countl_zero(words[i]));
  }
  /// The least i ≥ from that is no member; kBits if all are.
  size_t least_missing(size_t from) const {
    uint64_t gaps = ~words[from / 64] & ~uint64_t{0} << from % 64;
    size_t i = from / 64;
    while (gaps == 0 && ++i < W) gaps = ~words[i];
    return gaps == 0 ? kBits : 64 * i + static_cast<size_t>(std::countr_zero(gaps));
  }
  void remove_least() {
    for (uint64_t& word : words) {
      if (word != 0) {
        word &= word - 1;
        return;
      }
    }
  }
  bool is_within(const Mask& other) const { return !(*this & ~other).any(); }
  bool meets(const Mask& other) const { return (*this & other).any(); }

  friend Mask operator&(const Mask& a, const Mask& b) {
    Mask result;
    for (size_t i = 0; i < W; ++i) result.words[i] = a.words[i] & b.words[i];
    return result;
  }
  friend Mask operator|(const Mask& a, const Mask& b) {
    Mask result;
    for (size_t i = 0; i < W; ++i) result.words[i] = a.words[i] | b.words[i];
    return result;
  }
  Mask operator~() const {
    Mask result;
    for (size_t i = 0; i < W; ++i) result.words[i] = ~words[i];
    return result;
  }
  Mask& operator&=(const Mask& b) { return *this = *this & b; }
  Mask& operator|=(const Mask& b) { return *this = *this | b; }
  /// Member i becomes i + by; those beyond the last bit are lost.
  Mask up(size_t by) const {
    Mask result;
    if constexpr (W == 1) {
      result.words[0] = words[0] << by;
    } else {
      const size_t far = by / 64;
      const size_t near = by % 64;
      for (size_t i = W; i-- > far;) {
        result.words[i] = words[i - far] << near;
        if (near > 0 && i > far) result.words[i] |= words[i - far - 1] >> (64 - near);
      }
    }
    return result;
  }
  /// Member i becomes i - by.
  Mask down(size_t by) const {
    Mask result;
    if constexpr (W == 1) {
      result.words[0] = words[0] >> by;
    } else {
      const size_t far = by / 64;
      const size_t near = by % 64;
      for (size_t i = 0; i + far < W; ++i) {
        result.words[i] = words[i + far] >> near;
        if (near > 0 && i + far + 1 < W) result.words[i] |= words[i + far + 1] << (64 - near);
      }
    }
    return result;
  }

  /// Member i becomes kBits - 1 - i.
  Mask reversed() const {
    Mask result;
    for (size_t i = 0; i < W; ++i) {
      uint64_t word = words[W - 1 - i];
      word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
      word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
      word = (word >> 4 & 0x0F0F0F0F0F0F0F0F) | (word & 0x0F0F0F0F0F0F0F0F) << 4;
      result.words[i] = __builtin_bswap64(word);
    }
    return result;
  }

  template <class Take>
  void for_each(const Take& take) const {
    for (size_t i = 0; i < W; ++i) {
      for (uint64_t word = words[i]; word != 0; word &= word - 1)
        take(64 * i + static_cast<size_t>(std::countr_zero(word)));
    }
  }

  friend bool operator==(const Mask&, const Mask&) = default;
  friend auto operator<=>(const Mask&, const Mask&) = default;
};

}  // namespace grundy
