#include "check/heap_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace grundy {
namespace {

constexpr uint64_t kByDefinition = 1 << 13;
constexpr uint64_t kWitnesses = 64;
constexpr size_t kFound = 2048;

struct Split {
  uint64_t take;
  bool equal;      // two equal heaps are allowed,
  bool different;  // and different ones
};

class HeapValues {
 public:
  HeapValues(const HeapCode& code, const Budget& budget) : budget_(budget), seen_(1 << 16, 0) {
    for (uint64_t take = 0; take <= code.after.size(); ++take) {
      const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
      if (digit.arrangements(0) != 0) whole_.push_back(take);
      if (digit.arrangements(1) != 0) one_.push_back(take);
      const unsigned two = digit.arrangements(2);
      if (two != 0) splits_.push_back({take, (two & kEqual) != 0, (two & kDifferent) != 0});
    }
  }

  Attempt<std::vector<uint16_t>> compute(uint64_t count) {
    if (count > budget_.memory_limit() / 2)
      return budget_.too_large("the values of the window", 2 * count);
    g_.reserve(count);
    while (g_.size() < count) {
      if (g_.size() % 256 == 0 && budget_.spent()) return budget_.why();
      if (g_.size() >= kByDefinition && std::has_single_bit(g_.size())) choose_mask();
      const uint32_t value = next();
      if (value >= UINT16_MAX) return Error::declined("the values grow beyond 16 bits");
      g_.push_back(static_cast<uint16_t>(value));
      if (mask_ != 0) sort_in(g_.size() - 1);
    }
    return std::move(g_);
  }

 private:
  bool is_common(uint32_t value, uint64_t n) const {
    const uint64_t shift = by_parity_ ? n + splits_[0].take : 0;
    return (static_cast<uint64_t>(std::popcount(value & mask_)) + shift) % 2 == 1;
  }

  void sort_in(uint64_t n) {
    if (!is_common(g_[n], n)) {
      rares_.push_back(n);
    } else if (witnesses_.size() < kWitnesses) {
      witnesses_.push_back(n);
    }
  }

  void mark_pairs(uint64_t n, const std::vector<uint64_t>& members) {
    for (const Split& split : splits_) {
      if (!split.different) continue;
      for (const uint64_t a : members) {
        if (a + split.take >= n) break;
        const uint64_t b = n - split.take - a;
        if (a != b || split.equal) seen_[g_[a] ^ g_[b]] = n + 1;
      }
    }
  }

  /// Whether n splits into heaps whose values have this nim-sum. The heaps that showed it before
  /// are tried first, those that did so often in front.
  bool is_pair(uint64_t n, uint32_t value) {
    for (size_t i = 0; i < found_.size(); ++i) {
      if (!is_pair_with(found_[i], n, value)) continue;
      std::swap(found_[i], found_[i / 2]);
      return true;
    }
    for (uint64_t a = 1; a < n; ++a) {
      if (!is_pair_with(a, n, value)) continue;
      if (found_.size() < kFound) {
        found_.push_back(a);
      } else {
        found_[kFound / 2 + replaced_++ % (kFound / 2)] = a;
      }
      return true;
    }
    return false;
  }

  bool is_pair_with(uint64_t a, uint64_t n, uint32_t value) const {
    return std::any_of(splits_.begin(), splits_.end(), [&](const Split& split) {
      if (!split.different || a + split.take >= n) return false;
      const uint64_t b = n - split.take - a;
      return (g_[a] ^ g_[b]) == static_cast<int>(value) && (a != b || split.equal);
    });
  }

  uint32_t next() {
    const uint64_t n = g_.size();
    for (const uint64_t take : whole_) {
      if (take == n && n > 0) seen_[0] = n + 1;
    }
    for (const uint64_t take : one_) {
      if (take < n) seen_[g_[n - take]] = n + 1;
    }
    for (const Split& split : splits_) {
      if (split.equal && n > split.take && (n - split.take) % 2 == 0) seen_[0] = n + 1;
    }
    if (mask_ == 0) {
      for (const Split& split : splits_) {
        if (!split.different) continue;
        for (uint64_t a = 1; 2 * a + split.take < n; ++a)
          seen_[g_[a] ^ g_[n - split.take - a]] = n + 1;
      }
    } else {
      mark_pairs(n, rares_);
      mark_pairs(n, witnesses_);
    }
    for (uint32_t mex = 0;; ++mex) {
      if (mex == seen_.size()) return mex;
      if (seen_[mex] == n + 1) continue;
      if (mask_ == 0 || is_common(mex, n) || !is_pair(n, mex)) return mex;
    }
  }

  /// Chooses the mask with the fewest rares so far, among all below the least power of two above
  /// the values; none, which means the definition, when each leaves more than an eighth of the
  /// positions rare.
  void choose_mask() {
    const uint32_t largest = *std::max_element(g_.begin(), g_.end());
    const uint32_t end = std::bit_ceil(largest + 1);
    if (splits_.empty() || end > 1024) return;
    std::vector<uint64_t> count(2 * size_t{end}, 0);  // by value and parity of the position
    for (uint64_t n = 1; n < g_.size(); ++n) ++count[2 * size_t{g_[n]} + n % 2];
    const bool one_parity = std::all_of(splits_.begin(), splits_.end(), [&](const Split& split) {
      return split.take % 2 == splits_[0].take % 2;
    });
    uint64_t least = g_.size() / 8;
    uint32_t best = 0;
    bool best_by_parity = false;
    for (uint32_t choice = 2; choice < 2 * end; ++choice) {
      mask_ = choice / 2;
      by_parity_ = choice % 2 != 0;
      if (by_parity_ && !one_parity) continue;
      uint64_t rare = 0;
      for (uint32_t v = 0; v < end; ++v) {
        for (uint32_t parity = 0; parity < 2; ++parity) {
          if (!is_common(v, parity)) rare += count[2 * size_t{v} + parity];
        }
      }
      if (rare >= least) continue;
      least = rare;
      best = mask_;
      best_by_parity = by_parity_;
    }
    mask_ = best;
    by_parity_ = best_by_parity;
    rares_.clear();
    witnesses_.clear();
    if (mask_ == 0) return;
    for (uint64_t n = 1; n < g_.size(); ++n) sort_in(n);
  }

  const Budget& budget_;
  std::vector<uint64_t> whole_;
  std::vector<uint64_t> one_;
  std::vector<Split> splits_;
  std::vector<uint16_t> g_;
  std::vector<uint64_t> seen_;  // by value: n + 1 when an option of n has it
  uint32_t mask_ = 0;
  bool by_parity_ = false;
  std::vector<uint64_t> rares_;
  std::vector<uint64_t> witnesses_;
  std::vector<uint64_t> found_;  // heaps that a pair of a rare value had
  size_t replaced_ = 0;
};

}  // namespace

bool leaves_two_heaps(const HeapCode& code) {
  if (!code.repeat.empty() || code.before.size() > 1) return false;
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    if (digit.unbounded() || digit.settled() > 3) return false;
  }
  return true;
}

uint64_t greatest_taken(const HeapCode& code) { return code.after.size(); }

Attempt<std::vector<uint16_t>> heap_values(const HeapCode& code, uint64_t count,
                                           const Budget& budget) {
  return HeapValues(code, budget).compute(count);
}

}  // namespace grundy
