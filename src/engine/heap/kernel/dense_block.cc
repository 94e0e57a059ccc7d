#include "engine/heap/kernel/dense_block.h"

#include <bit>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/kernel/dense_block.cc"
#define HWY_WANT_AVX3_DL 1
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/instruction_sets.h"

HWY_BEFORE_NAMESPACE();
namespace grundy::heap::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

template <bool kTwo>
void sift_chunks(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t count,
                 const Sieve& sieve, Found& found) {
  found.count = 0;
  for (uint64_t a = from; a < from + count * kChunk; ++a) {
    const auto x = static_cast<uint8_t>(low[a] ^ low[m - a]);
    const auto y = static_cast<uint8_t>(kTwo ? high[a] ^ high[m - a] : 0);
    const uint32_t value = x | static_cast<uint32_t>(y) << 8;
    if ((sieve.words[value / 64 % Sieve::kWords] >> value % 64 & 1) == 0) continue;
    found.low[found.count] = x;
    if (kTwo) found.high[found.count] = y;
    ++found.count;
  }
}

#elif HWY_TARGET == HWY_AVX3_DL

// The byte of the sieve is looked up by seven bits, and the bit in it by three.
template <bool kTwo>
void sift_chunks(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t count,
                 const Sieve& sieve, Found& found) {
  alignas(64) uint8_t bytes[64];
  for (unsigned i = 0; i < 64; ++i) bytes[i] = static_cast<uint8_t>(1U << i % 8);
  const __m512i one_hot = _mm512_load_si512(bytes);
  for (unsigned i = 0; i < 64; ++i) bytes[i] = static_cast<uint8_t>(63 - i);
  const __m512i order = _mm512_load_si512(bytes);
  const __m512i first = _mm512_load_si512(sieve.words);
  const __m512i second = _mm512_load_si512(sieve.words + 8);
  const __m512i of_low = _mm512_set1_epi8(0x1F);
  auto sums = [&](const uint8_t* plane, uint64_t a) {
    const __m512i other = _mm512_loadu_si512(plane + (m - a - (kChunk - 1)));
    return _mm512_xor_si512(_mm512_permutexvar_epi8(order, other), _mm512_loadu_si512(plane + a));
  };
  size_t end = 0;
  auto sift_chunk = [&](uint64_t a, __m512i& x, __m512i& y) {
    x = sums(low, a);
    if constexpr (kTwo) y = sums(high, a);
    const __m512i shifted = _mm512_srli_epi16(x, 3);
    __m512i byte;
    if constexpr (kTwo) {
      constexpr int kSelect = 0xCA;  // the second where the first has ones, else the third
      const __m512i upper = _mm512_slli_epi16(y, 5);
      byte = _mm512_permutex2var_epi8(
          first, _mm512_ternarylogic_epi32(of_low, shifted, upper, kSelect), second);
    } else {
      byte = _mm512_permutexvar_epi8(_mm512_and_si512(shifted, of_low), first);
    }
    return _mm512_test_epi8_mask(byte, _mm512_permutexvar_epi8(x, one_hot));
  };
  auto keep = [&](__mmask64 in, __m512i x, __m512i y) {
    _mm512_storeu_si512(found.low + end, _mm512_maskz_compress_epi8(in, x));
    if (kTwo) _mm512_storeu_si512(found.high + end, _mm512_maskz_compress_epi8(in, y));
    end += static_cast<size_t>(std::popcount(static_cast<uint64_t>(in)));
  };
  const uint64_t last = from + count * kChunk;
  for (uint64_t a = from; a < last; a += 2 * kChunk) {
    __m512i x[2];
    __m512i y[2];
    const __mmask64 in = sift_chunk(a, x[0], y[0]);
    const __mmask64 in_next = a + kChunk < last ? sift_chunk(a + kChunk, x[1], y[1]) : 0;
    if ((in | in_next) == 0) continue;
    keep(in, x[0], y[0]);
    if (in_next != 0) keep(in_next, x[1], y[1]);
  }
  found.count = end;
}

#else

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<uint8_t, 64>;
using V = hn::Vec<D>;

