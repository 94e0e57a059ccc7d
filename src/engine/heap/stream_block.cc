#include "engine/heap/stream_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/stream_block.cc"
#define HWY_WANT_AVX3_DL 1
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

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
constexpr uint64_t kMostNear = 8;  // more of them are read in a loop

/// low[i], high[i]: the indices below 8, and from 8 to 15, that the marks lead to from codes[i]; for kStreamBlock i.
void mark(std::span<const Mark> marks, const uint8_t* codes, uint8_t* low, uint8_t* high) {
#if GRUNDY_PLAIN
  std::fill(low, low + kStreamBlock, uint8_t{0});
  std::fill(high, high + kStreamBlock, uint8_t{0});
  for (const Mark& m : marks) {
    for (uint64_t i = 0; i < kStreamBlock; ++i) {
      const uint8_t code = codes[i - m.distance];
      if (code >= kLowCodes) continue;
      low[i] |= m.table[0][code];
      high[i] |= m.table[1][code];
    }
  }
#else
  const D d;
  for (uint64_t i = 0; i < kStreamBlock; i += hn::Lanes(d)) {
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
[[gnu::noinline]] uint32_t least_index(std::span<const Mark> near, std::span<const Mark> far, const uint8_t* code) {
  uint32_t word = 0;
  for (const Mark& m : near)
    word |= 1U << stream_index(static_cast<uint8_t>(code[-static_cast<int64_t>(m.distance)] ^ m.code));
  for (const Mark& m : far)
    word |= 1U << stream_index(static_cast<uint8_t>(code[-static_cast<int64_t>(m.distance)] ^ m.code));
  return static_cast<uint32_t>(std::countr_one(word));
}

template <size_t kNear>
uint64_t codes_with(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes, uint64_t count) {
  if (near.size() > kNear) {
    if constexpr (kNear < kMostNear) return codes_with<kNear + 1>(near, far, codes, count);
  }
  int64_t distance[kNear + 1];
  uint32_t flip[kNear + 1];
  for (size_t k = 0; k < kNear; ++k) {
    distance[k] = -static_cast<int64_t>(near[k].distance);
    flip[k] = near[k].code;
  }
  alignas(64) uint8_t low[kStreamBlock];
  alignas(64) uint8_t high[kStreamBlock];
  for (uint64_t start = 0; start < count; start += kStreamBlock) {
    mark(far, codes + start, low, high);
    uint16_t words[kStreamBlock];
    for (uint64_t i = 0; i < kStreamBlock; ++i) words[i] = static_cast<uint16_t>(low[i] | high[i] << 8);
    for (uint64_t i = 0; i < kStreamBlock; ++i) {
      uint8_t* const code = codes + start + i;
      uint32_t word = words[i];
      for (size_t k = 0; k < kNear; ++k) word |= 1U << ((code[distance[k]] ^ flip[k]) & 31);
      if constexpr (kNear == kMostNear) {
        for (size_t k = kNear; k < near.size(); ++k)
          word |= 1U << ((code[-static_cast<int64_t>(near[k].distance)] ^ near[k].code) & 31);
      }
      uint32_t index = static_cast<uint32_t>(std::countr_one(word));
      if (index >= kLowCodes) [[unlikely]] {
        index = least_index(near, far, code);
        if (index == 32) return start + i;
        index = stream_code(index);
      }
      *code = static_cast<uint8_t>(index);
    }
  }
  return count;
}

uint64_t stream_codes(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes, uint64_t count) {
  return codes_with<0>(near, far, codes, count);
}

void stream_gaps(std::span<const Mark> marks, const uint8_t* codes, uint64_t count, const uint32_t* below,
                 std::vector<std::pair<uint32_t, uint32_t>>& gaps) {
  alignas(64) uint8_t low[kStreamBlock];
  alignas(64) uint8_t high[kStreamBlock];
  // wanted[parity][k][c]: of the indices 8k … 8k + 7, those that have to be led to where the code is c.
  alignas(16) uint8_t wanted[2][2][16];
  for (unsigned parity = 0; parity < 2; ++parity) {
    for (unsigned c = 0; c < 16; ++c) {
      const uint32_t set = ((1U << c) - 1) | (below[parity] & (1U << c));
      wanted[parity][0][c] = static_cast<uint8_t>(set);
      wanted[parity][1][c] = static_cast<uint8_t>(set >> 8);
    }
  }
  for (uint64_t start = 0; start < count; start += kStreamBlock) {
    mark(marks, codes + start, low, high);
#if GRUNDY_PLAIN
    bool any = true;
    for (uint64_t i = 0; i < kStreamBlock; ++i) {
      const uint8_t code = codes[start + i];
      low[i] = static_cast<uint8_t>(~low[i] & (code < kLowCodes ? wanted[i % 2][0][code] : 0xFF));
      high[i] = static_cast<uint8_t>(~high[i] & (code < kLowCodes ? wanted[i % 2][1][code] : 0xFF));
    }
#else
    const D d;
    const auto odd = hn::Ne(hn::And(hn::Iota(d, 0), hn::Set(d, 1)), hn::Zero(d));
    const V wanted_low[2] = {hn::LoadDup128(d, wanted[0][0]), hn::LoadDup128(d, wanted[1][0])};
    const V wanted_high[2] = {hn::LoadDup128(d, wanted[0][1]), hn::LoadDup128(d, wanted[1][1])};
    V left = hn::Zero(d);
    for (uint64_t i = 0; i < kStreamBlock; i += hn::Lanes(d)) {
      const V code = hn::LoadU(d, codes + start + i);
      const V is_high = hn::VecFromMask(d, hn::Ne(hn::And(code, hn::Set(d, 0x80)), hn::Zero(d)));
      const V want_low = hn::Or(is_high, hn::IfThenElse(odd, hn::TableLookupBytesOr0(wanted_low[1], code),
                                                        hn::TableLookupBytesOr0(wanted_low[0], code)));
      const V want_high = hn::Or(is_high, hn::IfThenElse(odd, hn::TableLookupBytesOr0(wanted_high[1], code),
                                                         hn::TableLookupBytesOr0(wanted_high[0], code)));
      const V left_low = hn::AndNot(hn::LoadU(d, low + i), want_low);
      const V left_high = hn::AndNot(hn::LoadU(d, high + i), want_high);
      hn::StoreU(left_low, d, low + i);
      hn::StoreU(left_high, d, high + i);
      left = hn::Or(hn::Or(left, is_high), hn::Or(left_low, left_high));
    }
    const bool any = !hn::AllTrue(d, hn::Eq(left, hn::Zero(d)));
#endif
    if (!any) continue;
    for (uint64_t i = 0; i < kStreamBlock; ++i) {
      const uint32_t left = low[i] | static_cast<uint32_t>(high[i]) << 8;
      if (left != 0 || codes[start + i] >= kLowCodes) gaps.emplace_back(static_cast<uint32_t>(start + i), left);
    }
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
    const auto hit = hn::Eq(hn::Xor(hn::LoadU(d, last - back), hn::LoadU(d, backwards - back)), wanted);
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

HWY_EXPORT(stream_codes);
HWY_EXPORT(stream_gaps);
HWY_EXPORT(stream_find);

Mark::Mark(uint64_t from, uint8_t flip) : distance(from), code(flip), table{} {
  for (unsigned x = 0; x < 16; ++x) {
    const unsigned to = x ^ flip;
    if (to < 16) table[to / 8][x] = static_cast<uint8_t>(1U << to % 8);
  }
}

uint64_t stream_codes(std::span<const Mark> near, std::span<const Mark> far, uint8_t* codes, uint64_t count) {
  return HWY_DYNAMIC_DISPATCH(stream_codes)(near, far, codes, count);
}

void stream_gaps(std::span<const Mark> marks, const uint8_t* codes, uint64_t count, const uint32_t* below,
                 std::vector<std::pair<uint32_t, uint32_t>>& gaps) {
  HWY_DYNAMIC_DISPATCH(stream_gaps)(marks, codes, count, below, gaps);
}

uint64_t stream_find(const uint8_t* last, const uint8_t* backwards, uint64_t count, uint8_t code) {
  return HWY_DYNAMIC_DISPATCH(stream_find)(last, backwards, count, code);
}

}  // namespace grundy::heap

#endif
