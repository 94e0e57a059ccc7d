#include "check/three.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "check/heap.h"
#include "check/heap_values.h"

namespace grundy {
namespace {

constexpr int64_t kMostOfThree = 1 << 14;
constexpr int64_t kMostTurns = 64;
constexpr int64_t kMostSteps = int64_t{1} << 32;
constexpr int64_t kSmallHeaps = 64;
constexpr unsigned kAll = kDifferent | kMixed | kEqual;

/// Checks one certificate. All numbers are signed: below 2^14, and products of three of them.
class Three {
 public:
  Three(const Certificate& certificate, const HeapCode& code, const Budget& budget)
      : certificate_(certificate),
        code_(code),
        budget_(budget),
        taken_(static_cast<int64_t>(greatest_taken(code))) {}

  Attempt<Judgement> judge() {
    for (const Row* row : {&certificate_.preperiod, &certificate_.period, &certificate_.saltus}) {
      if (row->numbers.size() != 1 || row->numbers[0] < 0 || row->numbers[0] > kMostOfThree)
        return rejected(row->line, fmt::format("expected a natural number up to {}", kMostOfThree));
    }
    const Row& window = certificate_.window;
    if (window.numbers.size() != 2 || window.numbers[0] < 1 || window.numbers[0] > kMostOfThree ||
        window.numbers[1] < 1 || window.numbers[1] > kMostTurns)
      return rejected(window.line,
                      fmt::format("expected numbers up to {} and {}", kMostOfThree, kMostTurns));
    const Row& digest_row = certificate_.digest;
    if (digest_row.numbers.size() != 2 ||
        std::any_of(digest_row.numbers.begin(), digest_row.numbers.end(),
                    [](int64_t n) { return n < 0 || n > UINT32_MAX; }))
      return rejected(digest_row.line, "expected two natural numbers below 2^32");
    preperiod_ = certificate_.preperiod.numbers[0];
    period_ = certificate_.period.numbers[0];
    saltus_ = certificate_.saltus.numbers[0];
    count_ = window.numbers[0];
    if (period_ < 1) return rejected(certificate_.period.line, "a period is at least 1");
    if (count_ < preperiod_ + period_ + 1)
      return rejected(window.line, "too few values for the period to be seen");
    if (auto computed = compute(); !computed) return std::move(computed).error();

    for (int64_t n = preperiod_; n + period_ < count_; ++n) {
      if (g(n + period_) != g(n) + saltus_)
        return rejected(
            certificate_.period.line,
            fmt::format("the value of {} is not what that of {} tells", n + period_, n));
    }
    if (preperiod_ > 0 && g(preperiod_ - 1 + period_) == g(preperiod_ - 1) + saltus_)
      return rejected(certificate_.preperiod.line, "a smaller pre-period does");
    for (int64_t less = 1; less < period_; ++less) {
      if (period_ % less == 0 && has_period(less))
        return rejected(certificate_.period.line, fmt::format("the period {} does as well", less));
    }
    Attempt<Judgement> law = saltus_ == 0 ? judge_periodic() : judge_arithmetic(window.numbers[1]);
    if (!law || !law->accepted) return law;
    std::vector<uint16_t> first;
    for (int64_t n = 0; n < preperiod_ + period_; ++n) first.push_back(static_cast<uint16_t>(g(n)));
    const uint64_t hash = digest(first);
    if (static_cast<uint64_t>(digest_row.numbers[0]) != hash >> 32 ||
        static_cast<uint64_t>(digest_row.numbers[1]) != (hash & UINT32_MAX))
      return rejected(digest_row.line, "the values have another digest");
    return Judgement{true, 0, ""};
  }

 private:
  int64_t g(int64_t n) const { return values_[static_cast<size_t>(n)]; }
  unsigned allowed(int64_t take, uint64_t heaps) const {
    return code_.digit(take).arrangements(heaps);
  }

  Attempt<void> compute() {
    // pairs_[m][v]: two heaps of m tokens, different or equal, have the nim-sum v.
    const auto bytes = static_cast<uint64_t>(count_ * count_ / 4);
    if (bytes > budget_.memory_limit())
      return budget_.too_large("the nim-sums of all pairs", bytes);
    for (int64_t n = 0; n < count_; ++n) {
      if (n % 64 == 0 && budget_.spent()) return budget_.why();
      std::vector<bool>& row =
          pairs_.emplace_back(2 * std::bit_ceil(static_cast<size_t>(largest_) + 1), false);
      for (int64_t a = 1; 2 * a <= n; ++a) {
        if (a < n) row[static_cast<size_t>(g(a) ^ g(n - a))] = true;
      }
      int64_t mex = 0;
      while (is_option(n, mex)) ++mex;
      if (mex > UINT16_MAX) return Error::declined("the values grow beyond 16 bits");
      values_.push_back(mex);
      largest_ = std::max(largest_, mex);
    }
    return {};
  }

