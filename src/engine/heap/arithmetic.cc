#include "engine/heap/arithmetic.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace grundy::heap {
namespace {

constexpr uint64_t kMostSteps = uint64_t{1} << 30;
constexpr uint64_t kMostTurns = 16;    // the law is tried as one of so many periods at once
constexpr uint64_t kSmallHeaps = 64;   // beside others
constexpr uint64_t kSmallTotal = 128;  // of these
constexpr uint64_t kMostHeaps = 12;    // that a digit names
constexpr uint64_t kMostTypes = 1 << 15;
constexpr uint64_t kMostFew = 1 << 23;  // totals and nim-sums of heaps below n0
constexpr unsigned kOfAnySizes = kDifferent | kMixed | kEqual;
constexpr int64_t kNone = std::numeric_limits<int64_t>::min();

/// One way to read the law: the period p even, the saltus s.
class Proof {
 public:
  Proof(const HeapCode& code, std::span<const uint32_t> g, const Period& law)
      : code_(code),
        g_(g),
        preperiod_(law.preperiod),
        n0_(std::max<uint64_t>(law.preperiod, 1)),
        p_(law.period),
        s_(law.saltus),
        taken_(code.after.size()),
        is_unbounded_(code.unbounded()),
        last_heaps_(is_unbounded_ ? kMostHeaps : code.greatest_count()) {
    low_ = static_cast<unsigned>(std::countr_zero(s_));
    growth_ = static_cast<int64_t>(s_ >> low_);
  }

  bool holds() {
    if (is_unbounded_ && n0_ > 1) return false;  // all heaps may be small ones
    const uint64_t least = (is_unbounded_ ? 3 : last_heaps_) * n0_ + taken_ + 3;
    if (g_.size() < p_ || g_.size() - p_ < least || n0_ + p_ > kMostTypes) return false;
    base_ = g_.size() - p_;
    return grows() && reaches_smaller() && misses_own();
  }

 private:
  bool allows(uint64_t take, uint64_t heaps) const { return arrangements(take, heaps) != 0; }
  unsigned arrangements(uint64_t take, uint64_t heaps) const {
    return code_.digit(static_cast<int64_t>(take)).arrangements(heaps);
  }
  uint64_t unit() const { return uint64_t{1} << low_; }
  uint64_t high(uint64_t n) const { return g_[n] >> low_; }
  uint64_t low(uint64_t n) const { return g_[n] & (unit() - 1); }

  bool grows() const {
    for (uint64_t n = preperiod_; n + p_ < g_.size(); ++n) {
      if (g_[n + p_] != g_[n] + s_) return false;
    }
    return true;
  }

  // --- every value below g(n) is an option's

  /// By parity and nim-sum, the least number of tokens of some heaps.
  using Least = std::array<std::vector<uint64_t>, 2>;

  bool reaches_smaller() {
    const uint64_t values = std::bit_ceil(*std::max_element(g_.begin(), g_.end()) + uint64_t{1});
    const Least none = {std::vector<uint64_t>(values, g_.size()),
                        std::vector<uint64_t>(values, g_.size())};
    // Beside two equal heaps stand one heap and small ones.
    Least beside = none, beside_growing = none;
    for (uint64_t n = g_.size() - 1; n > 0; --n) {
      beside[n % 2][g_[n]] = n;
      if (n >= n0_) beside_growing[n % 2][g_[n]] = n;
    }
    stay_.assign(taken_ + 1, none);
    move_.assign(taken_ + 1, none);
    for (uint64_t heaps = 3; heaps <= last_heaps_; ++heaps) {
      for (uint64_t take = 0; take <= taken_; ++take) {
        if (!allows(take, heaps)) continue;
        improve(stay_[take], beside);
        improve(move_[take], beside_growing);
      }
      if (heaps == last_heaps_) break;
      beside = with_small(beside, false);
      beside_growing = with_small(beside_growing, true);
    }
    find_followers();
    for (uint64_t n = base_; n < g_.size(); ++n) {
      if (g_[n] <= 2 * s_) return false;
      const std::vector<bool> follows = followers(n);
      for (uint64_t w = 0; w < g_[n]; ++w) {
        const uint64_t below = g_[n] - w;
        const bool reached = below > 2 * s_ ? beside_equal(stay_, n, w) || (w == 0 && halves(n))
                             : below > s_   ? beside_equal(move_, n, w)
                                            : beside_equal(move_, n, w) || follows[w];
        if (!reached) return false;
      }
    }
    return true;
  }

  static void improve(Least& least, const Least& other) {
    for (size_t parity = 0; parity < 2; ++parity) {
      for (size_t v = 0; v < least[parity].size(); ++v)
        least[parity][v] = std::min(least[parity][v], other[parity][v]);
    }
  }

