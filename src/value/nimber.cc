// Nim multiplication (Conway 1976, chapter 6). With F = 2^(2^k) the nimbers below F form a field,
// those below F² the quadratic extension of it by F, where F² = F ⊕ h for h = F/2. Hence, for a =
// a1·F ⊕ a0 and b = b1·F ⊕ b0, all products nim-products:
//
//   a·b = ((a1 ⊕ a0)·(b1 ⊕ b0) ⊕ a0·b0)·F ⊕ a0·b0 ⊕ a1·b1·h
//   a·H = (a1 ⊕ a0)·h·F ⊕ a1·h·h     where H = F²/2 = h·F
//   √a  = √a1·F ⊕ √(a0 ⊕ a1·h)
//   1/a = (a1·F ⊕ a0 ⊕ a1)/N         where N = a0·(a0 ⊕ a1) ⊕ a1²·h
//
// A product thus costs three of half the size (Karatsuba) and a product by h, which splits into
// three such of half the size. Squaring is additive, whence the root; N is the norm of a and lies
// in the smaller field.
//
// The recursion ends in tables: products below 2^8 by discrete logarithms. Up to 64 bits everything
// stays in registers and those tables, beyond that it works on spans of a power of two of words.
#include "value/nimber.h"

#include <algorithm>
#include <array>
#include <bit>

namespace grundy {
namespace {

/// By the formulas alone, down to the field of two elements; `bits` a power of two. Only used to
/// make the tables.
constexpr unsigned slow_multiply(unsigned a, unsigned b, int bits) {
  if (a < 2 || b < 2) return a * b;
  const int half = bits / 2;
  const unsigned mask = (1u << half) - 1;
  const unsigned a1 = a >> half, a0 = a & mask, b1 = b >> half, b0 = b & mask;
  const unsigned low = slow_multiply(a0, b0, half);
  const unsigned high = slow_multiply(a1, b1, half);
  const unsigned cross = slow_multiply(a1 ^ a0, b1 ^ b0, half);
  return (cross ^ low) << half | (low ^ slow_multiply(high, 1u << (half - 1), half));
}

struct Tables {
  // Stands for the logarithm of 0: sums with it lie where `power` is 0.
  static constexpr unsigned kZero = 512;
  std::array<uint16_t, 256> log{};
  std::array<uint8_t, 2 * kZero + 1> power{};
  std::array<uint8_t, 256> half{};  // a·2^7
  std::array<uint8_t, 256> root{};  // √a
  std::array<uint8_t, 256> inverse{};