  bool is_pair(int64_t total, int64_t value) const {
    const std::vector<bool>& row = pairs_[static_cast<size_t>(total)];
    return static_cast<size_t>(value) < row.size() && row[static_cast<size_t>(value)];
  }

  bool is_option(int64_t n, int64_t value) const {
    for (int64_t take = 0; take <= std::min(n, taken_); ++take) {
      const int64_t rest = n - take;
      if (take > 0 && rest == 0 && allowed(take, 0) != 0 && value == 0) return true;
      if (rest == 0) continue;
      if (allowed(take, 1) != 0 && g(rest) == value) return true;
      const unsigned two = allowed(take, 2);
      if (two == (kDifferent | kEqual) && is_pair(rest, value)) return true;
      if (two == kEqual && rest % 2 == 0 && value == 0) return true;
      if (two == kDifferent && is_different_pair(rest, value)) return true;
      if (allowed(take, 3) == 0) continue;
      for (int64_t a = 1; 3 * a <= rest; ++a) {
        if (is_pair(rest - a, value ^ g(a))) return true;
      }
    }
    return false;
  }

  bool is_different_pair(int64_t total, int64_t value) const {
    for (int64_t a = 1; 2 * a < total; ++a) {
      if ((g(a) ^ g(total - a)) == value) return true;
    }
    return false;
  }

  /// Whether g(n + less) - g(n) is the same for all known n from the pre-period on.
  bool has_period(int64_t less) const {
    const int64_t step = g(preperiod_ + less) - g(preperiod_);
    for (int64_t n = preperiod_; n + less < count_; ++n) {
      if (g(n + less) - g(n) != step) return false;
    }
    return true;
  }

  Attempt<Judgement> judge_periodic() const {
    bool equal_only = false;
    for (int64_t take = 0; take <= taken_; ++take)
      equal_only = equal_only || allowed(take, 2) == kEqual;
    const int64_t turns = equal_only && period_ % 2 != 0 ? 2 : 1;
    const int64_t needed = 3 * (preperiod_ + turns * period_) + taken_ + 1;
    if (count_ < needed)
      return rejected(certificate_.window.line, fmt::format("the theorem needs {} values", needed));
    return Judgement{true, 0, ""};
  }

  Attempt<Judgement> judge_arithmetic(int64_t turns) {
    const size_t line = certificate_.window.line;
    p_ = turns * period_;
    s_ = turns * saltus_;
    first_class_ = std::max<int64_t>(preperiod_, 1);
    while (s_ % (unit_ * 2) == 0) unit_ *= 2;
    end_ = first_class_ + p_;
    base_ = count_ - p_;
    if (p_ % 2 != 0) return rejected(line, "the period has to be even");
    if (base_ < 3 * first_class_ + taken_ + 3)
      return rejected(line, "too few values for the theorem");
    if (end_ * end_ > kMostSteps / p_ / (taken_ + 1))
      return Judgement{false, line, "the period is too long", false};
    for (int64_t n = base_; n < count_; ++n) {
      if (budget_.spent()) return budget_.why();
      if (g(n) <= 2 * s_)
        return rejected(line, fmt::format("the value of {} is too small for the theorem", n));
      if (const int64_t w = unreached(n); w < g(n))
        return rejected(
            line,
            fmt::format("it is not seen that {} is the value of an option of {} for ever", w, n));
    }
    for (int64_t take = 0; take <= taken_; ++take) {
      for (int64_t x = 0; x < end_; ++x) {
        if (budget_.spent()) return budget_.why();
        for (int64_t y = x; y < end_; ++y) {
          const uint64_t heaps = x > 0 ? 3 : y > 0 ? 2 : 1;
          if (allowed(take, heaps) != 0 && meets_itself(take, x, y))
            return rejected(
                line,
                fmt::format(
                    "it is not seen that positions have no option of their own value, when {} are "
                    "taken and heaps like {} and {} left",
                    take, x, y));
        }
      }
    }
    return Judgement{true, 0, ""};
  }

