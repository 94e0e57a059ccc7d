#include "base/pairs_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

// One source for all instruction sets: the file includes itself once for each, and the best that the machine has is
// taken when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/pairs_block.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::HWY_NAMESPACE {
namespace {

// Without vector registers all lines are read one after another.
#define GRUNDY_PLAIN (HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR)

/// Eight characters, less '0' each, the first in the lowest byte.
uint64_t load(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word ^ 0x3030303030303030;
}

/// The number of eight digits, the first in the lowest byte: they are joined to pairs, fours and eights.
uint64_t eight_digits(uint64_t digits) {
  digits = digits * 10 + (digits >> 8);  // of each two bytes, the lower one: a pair
  constexpr uint64_t kPairs = 0x000000FF000000FF;
  // The pairs 1 and 3 times 10^6 and 100, the pairs 2 and 4 times 10^4 and 1, summed in the upper half.
  return ((digits & kPairs) * 0x000F424000000064 + (digits >> 16 & kPairs) * 0x0000271000000001) >> 32;
}

/// Reads the digits at p and moves p past them. False when there are none, or more than 19, or they make 2^63 or more;
/// p then stays.
bool number(const char*& p, uint64_t& n) {
  constexpr uint64_t kPowers[] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000};
  n = 0;
  for (unsigned before = 0; before <= 16; before += 8) {
    const uint64_t word = load(p + before);
    // The highest bit of each byte that is above 9; carries disturb only bytes behind the first of them.
    const uint64_t others = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
    if (others == 0) {
      n = n * 100'000'000 + eight_digits(word);
      continue;
    }
    const unsigned bits = static_cast<unsigned>(std::countr_zero(others)) & ~7U;
    const unsigned digits = bits / 8;
    if (before + digits == 0 || before + digits > 19) return false;
    if (digits > 0) n = n * kPowers[digits] + eight_digits(word << (64 - bits));
    if (n >> 63 != 0) return false;
    p += before + digits;
    return true;
  }
  return false;
}

void skip_blanks(const char*& p) {
  while (*p == ' ' || *p == '\t' || *p == '\r') ++p;
}

/// Moves p past blanks, a comment and the newline behind them; false when something else is there.
bool end_line(const char*& p, const char* end) {
  skip_blanks(p);
  if (*p == '#') p = static_cast<const char*>(std::memchr(p, '\n', static_cast<size_t>(end - p)));
  return *p++ == '\n';
}

/// The line at p, with or without numbers.
bool read_line(const char*& p, const char* end, PairBlock& block) {
  skip_blanks(p);
  Pair pair;
  if (!number(p, pair.first)) return (*p < '0' || *p > '9') && end_line(p, end);
  const char* const blank = p;
  skip_blanks(p);
  if (p == blank || !number(p, pair.second) || !end_line(p, end)) return false;
  block.pairs[block.size++] = pair;
  return true;
}

#if !GRUNDY_PLAIN
namespace hn = hwy::HWY_NAMESPACE;

/// Bit i: p[i] is a digit.
uint64_t digits_of_64(const char* p) {
  const hn::CappedTag<uint8_t, 64> d;
  const auto zero = hn::Set(d, uint8_t{'0'}), nine = hn::Set(d, uint8_t{9});
  uint8_t bytes[8] = {};
  for (size_t i = 0; i < 64; i += hn::Lanes(d)) {
    const auto x = hn::Sub(hn::LoadU(d, reinterpret_cast<const uint8_t*>(p) + i), zero);
    hn::StoreMaskBits(d, hn::Eq(hn::Min(x, nine), x), bytes + i / 8);
  }
  uint64_t bits;
  std::memcpy(&bits, bytes, sizeof bits);
  if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
  return bits;
}

/// Where the bytes of [p, end) are that are no digits; false when two of them are side by side, or p is one.
bool find_ends(const char* p, const char* end, uint32_t* ends, size_t& count) {
  uint64_t adjacent = 0, after_digit = 0;
  count = 0;
  const auto length = static_cast<uint32_t>(end - p);
  for (uint32_t begin = 0; begin < length; begin += 64) {
    const uint64_t digits = digits_of_64(p + begin);
    uint64_t others = ~digits;
    if (length - begin < 64) others &= (uint64_t{1} << (length - begin)) - 1;
    adjacent |= others & ~(digits << 1 | after_digit);
    after_digit = digits >> 63;
    const auto found = static_cast<unsigned>(std::popcount(others));
    // Eight at a time, more than there are: mostly there is no branch to be predicted.
    for (unsigned done = 0; done < found; done += 8) {
      for (unsigned i = 0; i < 8; ++i) {
        ends[count + done + i] = begin + static_cast<uint32_t>(std::countr_zero(others));
        others &= others - 1;
      }
    }
    count += found;
  }
  return adjacent == 0;
}

/// The number whose digits, at least one and at most 8, end before `end`.
uint64_t number_before(const char* end, uint32_t digits) {
  return eight_digits(load(end - 8) & ~uint64_t{0} << (64 - 8 * digits));
}
#endif

}  // namespace

// Most files have lines of just two numbers, a blank and a newline. Of such lines all bytes that are no digits are
// looked up first; then where each number begins and ends is known, and none waits for the one before it.
const char* read_pairs_of(const char* p, const char* end, PairBlock& block) {
  block.size = 0;
  const char* const stop = p + std::min<size_t>(static_cast<size_t>(end - p), PairBlock::kBytes);
#if !GRUNDY_PLAIN
  uint32_t ends[PairBlock::kBytes + 8];
  size_t count;
  if (find_ends(p, stop, ends, count)) {
    uint32_t begin = 0;
    for (size_t i = 0; i + 1 < count; i += 2) {
      const uint32_t blank = ends[i], newline = ends[i + 1];
      const uint32_t first = blank - begin, second = newline - blank - 1;
      if ((p[blank] != ' ' && p[blank] != '\t') || p[newline] != '\n' || first > 8 || second > 8) break;
      block.pairs[block.size++] = {number_before(p + blank, first), number_before(p + newline, second)};
      begin = newline + 1;
    }
    p += begin;
    if (begin > 0) return p;
  }
#endif
  do {
    if (!read_line(p, end, block)) return nullptr;
  } while (p < stop);
  return p;
}

#undef GRUNDY_PLAIN
}  // namespace grundy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace grundy {

HWY_EXPORT(read_pairs_of);

const char* read_pairs(const char* p, const char* end, PairBlock& block) {
  return HWY_DYNAMIC_DISPATCH(read_pairs_of)(p, end, block);
}

}  // namespace grundy

#endif
