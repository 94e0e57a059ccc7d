#include "engine/heap/kernel/stream_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

// Of SSE and of AVX-512 one set each, because each compiles all the loops below again: the shuffle
// of bytes is in SSSE3 and in AVX-512BW already, and nothing here uses what the later sets add.
#define HWY_DISABLED_TARGETS HWY_SSE4
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/kernel/stream_block.cc"
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
#endif
constexpr size_t kNearMarks = 4;

/// low[i], high[i]: the indices below 8, and from 8 to 15, that the marks lead to from codes[i];
/// for kCount i.
template <uint64_t kCount>
void mark(std::span<const Mark> marks, const uint8_t* codes, uint8_t* low, uint8_t* high) {
#if GRUNDY_PLAIN
  std::fill(low, low + kCount, uint8_t{0});
  std::fill(high, high + kCount, uint8_t{0});
  for (const Mark& m : marks) {
    for (uint64_t i = 0; i < kCount; ++i) {
      const uint8_t code = codes[i - m.distance];
      if (code >= kLowCodes) continue;
      low[i] |= m.table[0][code];
      high[i] |= m.table[1][code];
    }
  }
#else
  const hn::CappedTag<uint8_t, kCount> d;
  using V = hn::Vec<decltype(d)>;
  for (uint64_t i = 0; i < kCount; i += hn::Lanes(d)) {
    V zero = hn::Zero(d);
    V one = hn::Zero(d);
    for (const Mark& m : marks) {
      const V read = hn::LoadU(d, codes + i - m.distance);
      zero = hn::Or(zero, hn::TableLookupBytesOr0(hn::LoadDup128(d, m.table[0]), read));
      one = hn::Or(one, hn::TableLookupBytesOr0(hn::LoadDup128(d, m.table[1]), read));
    }
    hn::StoreU(zero, d, low + i);
    hn::StoreU(one, d, high + i);
  }
#endif
}

/// What all marks leave, when no low index is left; 32 when nothing is.
[[gnu::noinline]] uint32_t least_index(std::span<const Mark> near, std::span<const Mark> far,
                                       const uint8_t* code) {
  uint32_t word = 0;
  for (const Mark& m : near)
    word |=
        1U << stream_index(static_cast<uint8_t>(code[-static_cast<int64_t>(m.distance)] ^ m.code));
  for (const Mark& m : far)
    word |=
        1U << stream_index(static_cast<uint8_t>(code[-static_cast<int64_t>(m.distance)] ^ m.code));
  return static_cast<uint32_t>(std::countr_one(word));
}

/// What one position leads to by the marks of a short distance, a bit each.
struct alignas(16) Near {
  uint32_t word[kNearMarks];
};

/// The nearest mark is read from the code, since the next codes wait for it; kMarks <= kNearMarks
/// others go by words that each position leaves for those behind it; what is left is marked for
/// kPart positions at once when it is not nearer than that, else one by one.
template <size_t kMarks>
uint64_t codes_with(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes,
                    uint64_t count) {
  if (near.size() > kMarks + 1) {
    if constexpr (kMarks < kNearMarks) return codes_with<kMarks + 1>(near, far, codes, count);
  }
  constexpr uint64_t kPiece = 8 * kStreamBlock;
  Near words[kStreamBlock + kPiece];
  Near table[32] = {};
  int64_t distance[kNearMarks] = {};
  for (size_t k = 0; k < kMarks; ++k) {
    const Mark& m = near[k + 1];
    distance[k] = static_cast<int64_t>(m.distance);
    for (uint32_t i = 0; i < 32; ++i)
      table[i].word[k] = 1U << stream_index(static_cast<uint8_t>(stream_code(i) ^ m.code));
  }
  constexpr bool kOthers = kMarks == kNearMarks;
  constexpr uint64_t kPart = kOthers ? 16 : kStreamBlock;
  const std::span<const Mark> others = near.subspan(std::min(kMarks + 1, near.size()));
  const auto middle_from = std::partition_point(others.begin(), others.end(),
                                                [](const Mark& m) { return m.distance < kPart; });
  const std::span<const Mark> single(others.begin(), middle_from);
  const std::span<const Mark> middle(middle_from, others.end());
  const bool any_near = !near.empty();
  const int64_t nearest = any_near ? static_cast<int64_t>(near[0].distance) : 0;
  const uint32_t flip = any_near ? near[0].code : 0;
  const uint64_t bit = any_near ? 1 : 0;
  alignas(64) uint8_t low[kStreamBlock];
  alignas(64) uint8_t high[kStreamBlock];
  uint16_t far_words[kStreamBlock];
  for (uint64_t start = 0; start < count; start += kStreamBlock) {
    if (start % kPiece == 0) {
      for (uint64_t i = 0; i < kStreamBlock; ++i)
        words[i] = table[stream_index(codes[start + i - kStreamBlock])];
    }
    Near* const here = words + kStreamBlock + start % kPiece;
    mark<kStreamBlock>(far, codes + start, low, high);
    for (uint64_t i = 0; i < kStreamBlock; ++i)
      far_words[i] = static_cast<uint16_t>(low[i] | high[i] << 8);
    const Near* from[kNearMarks];
    for (size_t k = 0; k < kMarks; ++k) from[k] = here - distance[k];
    uint8_t* const block = codes + start;
    const uint8_t* const before = block - nearest;
    for (uint64_t part = 0; part < kStreamBlock; part += kPart) {
      if constexpr (kOthers) {
        mark<kPart>(middle, block + part, low, high);
        for (uint64_t i = 0; i < kPart; ++i)
          far_words[part + i] |= static_cast<uint16_t>(low[i] | high[i] << 8);
      }
#pragma GCC unroll 64
      for (uint64_t i = part; i < part + kPart; ++i) {
        uint64_t word = far_words[i];
        for (size_t k = 0; k < kMarks; ++k) word |= from[k][i].word[k];
        if constexpr (kOthers) {
          for (const Mark& m : single)
            word |= uint64_t{1} << stream_index(static_cast<uint8_t>(
                        (block + i)[-static_cast<int64_t>(m.distance)] ^ m.code));
        }
        word |= bit << ((before[i] ^ flip) & 31);
        auto index = static_cast<uint32_t>(std::countr_zero(~word));
        if (index >= kLowCodes) [[unlikely]] {
          index = least_index(near, far, block + i);
          if (index == 32) return start + i;
        }
        here[i] = table[index];
        block[i] = stream_code(index);
      }
    }
  }
  return count;
}

