#include "engine/heap/kernel/sparse_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

// One source for all instruction sets: the file includes itself once for each, and the best that
// the machine has is taken when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/kernel/sparse_block.cc"
#define HWY_WANT_AVX3_DL 1
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/instruction_sets.h"

HWY_BEFORE_NAMESPACE();
namespace grundy::heap::HWY_NAMESPACE {
namespace {

// Without vector registers there are the loops that say what the others mean.
#define GRUNDY_PLAIN (HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR)

#if !GRUNDY_PLAIN
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<uint8_t, 64>;
using V = hn::Vec<D>;

constexpr unsigned kGroups = kWindow / kGroup;
#endif

/// Byte i of the lanes is for lane i: what the codes of the window are xored with, so that they
/// become 0 … 63.
struct Flips {
  alignas(64) uint8_t low[kBlock];
  alignas(64) uint8_t high[kBlock];
};

Flips flips(const Block& block, uint32_t wanted, unsigned window) {
  Flips result;
  const uint32_t top = block.capacity / 2;
  for (uint64_t i = 0; i < kBlock; ++i) {
    const uint32_t wanted_here = wanted ^ (block.by_parity ? static_cast<uint32_t>(i & 1) : 0);
    const uint32_t flip = window * kWindow + wanted_here * top;
    result.low[i] = static_cast<uint8_t>(flip);
    result.high[i] = static_cast<uint8_t>(flip >> 8);
  }
  return result;
}

#if !GRUNDY_PLAIN
/// words[i] = the bytes bits[0 … groups - 1][i].
void gather(const uint8_t (*bits)[kBlock], unsigned groups, uint64_t* words) {
  for (uint64_t i = 0; i < kBlock; ++i) words[i] = bits[0][i];
  for (unsigned p = 1; p < groups; ++p) {
    for (uint64_t i = 0; i < kBlock; ++i) words[i] |= static_cast<uint64_t>(bits[p][i]) << (8 * p);
  }
}

#endif

#if GRUNDY_PLAIN

template <bool kTwo>
void mark(const Block& block, std::span<const Entry> entries, const Flips& flip,
          unsigned /*groups*/, uint64_t* words) {
  for (uint64_t i = 0; i < kBlock; ++i) {
    words[i] = 0;
    for (const Entry& e : entries) {
      const uint64_t place = block.first + i - e.distance;
      const auto low = static_cast<uint8_t>(block.low[place] ^ e.low ^ flip.low[i]);
      const auto high = static_cast<uint8_t>(kTwo ? block.high[place] ^ e.high ^ flip.high[i] : 0);
      if (low < kWindow && high == 0) words[i] |= uint64_t{1} << low;
    }
  }
}

#elif HWY_TARGET == HWY_AVX3_DL

// A register for the 64 lanes. For codes below 64, a look into a table of 64 bytes gives the byte
// that a code sets in a plane; the other codes are masked out.
template <bool kTwo, unsigned kMarked>
void mark_groups(const Block& block, std::span<const Entry> entries, const Flips& flip,
                 uint64_t* words) {
  __m512i table[kMarked];
  for (unsigned p = 0; p < kMarked; ++p) {
    alignas(64) uint8_t bytes[64] = {};
    for (unsigned b = 0; b < 8; ++b) bytes[8 * p + b] = static_cast<uint8_t>(1U << b);
    table[p] = _mm512_load_si512(bytes);
  }
  const __m512i flip_low = _mm512_load_si512(flip.low);
  const __m512i flip_high = _mm512_load_si512(flip.high);
  const __m512i beyond = _mm512_set1_epi8(static_cast<char>(0xC0));
  __m512i sum[kMarked];
  for (auto& s : sum) s = _mm512_setzero_si512();
  const uint8_t* low = block.low + block.first;
  const uint8_t* high = kTwo ? block.high + block.first : nullptr;
  auto load = [&](const Entry& e, __m512i& code) {
    constexpr int kXor3 = 0x96;
    code = _mm512_ternarylogic_epi32(_mm512_loadu_si512(low - e.distance),
                                     _mm512_set1_epi32(static_cast<int>(e.low)), flip_low, kXor3);
    if constexpr (!kTwo) return _mm512_testn_epi8_mask(code, beyond);
    const __m512i upper =
        _mm512_ternarylogic_epi32(_mm512_loadu_si512(high - e.distance),
                                  _mm512_set1_epi32(static_cast<int>(e.high)), flip_high, kXor3);
    constexpr int kAndOr = 0xEA;  // (a & b) | c
    const __m512i out = _mm512_ternarylogic_epi32(code, beyond, upper, kAndOr);
    return _mm512_testn_epi8_mask(out, out);
  };
  size_t k = 0;
  for (; k + 1 < entries.size(); k += 2) {
    __m512i a;
    __m512i b;
    const __mmask64 in_a = load(entries[k], a);
    const __mmask64 in_b = load(entries[k + 1], b);
    constexpr int kOr3 = 0xFE;
    for (unsigned p = 0; p < kMarked; ++p) {
      sum[p] = _mm512_ternarylogic_epi32(sum[p], _mm512_maskz_permutexvar_epi8(in_a, a, table[p]),
                                         _mm512_maskz_permutexvar_epi8(in_b, b, table[p]), kOr3);
    }
  }
  if (k < entries.size()) {
    __m512i a;
    const __mmask64 in_a = load(entries[k], a);
    for (unsigned p = 0; p < kMarked; ++p) {
      sum[p] = _mm512_or_si512(sum[p], _mm512_maskz_permutexvar_epi8(in_a, a, table[p]));
    }
  }
  alignas(64) uint8_t bits[kMarked][kBlock];
  for (unsigned p = 0; p < kMarked; ++p) _mm512_store_si512(bits[p], sum[p]);
  gather(bits, kMarked, words);
}

template <bool kTwo>
void mark(const Block& block, std::span<const Entry> entries, const Flips& flip, unsigned groups,
          uint64_t* words) {
  switch (groups) {
    case 1:
      return mark_groups<kTwo, 1>(block, entries, flip, words);
    case 2:
      return mark_groups<kTwo, 2>(block, entries, flip, words);
    case 3:
      return mark_groups<kTwo, 3>(block, entries, flip, words);
    case 4:
      return mark_groups<kTwo, 4>(block, entries, flip, words);
    case 5:
      return mark_groups<kTwo, 5>(block, entries, flip, words);
    case 6:
      return mark_groups<kTwo, 6>(block, entries, flip, words);
    case 7:
      return mark_groups<kTwo, 7>(block, entries, flip, words);
    default:
      return mark_groups<kTwo, 8>(block, entries, flip, words);
  }
}

#else

template <bool kTwo>
void mark(const Block& block, std::span<const Entry> entries, const Flips& flip,
          unsigned /*groups*/, uint64_t* words) {
  const D d;
  const hn::RepartitionToWide<hn::RepartitionToWide<D> > d32;
  const size_t step = hn::Lanes(d);
  alignas(64) uint8_t one_hot[64];
  for (unsigned i = 0; i < 64; ++i)
    one_hot[i] = i % 16 < 8 ? static_cast<uint8_t>(1U << (i % 8)) : 0;
  const V table = hn::Load(d, one_hot);
  alignas(64) uint8_t bits[kGroups][kBlock];
  for (size_t lane = 0; lane < kBlock; lane += step) {
    const V flip_low = hn::Load(d, flip.low + lane);
    const V flip_high = hn::Load(d, flip.high + lane);
    V s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    const uint8_t* low = block.low + block.first + lane;
    const uint8_t* high = kTwo ? block.high + block.first + lane : nullptr;
    for (const Entry& e : entries) {
      const V code = hn::Xor(
          hn::Xor(hn::LoadU(d, low - e.distance), hn::BitCast(d, hn::Set(d32, e.low))), flip_low);
      V bit = hn::TableLookupBytes(table, hn::And(code, hn::Set(d, 7)));
      const V which = hn::And(code, hn::Set(d, 0xF8));
      if constexpr (kTwo) {
        const V upper =
            hn::Xor(hn::Xor(hn::LoadU(d, high - e.distance), hn::BitCast(d, hn::Set(d32, e.high))),
                    flip_high);
        bit = hn::IfThenElseZero(hn::Eq(upper, hn::Zero(d)), bit);
      }
      auto in = [&](uint8_t p) {
        return hn::IfThenElseZero(hn::Eq(which, hn::Set(d, static_cast<uint8_t>(8 * p))), bit);
      };
      s0 = hn::Or(s0, in(0));
      s1 = hn::Or(s1, in(1));
      s2 = hn::Or(s2, in(2));
      s3 = hn::Or(s3, in(3));
      s4 = hn::Or(s4, in(4));
      s5 = hn::Or(s5, in(5));
      s6 = hn::Or(s6, in(6));
      s7 = hn::Or(s7, in(7));
    }
    hn::Store(s0, d, bits[0] + lane);
    hn::Store(s1, d, bits[1] + lane);
    hn::Store(s2, d, bits[2] + lane);
    hn::Store(s3, d, bits[3] + lane);
    hn::Store(s4, d, bits[4] + lane);
    hn::Store(s5, d, bits[5] + lane);
    hn::Store(s6, d, bits[6] + lane);
    hn::Store(s7, d, bits[7] + lane);
  }
  gather(bits, kGroups, words);
}

#endif

#if !GRUNDY_PLAIN
/// The bytes of the register in the opposite order.
HWY_INLINE V reversed(V v) {
#if HWY_TARGET == HWY_AVX3_DL
  alignas(64) static constexpr uint8_t kOrder[64] = {
      63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42,
      41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20,
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0};
  return V{_mm512_permutexvar_epi8(_mm512_load_si512(kOrder), v.raw)};
#else
  const D d;
  alignas(64) uint8_t order[64];
  for (unsigned i = 0; i < 64; ++i) order[i] = static_cast<uint8_t>(15 - i % 16);
  return hn::ReverseBlocks(d, hn::TableLookupBytes(v, hn::Load(d, order)));
#endif
}

#endif

template <bool kTwo>
uint64_t any_pair(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t to,
                  uint32_t code) {
  uint64_t a = from;
#if !GRUNDY_PLAIN
  const D d;
  const size_t step = hn::Lanes(d);
  const V code_low = hn::Set(d, static_cast<uint8_t>(code));
  const V code_high = hn::Set(d, static_cast<uint8_t>(code >> 8));
  // The bytes that are 0 where a pair from a on has the code.
  auto differences = [&](uint64_t from_here) {
    const uint64_t b = m - from_here - (step - 1);
    V here =
        hn::Xor(hn::Xor(hn::LoadU(d, low + from_here), code_low), reversed(hn::LoadU(d, low + b)));
    if constexpr (kTwo) {
      here = hn::Or(here, hn::Xor(hn::Xor(hn::LoadU(d, high + from_here), code_high),
                                  reversed(hn::LoadU(d, high + b))));
    }
    return here;
  };
  const V zero = hn::Zero(d);
  for (; a + 2 * step <= to + 1; a += 2 * step) {
    if (!hn::AllFalse(d, hn::Eq(hn::Min(differences(a), differences(a + step)), zero))) return a;
  }
  for (; a + step <= to + 1; a += step) {
    if (!hn::AllFalse(d, hn::Eq(differences(a), zero))) return a;
  }
#endif
  for (; a <= to; ++a) {
    const uint64_t b = m - a;
    if (static_cast<uint8_t>(low[a] ^ low[b]) != static_cast<uint8_t>(code)) continue;
    if (!kTwo || static_cast<uint8_t>(high[a] ^ high[b]) == static_cast<uint8_t>(code >> 8))
      return a;
  }
  return 0;
}

/// The lanes of one block, one after the other.
template <bool kTwo>
class Finisher {
 public:
  Finisher(Block& block, std::span<const Entry> entries) : block_(block), entries_(entries) {
    for (uint64_t i = 0; i < kNear; ++i) {
      near_low_[i] = block.low[kNear - i];
      if (kTwo) near_high_[i] = block.high[kNear - i];
    }
    for (const Split& split : block.moves->two) different_ = different_ || split.different;
    different_ = different_ && !block.zero_marks_hold;
    windows_ = (std::max(block.common_marked, block.rare_marked) + kWindow - 1) / kWindow;
  }

