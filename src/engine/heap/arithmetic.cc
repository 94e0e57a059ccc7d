#include "engine/heap/arithmetic.h"

#include <algorithm>
#include <bit>

namespace grundy::heap {
namespace {

constexpr uint64_t kMostSteps = uint64_t{1} << 28;
constexpr uint64_t kMostTurns = 16;   // the law is tried as one of so many periods at once
constexpr uint64_t kSmallHeaps = 64;  // beside a growing one

/// One way to read the law: the period p even, the saltus s.
class Proof {
 public:
  Proof(const HeapCode& code, std::span<const uint32_t> g, const Period& law)
      : code_(code),
        g_(g),
        preperiod_(law.preperiod),
        n0_(std::max<uint64_t>(law.preperiod, 1)),
        p_(law.period),
        s_(law.saltus) {
    low_ = static_cast<unsigned>(std::countr_zero(s_));
    for (uint64_t take = 0; take <= code.after.size(); ++take) {
      if (digit(take).arrangements(3) != 0) threes_.push_back(take);
    }
  }

  bool holds() {
    const uint64_t t = code_.after.size();
    if (threes_.empty() || g_.size() < p_ || g_.size() - p_ < 3 * n0_ + t + 3) return false;
    const uint64_t types = n0_ + p_;
    if (types > (1 << 15) || types * types / 2 * p_ > kMostSteps / (threes_.size() + 1))
      return false;
    base_ = g_.size() - p_;
    return grows() && reaches_smaller() && misses_own();
  }

 private:
  const HeapDigit& digit(uint64_t take) const { return code_.digit(static_cast<int64_t>(take)); }
  uint64_t high(uint64_t n) const { return g_[n] >> low_; }
  uint64_t low(uint64_t n) const { return g_[n] & ((uint64_t{1} << low_) - 1); }
  /// The same for all positions of a class.
  int64_t potential(uint64_t n) const {
    return static_cast<int64_t>(p_ * high(n)) - static_cast<int64_t>((s_ >> low_) * n);
  }

  bool grows() const {
    for (uint64_t n = preperiod_; n + p_ < g_.size(); ++n) {
      if (g_[n + p_] != g_[n] + s_) return false;
    }
    return true;
  }

  // --- every value below g(n) is an option's
  // ---------------------------------------------------------------------

  bool reaches_smaller() {
    const uint64_t values = *std::max_element(g_.begin(), g_.end()) + uint64_t{1};
    for (auto* firsts : {first_, first_growing_}) {
      for (uint64_t parity = 0; parity < 2; ++parity) firsts[parity].assign(values, g_.size());
    }
    for (uint64_t n = g_.size() - 1; n > 0; --n) {
      first_[n % 2][g_[n]] = n;
      if (n >= n0_) first_growing_[n % 2][g_[n]] = n;
    }
    for (uint64_t n = base_; n < g_.size(); ++n) {
      if (g_[n] <= 2 * s_) return false;
      for (uint64_t w = 0; w < g_[n]; ++w) {
        const uint64_t below = g_[n] - w;
        const bool reached = below > 2 * s_ ? beside_equal(first_, n, w) || (w == 0 && halves(n))
                             : below > s_   ? beside_equal(first_growing_, n, w)
                                          : beside_equal(first_growing_, n, w) || grows_along(n, w);
        if (!reached) return false;
      }
    }
    return true;
  }

  /// A heap of value w beside two equal ones.
  bool beside_equal(const std::vector<uint64_t>* firsts, uint64_t n, uint64_t w) const {
    return std::any_of(threes_.begin(), threes_.end(),
                       [&](uint64_t take) { return firsts[(n - take) % 2][w] + take + 2 <= n; });
  }

  /// Two equal heaps.
  bool halves(uint64_t n) const {
    for (uint64_t take = 0; take <= code_.after.size(); ++take) {
      if ((digit(take).arrangements(2) & kEqual) != 0 && (n - take) % 2 == 0) return true;
    }
    return false;
  }

  /// A heap from n0 on beside small ones whose nim-sum has no high part.
  bool grows_along(uint64_t n, uint64_t w) {
    if (grown_of_ != n) {
      grown_of_ = n;
      grown_.resize(first_[0].size(), 0);
      for (uint64_t take = 0; take <= code_.after.size(); ++take) mark_growing(n, take);
    }
    return grown_[w] == n;
  }

  void mark_growing(uint64_t n, uint64_t take) {
    const HeapDigit& d = digit(take);
    const uint64_t rest = n - take;
    const auto mark = [&](uint32_t value) {
      if (value < grown_.size()) grown_[value] = n;
    };
    if (d.arrangements(1) != 0) mark(g_[rest]);
    for (uint64_t b = 1; b <= kSmallHeaps && n0_ + 2 * b < rest; ++b) {
      if ((d.arrangements(2) & kDifferent) != 0 && high(b) == 0) mark(g_[b] ^ g_[rest - b]);
      if (d.arrangements(3) == 0) continue;
      for (uint64_t c = 1; c <= b; ++c) {
        if (high(b) == high(c)) mark(g_[b] ^ g_[c] ^ g_[rest - b - c]);
      }
    }
  }

  // --- no option has the value g(n)
  // ------------------------------------------------------------------------------