uint64_t stream_codes(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes,
                      uint64_t count) {
  return codes_with<0>(near, far, codes, count);
}

void stream_rows(const uint8_t* codes, uint64_t count, uint64_t at, Rows& rows) {
#if GRUNDY_PLAIN
  for (uint8_t c = 0; c < kLowCodes; ++c) {
    std::fill(rows[c] + at / 8, rows[c] + (at + count) / 8, uint8_t{0});
    for (uint64_t i = 0; i < count; ++i) {
      if (codes[i] == c) rows[c][(at + i) / 8] |= static_cast<uint8_t>(1U << (at + i) % 8);
    }
  }
#else
  const D d;
  for (uint64_t i = 0; i < count; i += hn::Lanes(d)) {
    const V code = hn::LoadU(d, codes + i);
    for (uint8_t c = 0; c < kLowCodes; ++c) {
      hn::StoreMaskBits(d, hn::Eq(code, hn::Set(d, c)), rows[c] + (at + i) / 8);
    }
  }
#endif
}

constexpr uint64_t kBytes = 64;  // of rows, that are looked at together

/// Takes the places of the group's codes, those from i on, out of `greater`, where the codes of
/// greater groups are, and adds those of them that `own` has to make `asked`.
void ask(const Rows& rows, uint32_t i, uint32_t group, uint64_t byte, uint8_t own,
         uint8_t (&greater)[kBytes], uint8_t (&asked)[kBytes]) {
  const uint64_t at = kRowsBefore / 8 + byte;
#if GRUNDY_PLAIN
  for (uint64_t k = 0; k < kBytes; ++k) {
    uint8_t here = 0;
    for (uint32_t j = i; j < i + group; ++j) here |= rows[j][at + k];
    greater[k] &= static_cast<uint8_t>(~here);
    asked[k] = greater[k] | (here & own);
  }
#else
  const D d;
  for (uint64_t k = 0; k < kBytes; k += hn::Lanes(d)) {
    V here = hn::LoadU(d, rows[i] + at + k);
    for (uint32_t j = i + 1; j < i + group; ++j)
      here = hn::Or(here, hn::LoadU(d, rows[j] + at + k));
    const V rest = hn::AndNot(here, hn::Load(d, greater + k));
    hn::Store(rest, d, greater + k);
    hn::Store(hn::Or(rest, hn::And(here, hn::Set(d, own))), d, asked + k);
  }
#endif
}