  void run() {
    for (uint64_t lane = 0; lane < kBlock; ++lane) {
      if (!finish_lane(lane)) return;
    }
  }

 private:
  uint32_t stored(uint64_t n) const {
    return kTwo ? static_cast<uint32_t>(block_.low[n] | block_.high[n] << 8) : block_.low[n];
  }

  void mark(uint32_t code) {
    const uint32_t top = block_.capacity / 2;
    const uint32_t index = code & (top - 1);
    if (((code & top) != 0) == (common_class_ != 0)) {
      if (index < block_.common_marked) common_[index / kWindow] |= uint64_t{1} << index % kWindow;
    } else if (index < block_.rare_marked) {
      rare_[index / kWindow] |= uint64_t{1} << index % kWindow;
    }
  }

  bool is_near(uint64_t m, uint32_t code) const {
#if GRUNDY_PLAIN
    return any_pair<kTwo>(block_.low, block_.high, m, 1, kNear, code) != 0;
#else
    const D d;
    const size_t step = hn::Lanes(d);
    for (size_t i = 0; i < kNear; i += step) {
      auto here =
          hn::Eq(hn::Xor(hn::LoadU(d, block_.low + m - kNear + i), hn::Load(d, near_low_ + i)),
                 hn::Set(d, static_cast<uint8_t>(code)));
      if constexpr (kTwo) {
        here = hn::And(here, hn::Eq(hn::Xor(hn::LoadU(d, block_.high + m - kNear + i),
                                            hn::Load(d, near_high_ + i)),
                                    hn::Set(d, static_cast<uint8_t>(code >> 8))));
      }
      if (!hn::AllFalse(d, here)) return true;
    }
    return false;
#endif
  }
  bool is_near(uint32_t code) const {
    for (const Split& split : block_.moves->two) {
      if (is_near(n_ - split.take, code)) return true;
    }
    return false;
  }
  /// Among the pairs that are not near.
  bool is_far(uint32_t code) {
    uint64_t pairs = 0;
    for (const Split& split : block_.moves->two) {
      const uint64_t m = n_ - split.take;
      const uint64_t half = split.different && code == 0 ? (m - 1) / 2 : m / 2;
      const uint64_t at = any_pair<kTwo>(block_.low, block_.high, m, kNear + 1, half, code);
      pairs += at != 0 ? at : half;
      if (at == 0) continue;
      if (pairs > kLongScan) {
        block_.long_scans.push_back(
            {.n = n_, .at = at, .take = split.take, .pairs = pairs, .code = code});
      }
      return true;
    }
    return false;
  }

