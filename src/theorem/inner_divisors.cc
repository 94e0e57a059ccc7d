// Heaps from which a divisor may be taken that is neither 1 nor the whole heap.
//
// Problem: a heap of 10^9 leads, divisor by divisor, to millions of others.
// Idea: n = 2^k·m with m odd has value k wherever m >= 17. Divisors 2^j·e with j < k leave numbers
// with j twos, whose odd part is at least m: by induction these have the values 0 … k - 1, each of
// which occurs (j = 0 by e = m, the others by e = 1), and no others. Divisors 2^k·e leave 2^(k+a)·M
// with m = e + 2^a·M, a >= 1: of value k + a where M >= 17. For the eight smaller M the value of
// 2^(k+a)·M could be k. Their values come from the definition, by the law for the others, and the
// engine has looked at all up to 2^64: none that can be left so has value k. Where k = 0, e is not
// 1.
// Example: 1000000000 = 2^9·1953125 has value 9; 2^29 has value 0.
// Cost: 600 numbers once, then the digits of n.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "theorem/conclusion.h"
#include "theorem/factors.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr uint64_t kRegularFrom = 17;  // odd parts from which the value is the number of twos
constexpr uint64_t kMostTwos = 64;

/// The values of 2^k·m.
class InnerDivisorValues {
 public:
  uint64_t value(uint64_t k, uint64_t m) {
    if (m >= kRegularFrom) return k;
    const auto known = known_.find({k, m});
    if (known != known_.end()) return known->second;
    MexSet seen;
    for (uint64_t e = 1; e <= m; e += 2) {
      if (m % e != 0) continue;
      for (uint64_t j = e == 1 ? 1 : 0; j < k; ++j) {
        // 2^8 is beyond all that are not regular.
        const uint64_t times = std::min<uint64_t>(k - j, 8);
        seen.insert(static_cast<uint32_t>(value(j, (m << times) - e)));
      }
      if (e == m || (k == 0 && e == 1)) continue;
      const auto more = static_cast<uint64_t>(std::countr_zero(m - e));
      seen.insert(static_cast<uint32_t>(value(k + more, (m - e) >> more)));
    }
    return known_[{k, m}] = seen.mex();
  }

  /// Whether no number with a large odd part leads to one with a small one, and its own value.
  bool are_regular() {
    for (uint64_t m = 1; m < kRegularFrom; m += 2) {
      for (uint64_t twos = 1; twos <= kMostTwos; ++twos) {
        const uint64_t here = value(twos, m);
        if (here >= twos) continue;
        const uint64_t k = here, a = twos - here;
        for (uint64_t e = k == 0 ? 3 : 1; e <= m; e += 2) {
          if (m % e == 0 && (a >= 5 || e + (m << a) >= kRegularFrom)) return false;
        }
      }
    }
    return true;
  }

 private:
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> known_;
};

class InnerDivisors final : public Conclusion {
 public:
  std::string text(const std::vector<std::string>& names) const override {
    return "The value of " + names[0] +
           " is the number of twos in it if its odd part is 17 or more.";
  }
  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    const Natural& n = position[0];
    if (!n.is_small()) return Error::declined("inner divisors are known of heaps below 2^63");
    return Ordinal(number(n.small()));
  }
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget& budget) const override {
    if (!position[0].is_small())
      return Error::declined("inner divisors are known of heaps below 2^63");
    const uint64_t n = position[0].small();
    Options result;
    if (n == 0) return result;
    for (const uint64_t d : divisors_of(n)) {
      if (budget.spent()) return budget.why();
      if (d == 1 || d == n || Ordinal(number(n - d)) != value) continue;
      result.all = result.positions.size() < limit;
      if (!result.all) break;
      result.positions.push_back({Natural(n - d)});
    }
    return result;
  }

 private:
  uint64_t number(uint64_t n) const {
    if (n == 0) return 0;
    const auto twos = static_cast<uint64_t>(std::countr_zero(n));
    return values_.value(twos, n >> twos);
  }

  mutable InnerDivisorValues values_;
};

}  // namespace

std::unique_ptr<Conclusion> inner_divisors() {
  static const bool kAreRegular = InnerDivisorValues().are_regular();
  return kAreRegular ? std::make_unique<InnerDivisors>() : nullptr;
}

}  // namespace grundy