void stream_gaps(const Rows& rows, std::span<const std::vector<RowMark>, kLowCodes> marks,
                 const Order& order, std::vector<std::pair<uint32_t, uint32_t>>& gaps) {
  const uint8_t* const first = rows[0];
  const auto report = [&](const uint8_t* left, uint64_t byte, uint32_t index) {
    for (uint64_t k = 0; k < kBytes; k += 8) {
      uint64_t word = 0;
      std::memcpy(&word, left + k, sizeof word);
      for (; word != 0; word &= word - 1)
        gaps.emplace_back(
            static_cast<uint32_t>(8 * (byte + k) + static_cast<uint64_t>(std::countr_zero(word))),
            index);
    }
  };
  alignas(64) uint8_t greater[kBytes];  // where the code is of a greater group
  alignas(64) uint8_t asked[kBytes];    // where the rare values of the group are less
  alignas(64) uint8_t left[kBytes];
  for (uint64_t byte = 0; byte < kRowsChunk / 8; byte += kBytes) {
    std::fill(greater, greater + kBytes, uint8_t{0xFF});
    for (uint32_t i = 0; i < kLowCodes; ++i) {
      if (i % order.group == 0) {
        const auto own = static_cast<uint8_t>((order.below[0] >> i & 1) * 0x55 +
                                              (order.below[1] >> i & 1) * 0xAA);
        ask(rows, i, order.group, byte, own, greater, asked);
      }
      bool any = false;
#if GRUNDY_PLAIN
      for (uint64_t k = 0; k < kBytes; ++k) {
        uint8_t open = asked[k];
        for (const RowMark& m : marks[i])
          open &= static_cast<uint8_t>(~first[static_cast<int64_t>(byte + k) + m.offset]);
        left[k] = open;
        any = any || open != 0;
      }
#else
      const D d;
      V some = hn::Zero(d);
      for (uint64_t k = 0; k < kBytes; k += hn::Lanes(d)) {
        V open = hn::Load(d, asked + k);
        for (const RowMark& m : marks[i])
          open = hn::AndNot(hn::LoadU(d, first + byte + k + m.offset), open);
        hn::Store(open, d, left + k);
        some = hn::Or(some, open);
      }
      any = !hn::AllTrue(d, hn::Eq(some, hn::Zero(d)));
#endif
      if (any) report(left, byte, i);
    }
    report(greater, byte, kLowCodes);
  }
}

uint64_t stream_find(const uint8_t* last, const uint8_t* backwards, uint64_t count, uint8_t code) {
  uint64_t k = 0;
#if !GRUNDY_PLAIN
  const D d;
  const uint64_t lanes = hn::Lanes(d);
  const V wanted = hn::Set(d, code);
  for (; k + lanes <= count; k += lanes) {
    const auto back = static_cast<int64_t>(k + lanes - 1);
    const auto hit =
        hn::Eq(hn::Xor(hn::LoadU(d, last - back), hn::LoadU(d, backwards - back)), wanted);
    const intptr_t at = hn::FindFirstTrue(d, hit);
    if (at >= 0) return k + lanes - 1 - static_cast<uint64_t>(at);
  }
#endif
  for (; k < count; ++k) {
    if ((last[-static_cast<int64_t>(k)] ^ backwards[-static_cast<int64_t>(k)]) == code) return k;
  }
  return count;
}

}  // namespace
}  // namespace grundy::heap::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace grundy::heap {

GRUNDY_FOR_INSTRUCTION_SETS(stream_codes);
GRUNDY_FOR_INSTRUCTION_SETS(stream_rows);
GRUNDY_FOR_INSTRUCTION_SETS(stream_gaps);
GRUNDY_FOR_INSTRUCTION_SETS(stream_find);

Mark::Mark(uint64_t from, uint8_t flip) : distance(from), code(flip), table{} {
  for (unsigned x = 0; x < 16; ++x) {
    const unsigned to = x ^ flip;
    if (to < 16) table[to / 8][x] = static_cast<uint8_t>(1U << to % 8);
  }
}

uint64_t stream_codes(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes,
                      uint64_t count) {
  return GRUNDY_BEST(stream_codes)(near, far, codes, count);
}

void stream_rows(const uint8_t* codes, uint64_t count, uint64_t at, Rows& rows) {
  GRUNDY_BEST(stream_rows)(codes, count, at, rows);
}

void stream_gaps(const Rows& rows, std::span<const std::vector<RowMark>, kLowCodes> marks,
                 const Order& order, std::vector<std::pair<uint32_t, uint32_t>>& gaps) {
  GRUNDY_BEST(stream_gaps)(rows, marks, order, gaps);
}

uint64_t stream_find(const uint8_t* last, const uint8_t* backwards, uint64_t count, uint8_t code) {
  return GRUNDY_BEST(stream_find)(last, backwards, count, code);
}

}  // namespace grundy::heap

#endif