  bool finish_lane(uint64_t lane) {
    n_ = block_.first + lane;
    common_class_ = block_.common_class ^ (block_.by_parity ? static_cast<uint32_t>(lane & 1) : 0);
    for (unsigned w = 0; w < windows_; ++w) {
      common_[w] = block_.common[w][lane];
      rare_[w] = block_.rare[w][lane];
    }
    // Two equal heaps have the sum 0 as well, so where they are not allowed nothing but a look at
    // the pairs tells.
    if (different_) {
      (common_class_ == 0 ? common_[0] : rare_[0]) &= ~uint64_t{1};
    }
    for (const uint64_t take : block_.moves->one) mark(stored(n_ - take));
    for (const uint64_t take : block_.moves->equal) {
      if ((n_ - take) % 2 == 0) mark(0);
    }
    uint32_t code = 0;
    bool rare = false;
    if (!least(code, rare) && !least_of_all(code, rare)) return false;
    block_.low[n_] = static_cast<uint8_t>(code);
    if (kTwo) block_.high[n_] = static_cast<uint8_t>(code >> 8);
    if (rare) block_.new_rares.push_back(n_);
    return true;
  }

  /// The least value that is no option's, by the words; false when it lies beyond them.
  bool least(uint32_t& code, bool& rare) {
    const uint32_t top = block_.capacity / 2;
    uint32_t common = 0;
    uint32_t other = 0;
    while (true) {
      common = first_unmarked(common_, common, block_.common_marked);
      if (common >= block_.common_marked || common >= top) return false;
      other = first_unmarked(rare_, other, block_.rare_marked);
      rare = other < top &&
             block_.value[1 - common_class_][other] < block_.value[common_class_][common];
      const uint32_t of_class = rare ? 1 - common_class_ : common_class_;
      code = (rare ? other : common) | of_class * top;
      bool taken = false;
      if (different_ && code == 0) {
        taken = is_different_zero();
      } else {
        taken = is_near(code);
        if (!taken && rare) {
          ++block_.scans[std::min(other / kWindow, kMaxWindows - 1)];
          taken = is_far(code);
        }
      }
      if (!taken) return true;
      ++(rare ? other : common);
    }
  }

