#include "base/pairs_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

// One source for all instruction sets: the file includes itself once for each, and the best that
// the machine has is taken when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/pairs_block.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/instruction_sets.h"

HWY_BEFORE_NAMESPACE();
namespace grundy::HWY_NAMESPACE {
namespace {

// Without vector registers all lines are read one after another; only some can load from many
// places at once.
#define GRUNDY_PLAIN (HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR)
#define GRUNDY_GATHERS \
  (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)

/// Eight characters, less '0' each, the first in the lowest byte.
uint64_t load(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word ^ 0x3030303030303030;
}

/// The number of eight digits, the first in the lowest byte: they are joined to pairs, fours and
/// eights.
uint64_t eight_digits(uint64_t digits) {
  digits = digits * 10 + (digits >> 8);  // of each two bytes, the lower one: a pair
  constexpr uint64_t kPairs = 0x000000FF000000FF;
  // The pairs 1 and 3 times 10^6 and 100, the pairs 2 and 4 times 10^4 and 1, summed in the upper
  // half.
  return ((digits & kPairs) * 0x000F424000000064 + (digits >> 16 & kPairs) * 0x0000271000000001) >>
         32;
}

/// Reads the digits at p and moves p past them. False when there are none, or more than 19, or they
/// make 2^63 or more; p then stays.
bool number(const char*& p, uint64_t& n) {
  constexpr uint64_t kPowers[] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000};
  n = 0;
  for (unsigned before = 0; before <= 16; before += 8) {
    const uint64_t word = load(p + before);
    // The highest bit of each byte that is above 9; carries disturb only bytes behind the first of
    // them.
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
  uint64_t first, second;
  if (!number(p, first)) return (*p < '0' || *p > '9') && end_line(p, end);
  const char* const blank = p;
  skip_blanks(p);
  if (p == blank || !number(p, second) || !end_line(p, end)) return false;
  block.numbers[2 * block.size] = first;
  block.numbers[2 * block.size + 1] = second;
  ++block.size;
  return true;
}

#if !GRUNDY_PLAIN
namespace hn = hwy::HWY_NAMESPACE;

/// What the bytes p[0], …, p[63] are, a bit each.
struct Kinds {
  uint64_t digits;
  uint64_t blanks;  // but carriage returns
  uint64_t newlines;
};

Kinds kinds_of_64(const char* p) {
  const hn::CappedTag<uint8_t, 64> d;
  const auto zero = hn::Set(d, uint8_t{'0'}), nine = hn::Set(d, uint8_t{9}),
             blank = hn::Set(d, uint8_t{' '}), tab = hn::Set(d, uint8_t{'\t'}),
             newline = hn::Set(d, uint8_t{'\n'});
  uint8_t bytes[3][8] = {};
  for (size_t i = 0; i < 64; i += hn::Lanes(d)) {
    const auto c = hn::LoadU(d, reinterpret_cast<const uint8_t*>(p) + i);
    const auto value = hn::Sub(c, zero);
    hn::StoreMaskBits(d, hn::Eq(hn::Min(value, nine), value), bytes[0] + i / 8);
    hn::StoreMaskBits(d, hn::Or(hn::Eq(c, blank), hn::Eq(c, tab)), bytes[1] + i / 8);
    hn::StoreMaskBits(d, hn::Eq(c, newline), bytes[2] + i / 8);
  }
  uint64_t bits[3];
  for (size_t k = 0; k < 3; ++k) {
    std::memcpy(&bits[k], bytes[k], sizeof bits[k]);
    if constexpr (std::endian::native == std::endian::big) bits[k] = __builtin_bswap64(bits[k]);
  }
  return {bits[0], bits[1], bits[2]};
}

/// Bit i: whether an odd number of the bits 0, …, i are set.
uint64_t parities(uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// Where the numbers of some lines end, if all of them are two numbers, a blank and a newline.
struct Ends {
  /// Looks through the lines [p, end), the last of which need not be whole; false when some are not
  /// so.
  bool find(const char* p, const char* end);

  static constexpr size_t kBefore = 1;
  static constexpr size_t kBehind = 8;
  size_t count = 0;  // of the numbers in whole lines
  // places[kBefore + i]: the byte behind number i. The number before the first ends at -1, and
  // there are some of one digit behind the last.
  uint32_t places[kBefore + PairBlock::kBytes + kBehind];
};

bool Ends::find(const char* p, const char* end) {
  count = 0;
  places[0] = UINT32_MAX;
  uint32_t* const found = places + kBefore;
  const auto length = static_cast<uint32_t>(end - p);
  uint64_t wrong = 0, after_digit = 0, odd = 0;
  for (uint32_t begin = 0; begin < length; begin += 64) {
    const Kinds kinds = kinds_of_64(p + begin);
    uint64_t others = ~kinds.digits;
    if (length - begin < 64) others &= (uint64_t{1} << (length - begin)) - 1;
    // No two of them side by side; a blank and a newline by turns.
    wrong |= others & ~(kinds.digits << 1 | after_digit);
    after_digit = kinds.digits >> 63;
    const uint64_t is_first = parities(others) ^ odd;
    wrong |= others & is_first & ~kinds.blanks;
    wrong |= others & ~is_first & ~kinds.newlines;
    const auto more = static_cast<unsigned>(std::popcount(others));
    odd ^= more % 2 == 0 ? 0 : ~uint64_t{0};
    // Eight at a time, more than there are: mostly there is no branch to be predicted.
    for (unsigned done = 0; done < more; done += 8) {
      for (unsigned i = 0; i < 8; ++i) {
        found[count + done + i] = begin + static_cast<uint32_t>(std::countr_zero(others));
        others &= others - 1;
      }
    }
    count += more;
  }
  count -= count % 2;
  for (size_t i = 0; i < kBehind; ++i) places[kBefore + count + i] = places[count + i] + 2;
  return wrong == 0;
}

#if GRUNDY_GATHERS
/// Writes the numbers with these ends; false when one has more than 8 digits. As number() and
/// eight_digits(), in lanes.
bool read_numbers(const char* p, const Ends& ends, uint64_t* numbers) {
  const hn::ScalableTag<uint64_t> d;
  const hn::RebindToSigned<decltype(d)> signed_d;
  const hn::Repartition<uint32_t, decltype(d)> d32;
  const hn::Repartition<uint16_t, decltype(d)> d16;
  const hn::Rebind<uint32_t, decltype(d)> places_d;
  const auto hundred_one = hn::BitCast(d16, hn::Set(d32, 100 | 1 << 16));
  auto lengths = hn::Zero(d);
  for (size_t i = 0; i < ends.count; i += hn::Lanes(d)) {
    const uint32_t* const places = ends.places + Ends::kBefore + i;
    const auto end = hn::LoadU(places_d, places), before = hn::LoadU(places_d, places - 1);
    // Digits less one, below 8.
    const auto length = hn::PromoteTo(d, hn::Sub(hn::Sub(end, before), hn::Set(places_d, 2)));
    lengths = hn::Or(lengths, length);
    auto x = hn::GatherOffset(d, reinterpret_cast<const uint64_t*>(p - 8),
                              hn::BitCast(signed_d, hn::PromoteTo(d, end)));
    x = hn::Xor(x, hn::Set(d, 0x3030303030303030));
    const auto others = hn::Sub(hn::Set(d, 56), hn::ShiftLeft<3>(length));
    x = hn::And(x, hn::Shl(hn::Set(d, ~uint64_t{0}), others));
    const auto bytes = hn::BitCast(d16, x);
    auto pairs = hn::Add(hn::Mul(hn::And(bytes, hn::Set(d16, 0xFF)), hn::Set(d16, 10)),
                         hn::ShiftRight<8>(bytes));
    const auto weighed = hn::BitCast(d32, hn::Mul(pairs, hundred_one));
    const auto fours = hn::Add(hn::And(weighed, hn::Set(d32, 0xFFFF)), hn::ShiftRight<16>(weighed));
    const auto eights = hn::Add(hn::MulEven(fours, hn::Set(d32, 10'000)),
                                hn::ShiftRight<32>(hn::BitCast(d, fours)));
    hn::StoreU(eights, d, numbers + i);
  }
  return hn::AllTrue(d, hn::Eq(hn::And(lengths, hn::Set(d, ~uint64_t{7})), hn::Zero(d)));
}
#else
/// Writes the numbers with these ends; false when one has more than 8 digits.
bool read_numbers(const char* p, const Ends& ends, uint64_t* numbers) {
  for (size_t i = 0; i < ends.count; ++i) {
    const uint32_t end = ends.places[Ends::kBefore + i], digits = end - ends.places[i] - 1;
    if (digits > 8) return false;
    numbers[i] = eight_digits(load(p + end - 8) & ~uint64_t{0} << (64 - 8 * digits));
  }
  return true;
}
#endif
#endif

}  // namespace

// Most files have lines of just two numbers, a blank and a newline. Of such lines the ends of all
// numbers are looked up first; then no number waits for the one before it.
const char* read_pairs_of(const char* p, const char* end, PairBlock& block) {
  const char* const stop = p + std::min<size_t>(static_cast<size_t>(end - p), PairBlock::kBytes);
#if !GRUNDY_PLAIN
  Ends ends;
  if (ends.find(p, stop) && ends.count > 0 && read_numbers(p, ends, block.numbers.data())) {
    block.size = ends.count / 2;
    return p + ends.places[Ends::kBefore + ends.count - 1] + 1;
  }
#endif
  block.size = 0;
  do {
    if (!read_line(p, end, block)) return nullptr;
  } while (p < stop);
  return p;
}

#undef GRUNDY_GATHERS
#undef GRUNDY_PLAIN
}  // namespace grundy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace grundy {

GRUNDY_FOR_INSTRUCTION_SETS(read_pairs_of);

const char* read_pairs(const char* p, const char* end, PairBlock& block) {
  return GRUNDY_BEST(read_pairs_of)(p, end, block);
}

}  // namespace grundy

#endif