  constexpr Tables() {
    // The multiplicative group has order 255 = 3·5·17; most elements generate it.
    for (unsigned g = 2;; ++g) {
      unsigned order = 0;
      unsigned x = 1;
      do {
        power[order] = power[order + 255] = static_cast<uint8_t>(x);
        x = slow_multiply(x, g, 8);
        ++order;
      } while (x != 1);
      if (order == 255) break;
    }
    log[0] = kZero;
    for (unsigned i = 0; i < 255; ++i) log[power[i]] = static_cast<uint16_t>(i);
    for (unsigned a = 1; a < 256; ++a) {
      half[a] = power[log[a] + log[128]];
      root[a] = power[log[a] * 128u % 255];  // 2·128 = 1 mod 255
      inverse[a] = power[255u - log[a]];
    }
  }
};

constexpr Tables kTables;

/// The halves of a nimber of `bits` bits.
template <int bits>
constexpr uint64_t upper(uint64_t a) {
  return a >> (bits / 2);
}
template <int bits>
constexpr uint64_t lower(uint64_t a) {
  return a & ((uint64_t{1} << (bits / 2)) - 1);
}
template <int bits>
constexpr uint64_t join(uint64_t high, uint64_t low) {
  return high << (bits / 2) | low;
}

/// a·2^(bits-1).
template <int bits>
uint64_t times_half(uint64_t a) {
  if constexpr (bits == 8) {
    return kTables.half[a];
  } else {
    const uint64_t a1 = upper<bits>(a), a0 = lower<bits>(a);
    return join<bits>(times_half<bits / 2>(a1 ^ a0),
                      times_half<bits / 2>(times_half<bits / 2>(a1)));
  }
}

template <int bits>
uint64_t multiply(uint64_t a, uint64_t b) {
  if constexpr (bits == 8) {
    return kTables.power[kTables.log[a] + kTables.log[b]];
  } else {
    const uint64_t a1 = upper<bits>(a), a0 = lower<bits>(a), b1 = upper<bits>(b),
                   b0 = lower<bits>(b);
    const uint64_t low = multiply<bits / 2>(a0, b0);
    const uint64_t high = multiply<bits / 2>(a1, b1);
    const uint64_t cross = multiply<bits / 2>(a1 ^ a0, b1 ^ b0);
    return join<bits>(cross ^ low, low ^ times_half<bits / 2>(high));
  }
}

template <int bits>
uint64_t square_root(uint64_t a) {
  if constexpr (bits == 8) {
    return kTables.root[a];
  } else {
    const uint64_t a1 = upper<bits>(a), a0 = lower<bits>(a);
    return join<bits>(square_root<bits / 2>(a1),
                      square_root<bits / 2>(a0 ^ times_half<bits / 2>(a1)));
  }
}

template <int bits>
uint64_t inverse(uint64_t a) {
  if constexpr (bits == 8) {
    return kTables.inverse[a];
  } else {
    const uint64_t a1 = upper<bits>(a), a0 = lower<bits>(a);
    const uint64_t norm =
        multiply<bits / 2>(a0, a0 ^ a1) ^ times_half<bits / 2>(multiply<bits / 2>(a1, a1));
    const uint64_t factor = inverse<bits / 2>(norm);
    return join<bits>(multiply<bits / 2>(a1, factor), multiply<bits / 2>(a0 ^ a1, factor));
  }
}

/// A nimber in words of 64 bits, lowest first; their number is a power of two.
using Words = std::vector<uint64_t>;
using Input = std::span<const uint64_t>;
using Output = std::span<uint64_t>;

void add_to(Output sum, Input a) {
  for (size_t i = 0; i < sum.size(); ++i) sum[i] ^= a[i];
}

bool is_zero(Input a) {
  return std::all_of(a.begin(), a.end(), [](uint64_t word) { return word == 0; });
}

/// In all functions on spans: inputs and outputs are of one size n and do not overlap; scratch has
/// room for 2n words.
void times_half(Output out, Input a, Output scratch) {
  const size_t half = a.size() / 2;
  if (half == 0) {
    out[0] = times_half<64>(a[0]);
    return;
  }
  const Output t = scratch.first(half), rest = scratch.subspan(half);
  const Input a1 = a.subspan(half);
  std::copy_n(a.begin(), half, t.begin());
  add_to(t, a1);
  times_half(out.subspan(half), t, rest);
  times_half(t, a1, rest);
  times_half(out.first(half), t, rest);
}

void multiply(Output out, Input a, Input b, Output scratch) {
  const size_t half = a.size() / 2;
  if (half == 0) {
    out[0] = multiply<64>(a[0], b[0]);
    return;
  }
  if (is_zero(a) || is_zero(b)) {  // factors of very different size
    std::fill(out.begin(), out.end(), 0);
    return;
  }
  const Output t = scratch.first(half), u = scratch.subspan(half, half),
               rest = scratch.subspan(2 * half);
  const Output high = out.subspan(half), low = out.first(half);
  std::copy_n(a.begin(), half, t.begin());
  std::copy_n(b.begin(), half, u.begin());
  add_to(t, a.subspan(half));
  add_to(u, b.subspan(half));
  multiply(high, t, u, rest);
  multiply(t, a.subspan(half), b.subspan(half), rest);
  times_half(low, t, rest);
  multiply(t, a.first(half), b.first(half), rest);
  add_to(high, t);
  add_to(low, t);
}

void square_root(Output out, Input a, Output scratch) {
  const size_t half = a.size() / 2;
  if (half == 0) {
    out[0] = square_root<64>(a[0]);
    return;
  }
  const Output t = scratch.first(half), rest = scratch.subspan(half);
  times_half(t, a.subspan(half), rest);
  add_to(t, a.first(half));
  square_root(out.first(half), t, rest);
  square_root(out.subspan(half), a.subspan(half), rest);
}

void inverse(Output out, Input a, Output scratch) {
  const size_t half = a.size() / 2;
  if (half == 0) {
    out[0] = inverse<64>(a[0]);
    return;
  }
  const Input a1 = a.subspan(half), a0 = a.first(half);
  const Output sum = scratch.first(half), norm = scratch.subspan(half, half),
               rest = scratch.subspan(2 * half);
  const Output high = out.subspan(half), low = out.first(half);
  std::copy(a0.begin(), a0.end(), sum.begin());
  add_to(sum, a1);
  multiply(high, a1, a1, rest);
  times_half(low, high, rest);
  multiply(norm, a0, sum, rest);
  add_to(norm, low);
  Words factor(half);
  inverse(factor, norm, rest);
  multiply(high, a1, factor, rest);
  multiply(low, sum, factor, rest);
}

/// The words of a, filled up with zeros to `size`.
Words padded(const Natural& a, size_t size) {
  Words words = a.words();
  words.resize(size);
  return words;
}

size_t field_size(const Natural& a) {
  return std::bit_ceil(static_cast<size_t>((a.bit_length() + 63) / 64));
}

}  // namespace

uint64_t nim_multiply(uint64_t a, uint64_t b) { return multiply<64>(a, b); }

Natural nim_multiply(const Natural& a, const Natural& b) {
  if (a.is_small() && b.is_small()) return multiply<64>(a.small(), b.small());
  const size_t size = std::max(field_size(a), field_size(b));
  Words result(size), scratch(2 * size);
  multiply(result, padded(a, size), padded(b, size), scratch);
  return Natural::from_words(result);
}

Natural nim_square_root(const Natural& a) {
  if (a.is_small()) return square_root<64>(a.small());
  const size_t size = field_size(a);
  Words result(size), scratch(2 * size);
  square_root(result, padded(a, size), scratch);
  return Natural::from_words(result);
}

Natural nim_inverse(const Natural& a) {
  assert(!a.is_zero());
  if (a.is_small()) return inverse<64>(a.small());
  const size_t size = field_size(a);
  Words result(size), scratch(2 * size);
  inverse(result, padded(a, size), scratch);
  return Natural::from_words(result);
}

}  // namespace grundy