  /// The least index from `index` on that is not marked, or that is `end` or more.
  static uint32_t first_unmarked(const uint64_t* words, uint32_t index, uint32_t end) {
    while (index < end) {
      const auto ones =
          static_cast<uint32_t>(std::countr_one(words[index / kWindow] >> index % kWindow));
      index += ones;
      if (index % kWindow != 0 || ones == 0) break;
    }
    return index;
  }

  /// Whether some allowed pair has the sum 0.
  bool is_different_zero() const {
    for (const Split& split : block_.moves->two) {
      const uint64_t m = n_ - split.take;
      const uint64_t half = split.different ? (m - 1) / 2 : m / 2;
      if (any_pair<kTwo>(block_.low, block_.high, m, 1, half, 0) != 0) return true;
    }
    return false;
  }

  /// The same from all pairs with a rare member; false when the value does not fit.
  bool least_of_all(uint32_t& code, bool& rare) {
    const uint32_t top = block_.capacity / 2;
    for (uint32_t limit = std::min(top, 2 * std::bit_ceil(block_.common_marked)); limit <= top;
         limit *= 2) {
      if (least_below(limit, code, rare)) return true;
    }
    block_.grown = true;
    return false;
  }

  /// … false when it has no index below the limit, a power of two.
  bool least_below(uint32_t limit, uint32_t& code, bool& rare) {
    const uint32_t top = block_.capacity / 2;
    // The index, and behind all indices the class.
    seen_.assign(2 * size_t{limit}, 0);
    auto see = [&](uint32_t c) {
      const uint32_t index = c & (top - 1);
      if (index < limit) seen_[index + (c >= top ? limit : 0)] = 1;
    };
    for (const Entry& e : entries_)
      see(stored(n_ - e.distance) ^ (e.low & 0xFF) ^ (kTwo ? (e.high & 0xFF) << 8 : 0));
    for (const Split& split : block_.moves->two) {
      const uint64_t m = n_ - split.take;
      for (uint64_t a = 1; a <= kNear; ++a) see(stored(a) ^ stored(m - a));
    }
    if (different_) seen_[0] = is_different_zero() ? 1 : 0;
    for (const uint64_t take : block_.moves->one) see(stored(n_ - take));
    for (const uint64_t take : block_.moves->equal) {
      if ((n_ - take) % 2 == 0) see(0);
    }
    uint32_t common = 0;
    uint32_t other = 0;
    while (true) {
      while (common < limit && seen_[common + common_class_ * limit] != 0) ++common;
      while (other < limit && seen_[other + (1 - common_class_) * limit] != 0) ++other;
      if (common == limit || other == limit) return false;
      rare = block_.value[1 - common_class_][other] < block_.value[common_class_][common];
      code = rare ? other | (1 - common_class_) * top : common | common_class_ * top;
      if (!rare || (different_ && code == 0) || !is_far(code)) return true;
      ++other;
    }
  }

