#include "engine/law/take_away_values.h"

#include <algorithm>

namespace grundy {
namespace {

/// Heaps from which a heap `left` can be left with a value: up to `end`.
struct Leaving {
  uint32_t left;
  uint32_t end;
};

/// Those of one value that count: with the greatest `left` at the back, and greater ends the
/// farther from there.
class Leavings {
 public:
  void add(Leaving one) {
    auto at = list_.end();
    while (at != list_.begin() && (at - 1)->left > one.left) --at;
    if (at != list_.end() && at->end >= one.end) return;
    auto first = at;
    while (first != list_.begin() && (first - 1)->end <= one.end) --first;
    if (first == at) {
      list_.insert(at, one);
    } else {
      *first = one;
      list_.erase(first + 1, at);
    }
  }
  /// The greatest `left` among those that reach the heap; null if none does.
  const Leaving* greatest(uint32_t heap) {
    while (!list_.empty() && list_.back().end < heap) list_.pop_back();
    return list_.empty() ? nullptr : &list_.back();
  }

 private:
  std::vector<Leaving> list_;
};

/// The same, from a heap on that is not reached yet; the next one that begins there.
struct Waiting {
  Leaving leaving;
  uint32_t value;
  uint32_t next;
};
constexpr uint32_t kNone = UINT32_MAX;

}  // namespace

Attempt<TakeAwayValues> TakeAwayValues::find(const TakeAwayRule& rule, int64_t last,
                                             Budget& budget) {
  const auto size = static_cast<size_t>(last);
  // least_for[b]: the least taking after which b may be taken; size + 1 if none.
  std::vector<uint32_t> least_for(size + 2, static_cast<uint32_t>(size + 1));
  size_t allowed = 0;
  for (size_t j = 1; j <= size && allowed <= size; ++j) {
    const int64_t most = std::min<int64_t>(rule.most_after(static_cast<int64_t>(j)), last + 1);
    for (; static_cast<int64_t>(allowed) <= most; ++allowed)
      least_for[allowed] = static_cast<uint32_t>(j);
  }

  TakeAwayValues result;
  result.begins_ = {0, 0};
  std::vector<Leavings> leaving;  // by value
  std::vector<Waiting> waiting;
  std::vector<uint32_t> first_waiting(size + 2, kNone), unused;
  const auto put = [&](uint32_t value, Leaving one) {
    if (value >= leaving.size()) leaving.resize(value + 1);
    leaving[value].add(one);
  };
  uint64_t taken = 0;  // of the memory
  for (size_t n = 1; n <= size; ++n) {
    if (n % 1024 == 0) {
      const uint64_t bytes = result.bytes() + waiting.size() * sizeof(Waiting) + 24 * size;
      if (bytes > taken && !budget.take_memory(bytes - taken)) {
        budget.give_back_memory(taken);
        return budget.too_large("a table of take-away values", bytes);
      }
      taken = std::max(taken, bytes);
      budget.count(16 * 1024);
      if (budget.spent()) {
        budget.give_back_memory(taken);
        return budget.why();
      }
      budget.progress("heaps", n, size);
    }
    // The heap n - 1 is left by takings after which it has the value.
    const size_t left = n - 1;
    const size_t rises = result.begins_[left + 1] - result.begins_[left];
    for (size_t value = 0; value <= rises; ++value) {
      const uint32_t* rise = result.rises_.data() + result.begins_[left];
      const uint32_t from = value == 0 ? 1 : least_for[std::min<size_t>(rise[value - 1], size + 1)];
      const size_t to =
          value == rises ? size : least_for[std::min<size_t>(rise[value], size + 1)] - 1;
      if (from > to || left + from > size) continue;
      const Leaving one{static_cast<uint32_t>(left),
                        static_cast<uint32_t>(std::min(size, left + to))};
      if (from == 1) {
        put(static_cast<uint32_t>(value), one);
        continue;
      }
      uint32_t& first = first_waiting[left + from];
      const Waiting entry{one, static_cast<uint32_t>(value), first};
      if (unused.empty()) {
        first = static_cast<uint32_t>(waiting.size());
        waiting.push_back(entry);
      } else {
        first = unused.back();
        unused.pop_back();
        waiting[first] = entry;
      }
    }
    for (uint32_t i = first_waiting[n]; i != kNone; i = waiting[i].next) {
      put(waiting[i].value, waiting[i].leaving);
      unused.push_back(i);
    }
    uint32_t rise = 0;
    for (Leavings& of_value : leaving) {
      const Leaving* one = of_value.greatest(static_cast<uint32_t>(n));
      if (one == nullptr) break;
      rise = std::max(rise, static_cast<uint32_t>(n - one->left));
      result.rises_.push_back(rise);
    }
    result.begins_.push_back(result.rises_.size());
  }
  budget.give_back_memory(taken);
  return result;
}

uint64_t TakeAwayValues::value(int64_t heap, int64_t most) const {
  const auto begin = rises_.begin() + static_cast<std::ptrdiff_t>(begins_[heap]);
  const auto end = rises_.begin() + static_cast<std::ptrdiff_t>(begins_[heap + 1]);
  const auto at = std::upper_bound(begin, end, most, [](int64_t a, uint32_t b) { return a < b; });
  return static_cast<uint64_t>(at - begin);
}

}  // namespace grundy
