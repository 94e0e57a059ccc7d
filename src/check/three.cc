#include "check/three.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "check/heap.h"
#include "check/heap_values.h"

namespace grundy {
namespace {

constexpr int64_t kMostOfThree = 1 << 14;
constexpr int64_t kMostTurns = 64;
constexpr int64_t kMostSteps = int64_t{1} << 32;
constexpr int64_t kSmallHeaps = 64;   // beside others
constexpr int64_t kSmallTotal = 128;  // of these
constexpr int64_t kMostHeaps = 12;    // that a digit names
constexpr int64_t kNone = std::numeric_limits<int64_t>::min();
constexpr unsigned kAll = kDifferent | kMixed | kEqual;

/// Checks one certificate. All numbers are signed: below 2^14, and products of three of them.
class Three {
 public:
  Three(const Certificate& certificate, const HeapCode& code, const Budget& budget)
      : certificate_(certificate),
        code_(code),
        budget_(budget),
        taken_(static_cast<int64_t>(greatest_taken(code))) {
    if (!code.unbounded()) most_heaps_ = code.greatest_count();
    for (int64_t take = 0; take <= taken_; ++take) {
      if (const HeapDigit& digit = code.digit(take); !digit.empty())
        settled_ = std::max(settled_, static_cast<int64_t>(digit.settled()));
    }
  }

  Attempt<Judgement> judge() {
    if (auto bad = read()) return *std::move(bad);
    if (auto computed = compute(); !computed) return std::move(computed).error();
    if (auto bad = differs()) return *std::move(bad);
    const size_t line = certificate_.window.line;
    Attempt<Judgement> law =
        saltus_ == 0 ? judge_periodic() : judge_arithmetic(certificate_.window.numbers[1], line);
    if (!law || !law->accepted) return law;
    std::vector<uint16_t> first;
    for (int64_t n = 0; n < preperiod_ + period_; ++n) first.push_back(static_cast<uint16_t>(g(n)));
    const uint64_t hash = digest(first);
    const Row& row = certificate_.digest;
    if (static_cast<uint64_t>(row.numbers[0]) != hash >> 32 ||
        static_cast<uint64_t>(row.numbers[1]) != (hash & UINT32_MAX))
      return rejected(row.line, "the values have another digest");
    return Judgement{true, 0, ""};
  }

 private:
  /// What is wrong with the certificate's numbers by themselves.
  std::optional<Judgement> read() {
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
    return std::nullopt;
  }

  /// Where the values that were computed have another pre-period or period.
  std::optional<Judgement> differs() const {
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
    return std::nullopt;
  }

  int64_t g(int64_t n) const { return values_[static_cast<size_t>(n)]; }
  unsigned allowed(int64_t take, int64_t heaps) const {
    return code_.digit(take).arrangements(static_cast<uint64_t>(heaps));
  }

  /// Nim-sums that are met, by the number.
  using Sums = std::vector<bool>;
  static bool has(const Sums& sums, int64_t value) {
    return static_cast<size_t>(value) < sums.size() && sums[static_cast<size_t>(value)];
  }

  Attempt<void> compute() {
    // exactly_[h][m]: h heaps of m tokens together have the nim-sum v; at_least_[h][m]: h or more.
    exactly_.resize(static_cast<size_t>(settled_));
    at_least_.resize(static_cast<size_t>(most_heaps_ ? 0 : settled_));
    const auto bytes =
        static_cast<uint64_t>(count_ * count_ / 4) * (exactly_.size() + at_least_.size());
    if (bytes > budget_.memory_limit())
      return budget_.too_large("the nim-sums of some heaps together", bytes);
    for (int64_t n = 0; n < count_; ++n) {
      if (budget_.spent()) return budget_.why();
      int64_t mex = 0;
      while (is_option(n, mex)) ++mex;
      if (mex > UINT16_MAX) return Error::declined("the values grow beyond 16 bits");
      values_.push_back(mex);
      largest_ = std::max(largest_, mex);
      for (size_t heaps = 1; heaps < exactly_.size(); ++heaps)
        exactly_[heaps].push_back(sums(n, exactly_[heaps - 1], heaps == 1));
      for (size_t heaps = 1; heaps < at_least_.size(); ++heaps)
        at_least_[heaps].push_back(sums(n, at_least_[std::max<size_t>(heaps - 1, 1)], heaps == 1));
    }
    return {};
  }

