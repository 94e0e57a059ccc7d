#include "engine/heap/paired_moves.h"

#include <algorithm>
#include <optional>

namespace grundy::heap {
namespace {

constexpr double kManyPairedSplits = 200'000;
constexpr uint64_t kMostBeside = 64;
constexpr uint64_t kMostLeft = 12;
constexpr unsigned kAnySizes = kDifferent | kMixed | kEqual;

/// The greatest number of heaps, up to kMostLeft, that a digit allows with any sizes; 0 below 3.
uint64_t most_heaps(const HeapDigit& digit) {
  for (uint64_t heaps = kMostLeft; heaps >= 3; --heaps) {
    if (digit.arrangements(heaps) == kAnySizes) return heaps;
  }
  return 0;
}

/// The least heap of this value and parity; nothing where there is none that is known.
std::optional<Natural> least_heap(const KnownValues& values, const Natural& value, bool odd,
                                  const Budget& budget) {
  const auto& period = values.period();
  const uint64_t end =
      period ? std::max<uint64_t>(period->preperiod, 1) + 2 * period->period : values.computed();
  std::optional<Natural> least;
  for (uint64_t c = 1; c < end; ++c) {
    if (c % 4096 == 0 && budget.spent()) return least;
    Natural heap(c);
    const Natural here = values.at(heap);
    if (here != value) {
      // One or more periods on.
      const bool grows = period && period->saltus > 0 && c >= period->preperiod;
      if (!grows || here > value || (value - here) % Natural(period->saltus) != Natural(0))
        continue;
      heap = heap + (value - here) / Natural(period->saltus) * Natural(period->period);
    }
    if (heap.bit(0) == odd && (!least || heap < *least)) least = heap;
  }
  return least;
}

}  // namespace

bool splits_are_many(const HeapCode& code, const Natural& heap) {
  if (!code.repeat.empty()) return false;
  const double tokens =
      heap < Natural(uint64_t{1} << 40) ? static_cast<double>(heap.small()) : 1e12;
  double splits = 0;
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    double some = 1;
    for (uint64_t heaps = 2; heaps <= most_heaps(code.digit(static_cast<int64_t>(take))); ++heaps) {
      some *= tokens / static_cast<double>(heaps * (heaps - 1));
      if (heaps >= 3) splits += some;
    }
  }
  return splits > kManyPairedSplits;
}

std::vector<std::vector<Natural>> paired_splits(const HeapCode& code, const KnownValues& values,
                                                const Natural& heap, const Natural& value,
                                                size_t limit, const Budget& budget) {
  std::vector<std::vector<Natural>> result;
  for (uint64_t take = 0; take <= code.after.size() && heap > Natural(take); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    for (uint64_t heaps = 3; heaps <= most_heaps(digit); ++heaps) {
      if (digit.arrangements(heaps) != kAnySizes) continue;
      for (uint64_t small = 1; small <= kMostBeside; ++small) {
        if (heaps == 3 && small > 1) break;  // none stands beside
        if (result.size() == limit || budget.spent()) return result;
        std::vector<Natural> split(heaps > 3 ? heaps - 3 : 0, Natural(1));
        if (heaps > 3) split.back() = Natural(small);
        Natural wanted = value;
        Natural tokens(take);
        for (const Natural& one : split) tokens = tokens + one;
        if (tokens >= heap) break;
        for (const Natural& one : split) wanted = wanted ^ values.at(one);
        const Natural left = heap - tokens;
        const auto c = least_heap(values, wanted, left.bit(0), budget);
        if (!c || *c + Natural(2) > left) continue;
        split.push_back(*c);
        split.insert(split.end(), 2, (left - *c) >> 1);
        std::sort(split.begin(), split.end());
        if (std::find(result.begin(), result.end(), split) == result.end())
          result.push_back(std::move(split));
      }
    }
  }
  return result;
}

}  // namespace grundy::heap
