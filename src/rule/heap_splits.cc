#include "rule/heap_splits.h"

#include <algorithm>

namespace grundy {
namespace {

class Splits {
 public:
  Splits(const std::function<bool(std::span<const uint64_t>)>& visit, Patience* patience)
      : visit_(visit), patience_(patience) {}

  /// All splits of `total` tokens that the digit allows; false when the listing ends here.
  bool list(const HeapDigit& digit, uint64_t total) {
    if (digit.empty()) return true;
    if (total == 0) return digit.arrangements(0) == 0 || show({});
    const uint32_t settled = digit.settled();
    for (uint64_t heaps = 1; heaps < settled && heaps <= total; ++heaps) {
      if (!list(digit.arrangements(heaps), heaps, total)) return false;
    }
    return !digit.unbounded() || list_from(digit.arrangements(settled), settled, total);
  }

  bool over() {
    if (patience_ == nullptr || !patience_->over()) return false;
    end_ = Listing::out_of_patience;
    return true;
  }
  Listing end() const { return end_; }

 private:
  bool show(std::span<const uint64_t> heaps) {
    if (over()) return false;
    if (visit_(heaps)) return true;
    end_ = Listing::stopped;
    return false;
  }

  /// Splits into exactly so many heaps, at least one, with one of these arrangements.
  bool list(unsigned arrangements, uint64_t heaps, uint64_t total) {
    if (arrangements == 0) return true;
    if (heaps > kMostHeaps) {
      end_ = Listing::too_many_heaps;
      return false;
    }
    if (heaps == 1) return show({&total, 1});
    heaps_.assign(heaps, 0);
    // The split into equal heaps is the last of all, since no other begins with so large a heap.
    if ((arrangements & (kDifferent | kMixed)) != 0 &&
        !list_unequal((arrangements & kMixed) == 0, total))
      return false;
    if ((arrangements & kEqual) == 0 || total % heaps != 0) return true;
    std::fill(heaps_.begin(), heaps_.end(), total / heaps);
    return show(heaps_);
  }

  /// Splits into as many heaps as heaps_ has, in the order of the dictionary: rising heaps,
  /// strictly so when `different`, and not all equal.
  bool list_unequal(bool different, uint64_t total) {
    const size_t last = heaps_.size() - 1;
    const uint64_t step = different ? 1 : 0;
    // The least rising heaps from place `at` on, of `left` tokens together, the first of them
    // `least`; false when there are none.
    const auto fill = [&](size_t at, uint64_t least, uint64_t left) {
      const uint64_t count = last - at + 1;
      const uint64_t rises = different ? count * (count - 1) / 2 : 0;
      if (rises > left || least > (left - rises) / count) return false;
      for (; at < last; ++at, least += step) {
        heaps_[at] = least;
        left -= least;
      }
      heaps_[last] = left;
      return true;
    };
    if (!fill(0, 1, total)) return true;
    for (;;) {
      if (heaps_.front() != heaps_.back() && !show(heaps_)) return false;
      size_t at = last;
      uint64_t left = heaps_[last];
      do {
        if (at == 0) return true;
        --at;
        left += heaps_[at];
      } while (!fill(at, heaps_[at] + 1, left));
    }
  }

  /// Splits into `from` or more heaps.
  bool list_from(unsigned arrangements, uint64_t from, uint64_t total) {
    if (arrangements != kEqual) {
      for (uint64_t heaps = from; heaps <= total; ++heaps) {
        // Once 1 + 2 + … + heaps is too much, none can be all different, and the equal ones are
        // left.
        const bool different_fit = heaps + 1 <= 2 * total / heaps;
        if ((arrangements & kMixed) == 0 && !different_fit)
          return (arrangements & kEqual) == 0 || list_from(kEqual, heaps, total);
        if (!list(arrangements, heaps, total)) return false;
      }
      return true;
    }
    // The divisors of the total, those beyond its root by their partners.
    uint64_t heaps = from;
    for (; heaps <= total / heaps; ++heaps) {
      if (over()) return false;
      if (total % heaps == 0 && !list(kEqual, heaps, total)) return false;
    }
    for (uint64_t size = total / heaps; size > 0; --size) {
      if (over()) return false;
      if (total % size == 0 && total / size >= heaps && !list(kEqual, total / size, total))
        return false;
    }
    return true;
  }

  const std::function<bool(std::span<const uint64_t>)>& visit_;
  Patience* patience_;
  std::vector<uint64_t> heaps_;
  Listing end_ = Listing::complete;
};

}  // namespace

Listing for_each_split(const HeapCode& code, uint64_t n,
                       const std::function<bool(std::span<const uint64_t>)>& visit,
                       Patience* patience) {
  Splits splits(visit, patience);
  for (size_t added = code.before.size(); added-- > 0;) {
    if (!splits.list(code.before[added], n + added)) return splits.end();
  }
  for (uint64_t taken = 1; taken <= n && taken <= code.after.size(); ++taken) {
    if (!splits.list(code.after[taken - 1], n - taken)) return splits.end();
  }
  if (code.repeat.empty()) return Listing::complete;
  // Where nothing can be left but no heap, only taking all is of interest.
  const bool only_all =
      std::all_of(code.repeat.begin(), code.repeat.end(), [](const HeapDigit& digit) {
        return digit.empty() || (digit.clauses.size() == 1 && digit.clauses[0] == HeapClause{});
      });
  uint64_t taken = code.after.size() + 1;
  if (only_all) taken = std::max(taken, n);
  for (; taken <= n; ++taken) {
    if (splits.over()) return splits.end();
    if (!splits.list(code.digit(static_cast<int64_t>(taken)), n - taken)) return splits.end();
  }
  return Listing::complete;
}

}  // namespace grundy