  /// One small heap more; where the others have to go on growing, one without a high part.
  Least with_small(const Least& least, bool without_high) const {
    Least result = least;
    for (auto& numbers : result) std::fill(numbers.begin(), numbers.end(), g_.size());
    for (uint64_t a = 1; a <= kSmallHeaps && a < g_.size(); ++a) {
      if (without_high && high(a) != 0) continue;
      for (size_t parity = 0; parity < 2; ++parity) {
        for (size_t v = 0; v < least[parity].size(); ++v) {
          uint64_t& to = result[(parity + a) % 2][v ^ g_[a]];
          to = std::min(to, least[parity][v] + a);
        }
      }
    }
    return result;
  }

  /// Heaps of nim-sum w beside two equal ones.
  bool beside_equal(const std::vector<Least>& least, uint64_t n, uint64_t w) const {
    for (uint64_t take = 0; take <= taken_; ++take) {
      if (least[take][(n - take) % 2][w] + take + 2 <= n) return true;
    }
    return false;
  }

  /// Two equal heaps.
  bool halves(uint64_t n) const {
    for (uint64_t take = 0; take <= taken_; ++take) {
      if ((arrangements(take, 2) & kEqual) != 0 && (n - take) % 2 == 0) return true;
    }
    return false;
  }

  /// Small heaps whose nim-sum has no high part: it, and how many tokens they have together.
  struct Small {
    uint64_t tokens = 0;
    uint64_t sum = 0;
  };

  /// Finds them for each number of heaps that may stand beside a growing one.
  void find_followers() {
    const uint64_t heaps_end = std::min<uint64_t>(kSmallHeaps + 1, g_.size());
    const uint64_t sums = std::bit_ceil(
        *std::max_element(g_.begin(), g_.begin() + static_cast<std::ptrdiff_t>(heaps_end)) +
        uint64_t{1});
    std::vector<bool> met((kSmallTotal + 1) * sums, false);  // by tokens and nim-sum
    met[0] = true;
    small_.assign(1, {Small{}});
    for (uint64_t heaps = 2; heaps <= last_heaps_; ++heaps) {
      std::vector<bool> more(met.size(), false);
      std::vector<Small>& found = small_.emplace_back();
      for (size_t i = 0; i < met.size(); ++i) {
        for (uint64_t a = 1; met[i] && a < heaps_end && i / sums + a <= kSmallTotal; ++a) {
          const Small one{i / sums + a, (i % sums) ^ g_[a]};
          if (one.sum < unit() && !more[one.tokens * sums + one.sum]) found.push_back(one);
          more[one.tokens * sums + one.sum] = true;
        }
      }
      met = std::move(more);
    }
  }

  /// The values of a heap from n0 on beside small ones whose nim-sum has no high part.
  std::vector<bool> followers(uint64_t n) const {
    std::vector<bool> result(g_[n], false);
    for (uint64_t take = 0; take <= taken_; ++take) {
      for (uint64_t heaps = 1; heaps <= last_heaps_; ++heaps) {
        // Of two heaps that have to be different the growing one is the larger.
        if (heaps == 2 ? (arrangements(take, 2) & kDifferent) == 0 : !allows(take, heaps)) continue;
        for (const Small& beside : small_[heaps - 1]) {
          const uint64_t rest = n - take - beside.tokens;
          if (take + beside.tokens + n0_ > n || rest <= beside.tokens) continue;
          const uint64_t value = g_[rest] ^ beside.sum;
          if (value < g_[n]) result[value] = true;
        }
      }
    }
    return result;
  }

  // --- no option has the value g(n)

  // Positions from n0 to n0 + p - 1 stand for their classes, those below n0 for themselves. What
  // counts of some heaps, one of a class at least: their tokens modulo p, r, the nim-sum of the low
  // parts, and q, the sum of the high parts less u for each p tokens. Of equal r and nim-sum the
  // greatest q of each parity says all.

  struct State {
    uint64_t residue = 0;
    uint64_t low = 0;
  };
  size_t index(const State& state, size_t parity) const {
    return static_cast<size_t>((state.residue * unit() + state.low) * 2 + parity);
  }

  /// What q grows by with a heap like x beside heaps of residue r.
  int64_t growth(uint64_t residue, uint64_t x) const {
    return static_cast<int64_t>(high(x)) - growth_ * static_cast<int64_t>((residue + x) / p_);
  }
  State with(const State& state, uint64_t x) const {
    return {(state.residue + x) % p_, state.low ^ low(x)};
  }

