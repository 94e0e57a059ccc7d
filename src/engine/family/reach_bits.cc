#include "engine/family/reach_bits.h"

#include <algorithm>

// One source for all instruction sets: the file includes itself once for each, and the best that
// the machine has is taken when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/family/reach_bits.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/instruction_sets.h"

HWY_BEFORE_NAMESPACE();
namespace grundy::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// to |= from << shift, `from` and the word before it being bits that go on; shift below 64.
void join_shifted(uint64_t* to, const uint64_t* from, uint64_t words, int shift) {
  const hn::ScalableTag<uint64_t> d;
  const uint64_t lanes = hn::Lanes(d);
  uint64_t w = 0;
  for (; w + lanes <= words; w += lanes) {
    const auto high = hn::ShiftLeftSame(hn::LoadU(d, from + w), shift);
    const auto low = hn::ShiftRightSame(hn::ShiftRight<1>(hn::LoadU(d, from + w - 1)), 63 - shift);
    hn::StoreU(hn::Or(hn::LoadU(d, to + w), hn::Or(high, low)), d, to + w);
  }
  for (; w < words; ++w) to[w] |= from[w] << shift | from[w - 1] >> 1 >> (63 - shift);
}

}  // namespace
}  // namespace grundy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy {
namespace {

GRUNDY_FOR_INSTRUCTION_SETS(join_shifted);

constexpr uint64_t kMostReachBytes = uint64_t{1} << 26;
constexpr uint64_t kSparse = 256;  // with fewer numbers than one in so many the rows do not pay

}  // namespace

bool ReachBits::pays(std::span<const uint64_t> numbers, uint64_t end) {
  const auto below = static_cast<uint64_t>(std::lower_bound(numbers.begin(), numbers.end(), end) -
                                           numbers.begin());
  return below > 8 && below > std::min(end, numbers[below - 1]) / kSparse;
}

ReachBits::ReachBits(std::span<const uint64_t> numbers, uint64_t end) : end_(end) {
  const auto below = std::lower_bound(numbers.begin(), numbers.end(), end);
  const uint64_t greatest = below == numbers.begin() ? 0 : *(below - 1);
  // A word more on both sides, for what a shift moves out.
  taken_.assign(greatest / 64 + 3, 0);
  for (auto s = numbers.begin(); s != below; ++s) taken_[*s / 64 + 1] |= uint64_t{1} << *s % 64;
}

uint32_t ReachBits::next() const {
  uint32_t value = 0;
  while (value < rows_.size() && (rows_[value][size_ / 64] >> size_ % 64 & 1) != 0) ++value;
  return value;
}

bool ReachBits::add(uint32_t value) {
  const uint64_t words = end_ / 64 + 1;
  if (value >= rows_.size()) {
    if ((uint64_t{value} + 1) * words > kMostReachBytes / 8) return false;
    rows_.resize(value + 1, std::vector<uint64_t>(words, 0));
  }
  const uint64_t first = size_ / 64;
  GRUNDY_BEST(join_shifted)
  (rows_[value].data() + first, taken_.data() + 1,
   std::min<uint64_t>(words - first, taken_.size() - 1), static_cast<int>(size_ % 64));
  ++size_;
  return true;
}

}  // namespace grundy
#endif