  /// The nim-sums of a heap and of others that have the rest of n, and of n alone if that counts.
  Sums sums(int64_t n, const std::vector<Sums>& others, bool alone) const {
    Sums result(std::bit_ceil(static_cast<size_t>(largest_) + 1), false);
    if (alone && n > 0) result[static_cast<size_t>(g(n))] = true;
    for (int64_t a = 1; a < n && !others.empty(); ++a) {
      const Sums& rest = others[static_cast<size_t>(n - a)];
      for (size_t v = 0; v < rest.size(); ++v) {
        if (rest[v]) result[v ^ static_cast<size_t>(g(a))] = true;
      }
    }
    return result;
  }

  /// Whether a heap, and others that have the rest of the tokens, have this nim-sum.
  bool is_sum(int64_t total, int64_t value, const std::vector<Sums>& others) const {
    for (int64_t a = 1; a < total; ++a) {
      if (has(others[static_cast<size_t>(total - a)], value ^ g(a))) return true;
    }
    return false;
  }

  bool is_option(int64_t n, int64_t value) const {
    for (int64_t take = 0; take <= std::min(n, taken_); ++take) {
      const int64_t rest = n - take;
      const HeapDigit& digit = code_.digit(take);
      if (take > 0 && rest == 0 && allowed(take, 0) != 0 && value == 0) return true;
      if (rest == 0 || digit.empty()) continue;
      if (take > 0 && allowed(take, 1) != 0 && g(rest) == value) return true;
      const unsigned two = allowed(take, 2);
      if ((two & kEqual) != 0 && rest % 2 == 0 && value == 0) return true;
      if ((two & kDifferent) != 0 && is_different_pair(rest, value)) return true;
      for (int64_t heaps = 3; heaps <= digit.settled(); ++heaps) {
        if (allowed(take, heaps) == 0) continue;
        const bool more = digit.unbounded() && heaps == digit.settled();
        const auto& others = more ? at_least_ : exactly_;
        if (is_sum(rest, value, others[static_cast<size_t>(heaps - 1)])) return true;
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
    if (!most_heaps_)
      return rejected(certificate_.code_line,
                      "the theorem is about codes that leave at most some number of heaps");
    bool equal_only = false;
    for (int64_t take = 0; take <= taken_; ++take)
      equal_only = equal_only || allowed(take, 2) == kEqual;
    const int64_t turns = equal_only && period_ % 2 != 0 ? 2 : 1;
    const int64_t needed =
        std::max<int64_t>(*most_heaps_, 3) * (preperiod_ + turns * period_) + taken_ + 1;
    if (count_ < needed)
      return rejected(certificate_.window.line, fmt::format("the theorem needs {} values", needed));
    return Judgement{true, 0, ""};
  }

  Attempt<Judgement> judge_arithmetic(int64_t turns, size_t line) {
    p_ = turns * period_;
    s_ = turns * saltus_;
    first_class_ = std::max<int64_t>(preperiod_, 1);
    while (s_ % (unit_ * 2) == 0) unit_ *= 2;
    end_ = first_class_ + p_;
    base_ = count_ - p_;
    if (p_ % 2 != 0) return rejected(line, "the period has to be even");
    if (!most_heaps_ && first_class_ > 1)
      return rejected(certificate_.preperiod.line,
                      "a move may leave any number of heaps before the period");
    if (base_ < most_heaps_.value_or(3) * first_class_ + taken_ + 3)
      return rejected(line, "too few values for the theorem");
    if (end_ * end_ > kMostSteps / p_ / (taken_ + 1))
      return Judgement{false, line, "the period is too long", false};
    const auto bytes = static_cast<uint64_t>(p_ * unit_) * 8 * sizeof(int64_t);
    if (bytes > budget_.memory_limit())
      return budget_.too_large("the residues and low parts of heaps", bytes);
    find_beside();
    for (int64_t n = base_; n < count_; ++n) {
      if (budget_.spent()) return budget_.why();
      if (g(n) <= 2 * s_)
        return rejected(line, fmt::format("the value of {} is too small for the theorem", n));
      if (const int64_t w = unreached(n); w < g(n))
        return rejected(
            line,
            fmt::format("it is not seen that {} is the value of an option of {} for ever", w, n));
    }
    return judge_own(line);
  }

  // --- 2: every smaller value is an option's

  /// Small heaps together.
  struct Few {
    int64_t tokens = 0;
    int64_t sum = 0;  // nim-sum
    friend auto operator<=>(const Few&, const Few&) = default;
  };

  /// By parity and nim-sum, the least number of tokens of some heaps together.
  using Least = std::array<std::vector<int64_t>, 2>;

  /// The greatest number of heaps that is looked at.
  int64_t last_heaps() const { return most_heaps_.value_or(kMostHeaps); }

  /// Finds what may stand beside two equal heaps, one heap and small ones, and beside a growing
  /// heap, small ones alone.
  void find_beside() {
    const size_t sums = std::bit_ceil(static_cast<size_t>(largest_) + 1);
    Least any;
    any.fill(std::vector<int64_t>(sums, count_));
    Least growing = any;
    for (int64_t c = count_ - 1; c >= 1; --c) {
      any[c % 2][static_cast<size_t>(g(c))] = c;
      if (c >= first_class_) growing[c % 2][static_cast<size_t>(g(c))] = c;
    }
    stay_.resize(3);
    move_.resize(3);
    for (int64_t heaps = 3; heaps <= last_heaps(); ++heaps) {
      stay_.push_back(any);
      move_.push_back(growing);
      Least more_any;
      more_any.fill(std::vector<int64_t>(sums, count_));
      Least more_growing = more_any;
      for (int64_t a = 1; a <= kSmallHeaps && a < count_; ++a) {
        for (size_t parity = 0; parity < 2; ++parity) {
          const size_t to = (parity + static_cast<size_t>(a)) % 2;
          for (size_t v = 0; v < sums; ++v) {
            const size_t sum = v ^ static_cast<size_t>(g(a));
            more_any[to][sum] = std::min(more_any[to][sum], any[parity][v] + a);
            if (g(a) >= unit_) continue;
            more_growing[to][sum] = std::min(more_growing[to][sum], growing[parity][v] + a);
          }
        }
      }
      any = std::move(more_any);
      growing = std::move(more_growing);
    }
    std::set<Few> few = {{}};
    for (int64_t heaps = 1; heaps <= last_heaps(); ++heaps) {
      std::vector<Few>& beside = beside_.emplace_back();
      std::set<Few> more;
      for (const Few& one : few) {
        if (one.sum < unit_) beside.push_back(one);
        for (int64_t a = 1; a <= kSmallHeaps && a < count_ && one.tokens + a <= kSmallTotal; ++a)
          more.insert({one.tokens + a, one.sum ^ g(a)});
      }
      few = std::move(more);
    }
  }

  /// The least w below g(n) that the theorem does not show to be an option's value, at n and at all
  /// n + k·p; g(n) when it shows all.
  int64_t unreached(int64_t n) const {
    const auto size = static_cast<size_t>(g(n));
    Sums stays(size, false);    // and will be reached for ever
    Sums moves(size, false);    // … and w + k·s likewise from n + k·p
    Sums follows(size, false);  // w + k·s will be reached from n + k·p
    for (int64_t take = 0; take <= taken_; ++take) {
      const int64_t rest = n - take;
      if (size > 0 && (allowed(take, 2) & kEqual) != 0 && rest % 2 == 0) stays[0] = true;
      for (int64_t heaps = 1; heaps <= last_heaps(); ++heaps) {
        if (allowed(take, heaps) == 0) continue;
        for (size_t w = 0; heaps >= 3 && w < size; ++w) {
          const auto parity = static_cast<size_t>(rest % 2);
          const auto at = static_cast<size_t>(heaps);
          if (stay_[at][parity][w] + 2 <= rest) stays[w] = true;
          if (move_[at][parity][w] + 2 <= rest) moves[w] = true;
        }
        for (const Few& few : beside_[static_cast<size_t>(heaps - 1)]) {
          const int64_t c = rest - few.tokens;
          // Of two heaps that have to be different, c is the larger.
          if (heaps == 2 && ((allowed(take, 2) & kDifferent) == 0 || c <= few.tokens)) continue;
          if (c < first_class_) continue;
          const auto w = static_cast<size_t>(g(c) ^ few.sum);
          if (w < size) follows[w] = true;
        }
      }
    }
    for (int64_t w = 0; w < g(n); ++w) {
      const auto i = static_cast<size_t>(w);
      const int64_t below = g(n) - w;
      if (!(below > 2 * s_ ? stays[i] : below > s_ ? moves[i] : moves[i] || follows[i])) return w;
    }
    return g(n);
  }

  // --- 1: no option has the value of n itself

  /// p·h(g(x)) - u·x, the same for x + p.
  int64_t potential(int64_t x) const { return p_ * (g(x) / unit_) - s_ / unit_ * x; }
  /// The type of n or of heaps from n0 on.
  int64_t type(int64_t n) const {
    n %= p_;
    while (n < first_class_) n += p_;
    while (n >= end_) n -= p_;
    return n;
  }

  /// What counts of some heaps: their tokens modulo p, r, the nim-sum of their low parts, l, and
  /// whether the sum of their potentials is -u·r and an odd multiple of p. Of each, at (r·2^k +
  /// l)·2 + 1 if it is, the greatest sum, or kNone.
  using Greatest = std::vector<int64_t>;
  struct Kind {
    int64_t tokens = 0;
    int64_t low = 0;
  };

  Greatest nothing() const { return Greatest(static_cast<size_t>(p_ * unit_ * 2), kNone); }
  Kind kind(size_t index) const {
    return {static_cast<int64_t>(index) / 2 / unit_, static_cast<int64_t>(index) / 2 % unit_};
  }
  void add(Greatest& to, int64_t tokens, int64_t low, int64_t sum) const {
    tokens %= p_;
    const int64_t turns = (sum + s_ / unit_ * tokens) / p_;
    int64_t& known = to[static_cast<size_t>((tokens * unit_ + low) * 2 + (turns & 1))];
    known = std::max(known, sum);
  }

  /// D of the theorem, for heaps of these tokens, modulo p, and this sum of potentials.
  int64_t excess(int64_t tokens, int64_t sum, int64_t take) const {
    return (sum - potential(type(tokens + take)) - s_ / unit_ * take) / p_;
  }
  bool is_own(int64_t tokens, int64_t low, int64_t take) const {
    return g(type(tokens + take)) % unit_ == low;
  }

  Attempt<Judgement> judge_own(size_t line) const {
    std::map<Few, int64_t> small = {{Few{}, 0}};  // heaps below n0: the greatest sum of potentials
    Greatest one = nothing();                     // heaps of which one at least is of a class …
    Greatest two = nothing();                     // … two at least
    for (int64_t heaps = 1;
         most_heaps_ ? heaps <= *most_heaps_ : heaps <= settled_ || may_meet(one); ++heaps) {
      if (heaps > kMostHeaps + 2 * p_)
        return Judgement{false, line, "the numbers of heaps are not seen to be bounded", false};
      if (static_cast<int64_t>(small.size()) > kMostSteps / p_ / (taken_ + 1))
        return Judgement{false, line, "the heaps below the period are too many", false};
      if (auto added = add_heap(small, one, two); !added) return std::move(added).error();
      for (int64_t take = 0; take <= taken_; ++take) {
        if (allowed(take, heaps) == 0) continue;
        const Attempt<bool> met = meets(small, take);
        if (!met) return met.error();
        if (*met || meets(two, take))
          return rejected(line,
                          fmt::format("it is not seen that positions have no option of their own "
                                      "value, when {} are taken and {} heaps left",
                                      take, heaps));
      }
      if (most_heaps_ && heaps == *most_heaps_) break;
      if (auto added = add_small(small); !added) return std::move(added).error();
    }
    return Judgement{true, 0, ""};
  }

  /// One heap below n0 more.
  Attempt<void> add_small(std::map<Few, int64_t>& small) const {
    constexpr uint64_t kEntry = 64;  // bytes
    std::map<Few, int64_t> more;
    for (const auto& [few, sum] : small) {
      if (budget_.spent()) return budget_.why();
      const uint64_t bytes = more.size() * kEntry;
      if (bytes > budget_.memory_limit())
        return budget_.too_large("the heaps below the period", bytes);
      for (int64_t x = 1; x < first_class_; ++x) {
        const auto [at, fresh] =
            more.try_emplace({few.tokens + x, few.sum ^ g(x)}, sum + potential(x));
        at->second = std::max(at->second, sum + potential(x));
      }
    }
    small = std::move(more);
    return {};
  }

  /// One heap more beside each; `small` is left for `meets`.
  Attempt<void> add_heap(const std::map<Few, int64_t>& small, Greatest& one, Greatest& two) const {
    Greatest next_one = nothing(), next_two = nothing();
    for (int64_t x = 1; x < end_; ++x) {
      if (budget_.spent()) return budget_.why();
      for (size_t i = 0; i < one.size(); ++i) {
        if (one[i] == kNone) continue;  // and then there are no two
        const auto [tokens, low] = kind(i);
        const int64_t both = low ^ g(x) % unit_;
        add(next_one, tokens + x, both, one[i] + potential(x));
        if (x >= first_class_)
          add(next_two, tokens + x, both, one[i] + potential(x));
        else if (two[i] != kNone)
          add(next_two, tokens + x, both, two[i] + potential(x));
      }
    }
    for (const auto& [few, sum] : small) {
      for (int64_t z = first_class_; z < end_; ++z)
        add(next_one, few.tokens + z, (few.sum ^ g(z)) % unit_, sum + potential(z));
    }
    one = std::move(next_one);
    two = std::move(next_two);
    return {};
  }

  /// Whether some n may have an option of its value by heaps of which two or more are of classes.
  bool meets(const Greatest& two, int64_t take) const {
    for (size_t i = 0; i < two.size(); ++i) {
      const auto [tokens, low] = kind(i);
      if (two[i] == kNone || !is_own(tokens, low, take)) continue;
      const int64_t more = excess(tokens, two[i], take);
      if (more >= 0 && more % 2 == 0) return true;
    }
    return false;
  }

  /// Whether some n may have one by a heap of a class beside these below n0.
  Attempt<bool> meets(const std::map<Few, int64_t>& small, int64_t take) const {
    for (const auto& [few, sum] : small) {
      if (budget_.spent()) return budget_.why();
      // The high part of the nim-sum in place of the sum of high parts: the rest is an even number
      // that the nim-sum lacks anyway.
      const int64_t bits = few.sum / unit_;
      const int64_t least = p_ * bits - s_ / unit_ * few.tokens;
      for (int64_t z = first_class_; z < end_; ++z) {
        if (!is_own(few.tokens + z, (few.sum ^ g(z)) % unit_, take)) continue;
        const int64_t more = excess(few.tokens + z, least + potential(z), take);
        if (more >= 0 && more % 2 == 0 && (more / 2 & bits) == more / 2) return true;
      }
    }
    return false;
  }

  /// Whether heaps like these, and others beside them, can exceed a position.
  bool may_meet(const Greatest& one) const {
    int64_t least = potential(first_class_);
    for (int64_t x = first_class_; x < end_; ++x) {
      if (potential(x) >= 0) return true;
      least = std::min(least, potential(x));
    }
    return *std::max_element(one.begin(), one.end()) >= least;
  }

  const Certificate& certificate_;
  const HeapCode& code_;
  const Budget& budget_;
  int64_t taken_;
  std::optional<int64_t> most_heaps_;  // that a move leaves
  int64_t settled_ = 1;                // from this number of heaps on no digit changes
  int64_t preperiod_ = 0;
  int64_t period_ = 1;
  int64_t saltus_ = 0;
  int64_t count_ = 0;
  std::vector<int64_t> values_;
  std::vector<std::vector<Sums>> exactly_;
  std::vector<std::vector<Sums>> at_least_;
  int64_t largest_ = 0;
  // The law, by periods taken together.
  int64_t p_ = 1;
  int64_t s_ = 0;
  int64_t unit_ = 1;         // 2^k
  int64_t first_class_ = 1;  // positions from here on stand for their class modulo p_ …
  int64_t end_ = 0;          // … up to here
  int64_t base_ = 0;
  // By the number of all heaps: the least tokens of what stands beside two equal ones.
  std::vector<Least> stay_;
  std::vector<Least> move_;
  std::vector<std::vector<Few>> beside_;  // by the number of small heaps
};

}  // namespace

bool leaves_many_heaps(const HeapCode& code) {
  if (!code.repeat.empty() || code.before.size() > 1) return false;
  bool many = false;
  for (uint64_t take = 0; take <= greatest_taken(code); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    if (digit.empty()) continue;
    if (digit.settled() > kMostHeaps) return false;
    for (uint64_t heaps = 3; heaps <= digit.settled(); ++heaps) {
      const unsigned arrangements = digit.arrangements(heaps);
      if (arrangements != 0 && arrangements != kAll) return false;
      many = many || arrangements != 0;
    }
  }
  return many;
}

Attempt<Judgement> check_three(const Certificate& certificate, const HeapCode& code,
                               const Budget& budget) {
  return Three(certificate, code, budget).judge();
}

}  // namespace grundy