  /// What the high parts exceed that of the position by, when heaps of this residue and q are left,
  /// so many tokens were taken and the position is like n.
  int64_t deficit(uint64_t residue, int64_t q, uint64_t take, uint64_t n) const {
    const auto turns =
        (static_cast<int64_t>(n) - static_cast<int64_t>(residue + take)) / static_cast<int64_t>(p_);
    return q - static_cast<int64_t>(high(n)) + growth_ * turns;
  }
  uint64_t class_of(uint64_t residue) const { return n0_ + (residue + p_ - n0_ % p_) % p_; }

  bool misses_own() {
    const uint64_t sums = std::bit_ceil(*std::max_element(g_.begin(), g_.end()) + uint64_t{1});
    Few few(1, std::vector<int64_t>(sums, kNone));
    few[0][0] = 0;
    std::vector<int64_t> best(static_cast<size_t>(p_ * unit() * 2), kNone);
    for (uint64_t heaps = 1; heaps <= last_heaps_ || (is_unbounded_ && may_meet(best)); ++heaps) {
      if (!next_heap(few, best)) return false;
      for (uint64_t take = 0; take <= taken_; ++take) {
        if (allows(take, heaps) && (meets_own(take) || meets_own(take, few))) return false;
      }
      if (heaps < last_heaps_ && !keep_few(few)) return false;
    }
    return true;
  }

  /// Of some heaps below n0, by their tokens together and their nim-sum, the greatest sum of high
  /// parts, or kNone.
  using Few = std::vector<std::vector<int64_t>>;

  /// One heap more: `best` is about heaps of which one is of a class, several_ then about those of
  /// which two or more are.
  bool next_heap(const Few& few, std::vector<int64_t>& best) {
    const uint64_t end = n0_ + p_;
    steps_ += best.size() * end + few.size() * few[0].size();
    if (steps_ > kMostSteps) return false;
    const auto add = [&](std::vector<int64_t>& to, const State& state, int64_t q) {
      int64_t& known = to[index(state, static_cast<size_t>(q & 1))];
      known = std::max(known, q);
    };
    several_.assign(best.size(), kNone);
    std::vector<int64_t> all(best.size(), kNone);
    for (size_t i = 0; i < best.size(); ++i) {
      if (best[i] == kNone) continue;
      const State state{i / 2 / unit(), i / 2 % unit()};
      for (uint64_t x = 1; x < end; ++x) {
        const int64_t q = best[i] + growth(state.residue, x);
        add(all, with(state, x), q);
        if (x >= n0_) add(several_, with(state, x), q);
      }
    }
    for (uint64_t tokens = 0; tokens < few.size(); ++tokens) {
      for (uint64_t sum = 0; sum < few[tokens].size(); ++sum) {
        if (few[tokens][sum] == kNone) continue;
        steps_ += p_ * (taken_ + 1);
        const State state{tokens % p_, sum & (unit() - 1)};
        for (uint64_t z = n0_; z < end; ++z) {
          add(all, with(state, z),
              few[tokens][sum] - growth_ * static_cast<int64_t>(tokens / p_) +
                  growth(state.residue, z));
        }
      }
    }
    best = std::move(all);
    return true;
  }

  /// One heap below n0 more.
  bool keep_few(Few& few) {
    const uint64_t sums = few[0].size();
    if ((few.size() + n0_) * sums > kMostFew) return false;
    Few more(few.size() + n0_, std::vector<int64_t>(sums, kNone));
    for (uint64_t tokens = 0; tokens < few.size(); ++tokens) {
      for (uint64_t sum = 0; sum < sums; ++sum) {
        if (few[tokens][sum] == kNone) continue;
        steps_ += n0_;
        if (steps_ > kMostSteps) return false;
        for (uint64_t x = 1; x < n0_; ++x) {
          int64_t& known = more[tokens + x][sum ^ g_[x]];
          known = std::max(known, few[tokens][sum] + static_cast<int64_t>(high(x)));
        }
      }
    }
    few = std::move(more);
    return true;
  }

  /// By heaps of which two or more are of classes, so that their bits may be any.
  bool meets_own(uint64_t take) const {
    for (uint64_t residue = 0; residue < p_; ++residue) {
      const uint64_t n = class_of(residue + take);
      for (size_t parity = 0; parity < 2; ++parity) {
        const int64_t q = several_[index({residue, low(n)}, parity)];
        if (q == kNone) continue;
        const int64_t more = deficit(residue, q, take, n);
        if (more >= 0 && more % 2 == 0) return true;
      }
    }
    return false;
  }

