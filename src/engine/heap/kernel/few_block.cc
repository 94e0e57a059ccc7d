#include "engine/heap/kernel/few_block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

// Fewer instruction sets than elsewhere, because each compiles all the loops below again: nothing
// here uses more than AVX-512 has without its later parts, and before AVX2, which shifts each lane
// by its own count, the plain loops are as fast as vectors.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/kernel/few_block.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/instruction_sets.h"

HWY_BEFORE_NAMESPACE();
namespace grundy::heap::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr uint64_t kEight = 8;
constexpr uint64_t kNoValue = 64;
constexpr size_t kMostNear = 16;  // seven of rares, for each split

/// words[i] |= what the entries lead to from position first + i, for eight i. What was stored last
/// is read through `last`, the sixteen values before `first`, since a load across two stores would
/// wait for both.
void add(const uint8_t* values, uint64_t first, std::span<const Entry> entries,
         const uint64_t* last, uint64_t* words) {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
  static_cast<void>(last);
  for (const Entry& e : entries) {
    for (uint64_t i = 0; i < kEight; ++i)
      words[i] |= uint64_t{1} << ((values[first + i - e.distance] ^ e.low) & 63);
  }
#else
  const hn::CappedTag<uint64_t, kEight> d;
  const hn::Rebind<uint32_t, decltype(d)> d32;
  const hn::Rebind<uint8_t, decltype(d)> d8;
  const auto one = hn::Set(d, 1);
  for (const Entry& e : entries) {
    uint64_t eight = 0;
    if (e.distance < 16) {
      eight = e.distance == 8
                  ? last[1]
                  : last[0] >> (8 * (16 - e.distance)) | last[1] << (8 * (e.distance - 8));
    } else {
      std::memcpy(&eight, values + first - e.distance, sizeof eight);
    }
    alignas(8) uint8_t bytes[kEight];
    std::memcpy(bytes, &eight, sizeof bytes);
    for (size_t i = 0; i < kEight; i += hn::Lanes(d)) {
      const auto codes =
          hn::Xor(hn::LoadU(d8, bytes + i), hn::Set(d8, static_cast<uint8_t>(e.low)));
      const auto bits = hn::Shl(one, hn::PromoteTo(d, hn::PromoteTo(d32, codes)));
      hn::StoreU(hn::Or(hn::LoadU(d, words + i), bits), d, words + i);
    }
  }
#endif
}

/// Among all pairs, by value.
bool is_option(const FewBlock& block, uint64_t n, uint32_t value) {
  for (const Split& split : block.moves->two) {
    const uint64_t m = n - split.take;
    const uint64_t half = split.different && value == 0 ? (m - 1) / 2 : m / 2;
    if (find_pair(block.values, nullptr, m, 1, half, value) != 0) return true;
  }
  return false;
}

/// Eight lanes, one after the other. `recent` holds the eight values before a lane, the last of all
/// in the top byte, so that no lane waits for what was just stored.
template <size_t kNear>
class Lanes {
 public:
  explicit Lanes(FewBlock& block)
      : block_(block),
        rare_{block.rare_values[0], block.rare_values[1]},
        beyond_(block.limit == 64 ? 0 : ~uint64_t{0} << block.limit) {
    for (size_t k = 0; k < kNear; ++k) {
      shift_[k] = static_cast<unsigned>(64 - 8 * block.near[k].distance);
      low_[k] = block.near[k].low;
    }
  }

  /// False when a value does not fit.
  bool run(uint64_t first, const uint64_t* words, uint64_t* last) {
    // In registers, all of them: this loop is what the kernel's speed hangs on.
    unsigned shift[kNear + 1];
    uint32_t low[kNear + 1];
    std::copy(std::begin(shift_), std::end(shift_), shift);
    std::copy(std::begin(low_), std::end(low_), low);
    const uint64_t special[2] = {rare_[0] | beyond_, rare_[1] | beyond_};
    uint64_t recent = last[1];
    bool plain = block_.late.empty() && block_.moves->equal.empty();
#pragma GCC unroll 8
    for (uint64_t i = 0; i < kEight; ++i) {
      uint64_t word = words[i];
      for (size_t k = 0; k < kNear; ++k)
        word |= uint64_t{1} << ((recent >> shift[k] ^ low[k]) & 63);
      if (!plain) word |= others(first + i);
      uint64_t value = static_cast<uint64_t>(std::countr_one(word));
      if (word == ~uint64_t{0} || (special[i & 1] >> value & 1) != 0) [[unlikely]] {
        value = look_up(first + i, i, word, recent);
        if (value == kNoValue) return false;
        plain = plain && block_.late.empty();
      }
      recent = recent >> 8 | value << 56;
    }
    std::memcpy(block_.values + first, &recent, sizeof recent);
    last[0] = last[1];
    last[1] = recent;
    return true;
  }

 private:
  uint64_t others(uint64_t n) const {
    uint64_t word = 0;
    for (const Entry& e : block_.late) {
      if (n > e.distance) word |= uint64_t{1} << ((block_.values[n - e.distance] ^ e.low) & 63);
    }
    for (const uint64_t take : block_.moves->equal) {
      if ((n - take) % 2 == 0) word |= 1;
    }
    return word;
  }

  /// The value, where the least that is not marked is rare, which counts when no pair has it, or
  /// does not fit. `done` lanes are in `recent` alone.
  [[gnu::noinline]] uint64_t look_up(uint64_t n, uint64_t done, uint64_t word, uint64_t recent) {
    for (uint64_t k = 0; k < done; ++k)
      block_.values[n - 1 - k] = static_cast<uint8_t>(recent >> (56 - 8 * k));
    while (true) {
      const auto value = static_cast<uint32_t>(std::countr_one(word));
      if (value >= block_.limit) {
        block_.grown = true;
        return kNoValue;
      }
      if ((rare_[n & 1] >> value & 1) == 0) return value;
      block_.scanned.emplace_back(n, value);
      if (!is_option(block_, n, value)) {
        block_.new_rares.push_back(n);
        for (const Split& split : block_.moves->two)
          block_.late.push_back({.distance = n + split.take, .low = value});
        return value;
      }
      word |= uint64_t{1} << value;
    }
  }

  FewBlock& block_;
  const uint64_t rare_[2];
  const uint64_t beyond_;  // the values that do not fit
  unsigned shift_[kNear + 1] = {};
  uint32_t low_[kNear + 1] = {};
};

template <size_t kNear>
void finish_lanes(FewBlock& block) {
  if (block.near.size() > kNear) {
    if constexpr (kNear < kMostNear) return finish_lanes<kNear + 1>(block);
  }
  Lanes<kNear> lanes(block);
  uint64_t last[2];
  std::memcpy(last, block.values + block.first - sizeof last, sizeof last);
  for (uint64_t start = 0; start < kBlock; start += kEight) {
    uint64_t words[kEight];
    std::memcpy(words, block.words + start, sizeof words);
    add(block.values, block.first + start, block.middle, last, words);
    if (!lanes.run(block.first + start, words, last)) return;
  }
}

void finish(FewBlock& block) { finish_lanes<0>(block); }

}  // namespace
}  // namespace grundy::heap::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace grundy::heap {

GRUNDY_FOR_INSTRUCTION_SETS(finish);

void finish(FewBlock& block) { GRUNDY_BEST(finish)(block); }

}  // namespace grundy::heap

#endif