// The byte of the sieve is looked up in those of its sixteenths that are not empty.
template <bool kTwo>
void sift_chunks(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t count,
                 const Sieve& sieve, Found& found) {
  const D d;
  const size_t step = hn::Lanes(d);
  constexpr size_t kPart = 16;  // bytes of 128 values
  constexpr size_t kParts = sizeof sieve.words / kPart;
  alignas(64) uint8_t table[kParts][64];
  uint8_t part[kParts];
  size_t parts = 0;
  alignas(64) uint8_t of_sieve[sizeof sieve.words];
  std::memcpy(of_sieve, sieve.words, sizeof of_sieve);
  for (size_t p = 0; p < (kTwo ? kParts : 2); ++p) {
    bool empty = true;
    for (size_t i = 0; i < 64; ++i) {
      table[parts][i] = of_sieve[p * kPart + i % kPart];
      empty = empty && table[parts][i] == 0;
    }
    part[parts] = static_cast<uint8_t>(p);
    if (!empty) ++parts;
  }
  alignas(64) uint8_t bytes[64];
  for (unsigned i = 0; i < 64; ++i) bytes[i] = static_cast<uint8_t>(1U << i % 8);
  const V one_hot = hn::Load(d, bytes);
  for (unsigned i = 0; i < 64; ++i) bytes[i] = static_cast<uint8_t>(15 - i % 16);
  const V order = hn::Load(d, bytes);
  auto sums = [&](const uint8_t* plane, uint64_t a) {
    const V other = hn::ReverseBlocks(
        d, hn::TableLookupBytes(hn::LoadU(d, plane + (m - a - (step - 1))), order));
    return hn::Xor(other, hn::LoadU(d, plane + a));
  };
  auto shifted_right = [&](V v, auto bits) {
    const hn::RepartitionToWide<D> d16;
    return hn::BitCast(d, hn::ShiftRight<bits()>(hn::BitCast(d16, v)));
  };
  size_t end = 0;
  for (uint64_t a = from; a < from + count * kChunk; a += step) {
    const V x = sums(low, a);
    const V y = kTwo ? sums(high, a) : hn::Zero(d);
    const V place = hn::And(shifted_right(x, std::integral_constant<int, 3>{}), hn::Set(d, 15));
    V which = hn::And(shifted_right(x, std::integral_constant<int, 7>{}), hn::Set(d, 1));
    if constexpr (kTwo) {
      const V upper = hn::And(y, hn::Set(d, 3));
      which = hn::Or(which, hn::Add(upper, upper));
    }
    V byte = hn::Zero(d);
    for (size_t p = 0; p < parts; ++p) {
      const V here = hn::TableLookupBytes(hn::Load(d, table[p]), place);
      byte = hn::Or(byte, hn::IfThenElseZero(hn::Eq(which, hn::Set(d, part[p])), here));
    }
    const V bit = hn::TableLookupBytes(one_hot, hn::And(x, hn::Set(d, 7)));
    const V both = hn::And(byte, bit);
    if (hn::AllTrue(d, hn::Eq(both, hn::Zero(d)))) continue;
    alignas(64) uint8_t in[64];
    alignas(64) uint8_t of_x[64];
    alignas(64) uint8_t of_y[64];
    hn::Store(both, d, in);
    hn::Store(x, d, of_x);
    hn::Store(y, d, of_y);
    for (size_t k = 0; k < step; ++k) {
      found.low[end] = of_x[k];
      if (kTwo) found.high[end] = of_y[k];
      end += in[k] != 0 ? 1 : 0;
    }
  }
  found.count = end;
}

#endif

void sift(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t count,
          const Sieve& sieve, Found& found) {
  if (high == nullptr) {
    sift_chunks<false>(low, high, m, from, count, sieve, found);
  } else {
    sift_chunks<true>(low, high, m, from, count, sieve, found);
  }
}

}  // namespace
}  // namespace grundy::heap::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace grundy::heap {

GRUNDY_FOR_INSTRUCTION_SETS(sift);

void sift(const uint8_t* low, const uint8_t* high, uint64_t m, uint64_t from, uint64_t count,
          const Sieve& sieve, Found& found) {
  GRUNDY_BEST(sift)(low, high, m, from, count, sieve, found);
}

}  // namespace grundy::heap

#endif