  Block& block_;
  std::span<const Entry> entries_;
  bool different_ = false;
  unsigned windows_ = 0;
  uint64_t n_ = 0;
  uint32_t common_class_ = 0;
  uint64_t common_[kMaxWindows] = {};
  uint64_t rare_[kMaxWindows] = {};
  std::vector<uint8_t> seen_;
  alignas(64) uint8_t near_low_[kNear] = {};  // positions 64 … 1
  alignas(64) uint8_t near_high_[kNear] = {};
};

void mark_window(const Block& block, std::span<const Entry> entries, uint32_t wanted,
                 unsigned window, unsigned groups, uint64_t* words) {
  const Flips flip = flips(block, wanted, window);
  if (block.high == nullptr) {
    mark<false>(block, entries, flip, groups, words);
  } else {
    mark<true>(block, entries, flip, groups, words);
  }
}

void finish(Block& block, std::span<const Entry> entries) {
  if (block.high == nullptr) {
    Finisher<false>(block, entries).run();
  } else {
    Finisher<true>(block, entries).run();
  }
}

uint64_t find_pair(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t to,
                   uint32_t code) {
  return high == nullptr ? any_pair<false>(low, high, m, from, to, code)
                         : any_pair<true>(low, high, m, from, to, code);
}

#undef GRUNDY_PLAIN
}  // namespace
}  // namespace grundy::heap::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace grundy::heap {

GRUNDY_FOR_INSTRUCTION_SETS(mark_window);
GRUNDY_FOR_INSTRUCTION_SETS(finish);
GRUNDY_FOR_INSTRUCTION_SETS(find_pair);

void mark_window(const Block& block, std::span<const Entry> entries, uint32_t wanted,
                 unsigned window, unsigned groups, uint64_t* words) {
  GRUNDY_BEST(mark_window)(block, entries, wanted, window, groups, words);
}
void finish(Block& block, std::span<const Entry> entries) { GRUNDY_BEST(finish)(block, entries); }
uint64_t find_pair(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t to,
                   uint32_t code) {
  return GRUNDY_BEST(find_pair)(low, high, m, from, to, code);
}

}  // namespace grundy::heap

#endif