  /// The least w below g(n) that the theorem does not show to be an option's value, at n and at all
  /// n + k·p; g(n) when it shows all.
  int64_t unreached(int64_t n) const {
    const auto size = static_cast<size_t>(g(n));
    std::vector<bool> stays(size, false);    // and will be reached for ever
    std::vector<bool> moves(size, false);    // … and w + k·s likewise from n + k·p
    std::vector<bool> follows(size, false);  // w + k·s will be reached from n + k·p
    const auto mark = [&](std::vector<bool>& set, int64_t w) {
      if (w < g(n)) set[static_cast<size_t>(w)] = true;
    };
    for (int64_t take = 0; take <= taken_; ++take) {
      const int64_t rest = n - take;
      if (allowed(take, 3) != 0) {
        for (int64_t c = rest - 2; c >= 1; c -= 2) {
          mark(stays, g(c));
          if (c >= first_class_) mark(moves, g(c));
        }
        for (int64_t b = 1; b <= kSmallHeaps; ++b) {
          for (int64_t c = 1; c <= b && rest - b - c >= first_class_; ++c) {
            if (g(b) / unit_ == g(c) / unit_) mark(follows, g(b) ^ g(c) ^ g(rest - b - c));
          }
        }
      }
      const unsigned two = allowed(take, 2);
      if ((two & kEqual) != 0 && rest % 2 == 0) mark(stays, 0);
      for (int64_t b = 1;
           (two & kDifferent) != 0 && b <= kSmallHeaps && rest - b >= std::max(first_class_, b + 1);
           ++b) {
        if (g(b) < unit_) mark(follows, g(b) ^ g(rest - b));
      }
      if (allowed(take, 1) != 0) mark(follows, g(rest));
    }
    for (int64_t w = 0; w < g(n); ++w) {
      const auto i = static_cast<size_t>(w);
      const int64_t below = g(n) - w;
      if (!(below > 2 * s_ ? stays[i] : below > s_ ? moves[i] : moves[i] || follows[i])) return w;
    }
    return g(n);
  }

  /// p·h(g(x)) - u·x, the same for x + p; 0 for no heap.
  int64_t potential(int64_t x) const { return x == 0 ? 0 : p_ * (g(x) / unit_) - s_ / unit_ * x; }

  /// Whether some n may have an option of its value: heaps like x and y (0: none), and any of a
  /// class.
  bool meets_itself(int64_t take, int64_t x, int64_t y) const {
    const int64_t low = ((x == 0 ? 0 : g(x)) ^ (y == 0 ? 0 : g(y))) % unit_;
    const int64_t sum = potential(x) + potential(y) - s_ / unit_ * take;
    for (int64_t z = first_class_; z < end_; ++z) {
      int64_t n = (x + y + z + take) % p_;
      while (n < first_class_) n += p_;
      while (n >= end_) n -= p_;
      if (((low ^ g(z)) % unit_) != g(n) % unit_) continue;
      const int64_t deficit = (sum + potential(z) - potential(n)) / p_;
      if (deficit < 0 || deficit % 2 != 0) continue;
      if (x >= first_class_ || y >= first_class_) return true;
      const int64_t a = x == 0 ? 0 : g(x) / unit_;
      const int64_t b = y == 0 ? 0 : g(y) / unit_;
      // Twice what both have, and of the rest twice what one of them has.
      const int64_t rest = deficit / 2 - (a & b);
      if (rest >= 0 && (rest & (a ^ b)) == rest) return true;
    }
    return false;
  }

  const Certificate& certificate_;
  const HeapCode& code_;
  const Budget& budget_;
  int64_t taken_;
  int64_t preperiod_ = 0;
  int64_t period_ = 1;
  int64_t saltus_ = 0;
  int64_t count_ = 0;
  std::vector<int64_t> values_;
  std::vector<std::vector<bool>> pairs_;
  int64_t largest_ = 0;
  // The law, by periods taken together.
  int64_t p_ = 1;
  int64_t s_ = 0;
  int64_t unit_ = 1;         // 2^k
  int64_t first_class_ = 1;  // positions from here on stand for their class modulo p_ …
  int64_t end_ = 0;          // … up to here
  int64_t base_ = 0;
};

}  // namespace

bool leaves_three_heaps(const HeapCode& code) {
  if (!code.repeat.empty() || code.before.size() > 1) return false;
  bool three = false;
  for (uint64_t take = 0; take <= greatest_taken(code); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    const unsigned arrangements = digit.arrangements(3);
    if (digit.unbounded() || digit.settled() > 4 || (arrangements != 0 && arrangements != kAll))
      return false;
    three = three || arrangements != 0;
  }
  return three;
}

Attempt<Judgement> check_three(const Certificate& certificate, const HeapCode& code,
                               const Budget& budget) {
  return Three(certificate, code, budget).judge();
}

}  // namespace grundy