  bool misses_own() const {
    for (uint64_t take = 0; take <= code_.after.size(); ++take) {
      const HeapDigit& d = digit(take);
      for (uint64_t heaps = 1; heaps <= 3; ++heaps) {
        if (d.arrangements(heaps) != 0 && !misses_own(take, heaps)) return false;
      }
    }
    return true;
  }

  /// Positions below n0 + p stand for all: those below n0 for themselves, the others for their
  /// classes. 0 stands for a heap that is missing.
  bool misses_own(uint64_t take, uint64_t heaps) const {
    const uint64_t end = n0_ + p_;
    for (uint64_t x = heaps == 3 ? 1 : 0; x < (heaps == 3 ? end : 1); ++x) {
      for (uint64_t y = heaps >= 2 ? std::max<uint64_t>(x, 1) : 0; y < (heaps >= 2 ? end : 1);
           ++y) {
        const int64_t both = known(x) + known(y) - static_cast<int64_t>((s_ >> low_) * take);
        const uint64_t low_both = (x == 0 ? 0 : low(x)) ^ (y == 0 ? 0 : low(y));
        for (uint64_t z = n0_; z < end; ++z) {
          // The class of n.
          const uint64_t n = n0_ + (take + x + y + z + p_ - n0_ % p_) % p_;
          if ((low_both ^ low(z)) != low(n)) continue;
          const int64_t deficit = (both + potential(z) - potential(n)) / static_cast<int64_t>(p_);
          if (deficit >= 0 && deficit % 2 == 0 &&
              possible(x, y, static_cast<uint64_t>(deficit) / 2))
            return false;
        }
      }
    }
    return true;
  }

  int64_t known(uint64_t x) const { return x == 0 ? 0 : potential(x); }
  /// Whether x, y and a heap of a class can have twice this number as their deficit. Beside heaps
  /// below n0 only the bits of those count.
  bool possible(uint64_t x, uint64_t y, uint64_t half) const {
    if (x >= n0_ || y >= n0_) return true;
    const uint64_t a = x == 0 ? 0 : high(x);
    const uint64_t b = y == 0 ? 0 : high(y);
    return half >= (a & b) && ((half - (a & b)) & ~(a ^ b)) == 0;
  }

  const HeapCode& code_;
  std::span<const uint32_t> g_;
  uint64_t preperiod_;
  uint64_t n0_;  // from here on heaps stand for their class; the empty heap is none
  uint64_t p_;
  uint64_t s_;
  unsigned low_ = 0;                        // bits of the low part
  std::vector<uint64_t> threes_;            // numbers that may be taken to leave three heaps
  uint64_t base_ = 0;                       // the first of the p last positions
  std::vector<uint64_t> first_[2];          // by parity and value: the first position
  std::vector<uint64_t> first_growing_[2];  // … from n0 on
  std::vector<uint64_t> grown_;             // by value: the last n for which it is marked
  uint64_t grown_of_ = 0;                   // … and the last for which marks were made
};

/// Whether somewhere two heaps have to be equal.
bool equal_only(const HeapCode& code) {
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    if (code.digit(static_cast<int64_t>(take)).arrangements(2) == kEqual) return true;
  }
  return false;
}

}  // namespace

bool is_of_three(const HeapCode& code) {
  if (code.before.size() > 1 || !code.repeat.empty()) return false;
  const auto fits = [](const HeapDigit& digit) {
    return digit.empty() || (!digit.unbounded() && digit.settled() <= 4 &&
                             (digit.arrangements(3) == 0 ||
                              digit.arrangements(3) == (kDifferent | kMixed | kEqual)));
  };
  return fits(code.before[0]) && std::all_of(code.after.begin(), code.after.end(), fits);
}

uint64_t arithmetic_turns(const HeapCode& code, std::span<const uint32_t> g, const Period& law) {
  if (!is_of_three(code) || law.saltus == 0) return 0;
  for (uint64_t turns = law.period % 2 == 0 ? 1 : 2; turns <= kMostTurns; turns *= 2) {
    if (Proof(code, g, {law.preperiod, law.period * turns, law.saltus * turns}).holds())
      return turns;
  }
  return 0;
}

uint64_t window_of_three(const HeapCode& code, const Period& period) {
  const uint64_t turns = equal_only(code) && period.period % 2 != 0 ? 2 : 1;
  return 3 * (period.preperiod + turns * period.period) + code.after.size() + 1;
}

std::optional<Period> proved_law_of_three(const HeapCode& code, const Values& values) {
  if (!is_of_three(code)) return std::nullopt;
  const std::optional<Law> law = apparent_law(values, values.size());
  if (!law) return std::nullopt;
  const Period period{law->preperiod, law->period, law->saltus};
  std::vector<uint32_t> g(values.size());
  values.copy(0, g);
  if (period.saltus > 0)
    return arithmetic_turns(code, g, period) != 0 ? std::optional(period) : std::nullopt;
  if (window_of_three(code, period) > g.size()) return std::nullopt;
  const auto begin = g.begin() + static_cast<std::ptrdiff_t>(period.preperiod);
  const bool holds = std::equal(begin + static_cast<std::ptrdiff_t>(period.period), g.end(), begin);
  return holds ? std::optional(period) : std::nullopt;
}

}  // namespace grundy::heap