  /// By a heap of a class beside these below n0. In each digit where their nim-sum has a bit, that
  /// heap may have one too, and then the high parts exceed theirs by two.
  bool meets_own(uint64_t take, const Few& few) const {
    for (uint64_t tokens = 0; tokens < few.size(); ++tokens) {
      for (uint64_t sum = 0; sum < few[tokens].size(); ++sum) {
        if (few[tokens][sum] == kNone) continue;
        const State state{tokens % p_, sum & (unit() - 1)};
        const auto bits = static_cast<int64_t>(sum >> low_);
        const int64_t q = bits - growth_ * static_cast<int64_t>(tokens / p_);
        for (uint64_t z = n0_; z < n0_ + p_; ++z) {
          const State there = with(state, z);
          const uint64_t n = class_of(there.residue + take);
          if (low(n) != there.low) continue;
          const int64_t more = deficit(there.residue, q + growth(state.residue, z), take, n);
          if (more >= 0 && more % 2 == 0 && (more / 2 & ~bits) == 0) return true;
        }
      }
    }
    return false;
  }

  /// Whether heaps as these, and more beside them, can have a deficit that is not negative.
  bool may_meet(const std::vector<int64_t>& best) const {
    const int64_t p = static_cast<int64_t>(p_);
    int64_t most = kNone, least_own = std::numeric_limits<int64_t>::max();
    for (uint64_t x = n0_; x < n0_ + p_; ++x) {
      const int64_t potential =
          p * static_cast<int64_t>(high(x)) - growth_ * static_cast<int64_t>(x);
      if (potential >= 0) return true;
      least_own = std::min(least_own, potential);
    }
    for (size_t i = 0; i < best.size(); ++i) {
      if (best[i] != kNone)
        most = std::max(most, p * best[i] - growth_ * static_cast<int64_t>(i / 2 / unit()));
    }
    return most >= least_own;
  }

  const HeapCode& code_;
  std::span<const uint32_t> g_;
  uint64_t preperiod_;
  uint64_t n0_;  // from here on heaps stand for their class; the empty heap is none
  uint64_t p_;
  uint64_t s_;
  uint64_t taken_;
  bool is_unbounded_;    // no number of heaps is the greatest
  uint64_t last_heaps_;  // the greatest, or so many are looked at for smaller values
  unsigned low_ = 0;     // bits of the low part
  int64_t growth_ = 0;   // u, of the high part in a period
  uint64_t base_ = 0;    // the first of the p last positions
  // By take: the least tokens of heaps beside two equal ones, for a value that stays or moves.
  std::vector<Least> stay_;
  std::vector<Least> move_;
  std::vector<std::vector<Small>> small_;  // by their number
  std::vector<int64_t> several_;  // of heaps, two or more of which are of classes: the greatest q
  uint64_t steps_ = 0;
};

/// Whether somewhere two heaps have to be equal.
bool equal_only(const HeapCode& code) {
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    if (code.digit(static_cast<int64_t>(take)).arrangements(2) == kEqual) return true;
  }
  return false;
}

}  // namespace

bool is_of_many(const HeapCode& code) {
  if (code.before.size() > 1 || !code.repeat.empty()) return false;
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    if (digit.empty()) continue;
    if (digit.settled() > kMostHeaps) return false;
    for (uint64_t heaps = 3; heaps <= digit.settled(); ++heaps) {
      const unsigned allowed = digit.arrangements(heaps);
      if (allowed != 0 && allowed != kOfAnySizes) return false;
    }
  }
  return true;
}

uint64_t arithmetic_turns(const HeapCode& code, std::span<const uint32_t> g, const Period& law) {
  if (!is_of_many(code) || law.saltus == 0) return 0;
  for (uint64_t turns = law.period % 2 == 0 ? 1 : 2; turns <= kMostTurns; turns *= 2) {
    if (Proof(code, g, {law.preperiod, law.period * turns, law.saltus * turns}).holds())
      return turns;
  }
  return 0;
}

uint64_t window_of_many(const HeapCode& code, const Period& period) {
  if (code.unbounded()) return 0;
  const uint64_t turns = equal_only(code) && period.period % 2 != 0 ? 2 : 1;
  return std::max<uint64_t>(code.greatest_count(), 3) * (period.preperiod + turns * period.period) +
         code.after.size() + 1;
}

std::optional<Period> proved_law_of_many(const HeapCode& code, const Values& values) {
  if (!is_of_many(code)) return std::nullopt;
  const std::optional<Law> law = apparent_law(values, values.size());
  if (!law) return std::nullopt;
  const Period period{law->preperiod, law->period, law->saltus};
  std::vector<uint32_t> g(values.size());
  values.copy(0, g);
  if (period.saltus > 0)
    return arithmetic_turns(code, g, period) != 0 ? std::optional(period) : std::nullopt;
  const uint64_t window = window_of_many(code, period);
  if (window == 0 || window > g.size()) return std::nullopt;
  const auto begin = g.begin() + static_cast<std::ptrdiff_t>(period.preperiod);
  const bool holds = std::equal(begin + static_cast<std::ptrdiff_t>(period.period), g.end(), begin);
  return holds ? std::optional(period) : std::nullopt;
}

}  // namespace grundy::heap
