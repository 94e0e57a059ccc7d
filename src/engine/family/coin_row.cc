// What a head is worth in each game of coins in a row, and which moves change the value by a given
// number. S is the set of coins that are turned beside the head n.
//
// turtles. S has at most one coin, coins are numbered from 1, and the head n is the nim heap n, of
// which S = {m} makes the heap m and S = {} an empty one. A change d needs S = {n ⊕ d}.
//
// mock_turtles. S has at most two coins, coins are numbered from 0, and the head n is worth g(n) =
// 2n or 2n + 1, whichever is odious (has an odd number of binary ones). Proof. One coin m < n gives
// all odious numbers below g(n), none and two give evil ones (an even number of ones), so g(n) is
// none of them. An evil e ≠ 0 is g(m) ⊕ g(m') with m' = m ⊕ ⌊e/2⌋, for every m. If e < g(n), the
// power of two m with the highest bit of ⌊e/2⌋ is below n (if it were n, g(n) would be 2n ≤ e), and
// m' is below m. A change d needs e = g(n) ⊕ d from S: {} for e = 0, {⌊e/2⌋} for an odious e, every
// pair {m, m'} below n for an evil one.
//
// ruler. S = {m + 1, …, n - 1} for some m < n, coins are numbered from 1, and the head n is worth
// the greatest power of 2 that divides n, say 2^k. Proof. The values of the coins 1 … n have the
// exclusive-or γ(n) = n ⊕ ⌊n/2⌋ (Gray's code), so the options of n have the values γ((n - 1) ⊕ m).
// Let m = (n - 1) ⊕ x. The k lowest bits of n - 1 are 1, so every x below 2^k gives an m < n, and
// these γ(x) are all numbers below 2^k. But 2^k = γ(x) only for x = 2^(k+1) - 1, which gives an m >
// n - 1, because the bit k of n - 1 is 0. A change d is γ(n) ⊕ γ(m) = γ(n ⊕ m), which has one
// solution m.
#include "engine/family/coin_row.h"

#include <bit>

namespace grundy {
namespace {

class Turtles final : public CoinRow {
 public:
  std::string_view name() const override { return "turtles"; }
  uint64_t first() const override { return 1; }
  std::string_view rule() const override {
    return "turn a head to tails, and with it one coin to its left or none";
  }
  std::string_view worth() const override {
    return "n: it is a nim heap, which the other coin makes smaller";
  }
  Natural value(const Natural& n) const override { return n; }
  std::vector<CoinSet> moves(const Natural& n, const Natural& change, size_t limit) const override {
    const Natural other = n ^ change;
    if (limit == 0 || !(other < n)) return {};
    return {set(n, other)};
  }
  uint64_t count(uint64_t n) const override { return n; }
  void for_each(uint64_t n,
                const std::function<void(const CoinSet&, const Natural&)>& visit) const override {
    for (uint64_t other = 0; other < n; ++other) visit(set(n, other), n ^ other);
  }

 private:
  static CoinSet set(const Natural& n, const Natural& other) {
    return other.is_zero() ? CoinSet::of({n}) : CoinSet::of({other, n});
  }
};

class MockTurtles final : public CoinRow {
 public:
  std::string_view name() const override { return "mock_turtles"; }
  uint64_t first() const override { return 0; }
  std::string_view rule() const override {
    return "turn a head to tails, and with it at most two coins to its left";
  }
  std::string_view worth() const override {
    return "2n or 2n + 1, whichever has an odd number of ones in binary (an odious number)";
  }
  Natural value(const Natural& n) const override {
    return (n << 1) ^ Natural(has_odd_ones(n) ? 0 : 1);
  }
  std::vector<CoinSet> moves(const Natural& n, const Natural& change, size_t limit) const override {
    const Natural others = value(n) ^ change;
    if (limit == 0) return {};
    if (others.is_zero()) return {CoinSet::of({n})};
    const Natural distance = others >> 1;
    if (has_odd_ones(others)) {
      if (!(distance < n)) return {};
      return {CoinSet::of({distance, n})};
    }
    // The greater one of the pair is that with the highest bit of the distance.
    std::vector<CoinSet> found;
    const uint64_t bit = distance.bit_length() - 1;
    for (Natural greater = Natural(1) << bit; greater < n && found.size() < limit;
         greater = greater + Natural(1)) {
      if (!greater.bit(bit)) greater = greater + (Natural(1) << bit);
      if (!(greater < n)) break;
      found.push_back(CoinSet::of({greater ^ distance, greater, n}));
    }
    return found;
  }
  uint64_t count(uint64_t n) const override { return 1 + n + n * (n - 1) / 2; }
  void for_each(uint64_t n,
                const std::function<void(const CoinSet&, const Natural&)>& visit) const override {
    const Natural own = value(n);
    visit(CoinSet::of({n}), own);
    for (uint64_t greater = 0; greater < n; ++greater) {
      const Natural two = own ^ value(greater);
      visit(CoinSet::of({greater, n}), two);
      for (uint64_t less = 0; less < greater; ++less)
        visit(CoinSet::of({less, greater, n}), two ^ value(less));
    }
  }

 private:
  static bool has_odd_ones(const Natural& n) {
    if (n.is_small()) return std::popcount(n.small()) % 2 == 1;
    uint64_t all = 0;
    for (const uint64_t word : n.words()) all ^= word;
    return std::popcount(all) % 2 == 1;
  }
};

class Ruler final : public CoinRow {
 public:
  std::string_view name() const override { return "ruler"; }
  bool turns_runs() const override { return true; }
  uint64_t first() const override { return 1; }
  std::string_view rule() const override {
    return "turn any number of neighbouring coins, the last of them from heads to tails";
  }
  std::string_view worth() const override { return "the greatest power of 2 that divides n"; }
  Natural value(const Natural& n) const override {
    uint64_t zeros = 0;
    if (n.is_small()) {
      zeros = static_cast<uint64_t>(std::countr_zero(n.small()));
    } else {
      while (!n.bit(zeros)) ++zeros;
    }
    return Natural(1) << zeros;
  }
  std::vector<CoinSet> moves(const Natural& n, const Natural& change, size_t limit) const override {
    // n ⊕ m from γ(n ⊕ m) = x ⊕ ⌊x/2⌋: the exclusive-or of `change` shifted by 0, 1, 2, …
    Natural difference = change;
    for (uint64_t shift = 1; shift < change.bit_length(); shift *= 2)
      difference = difference ^ (difference >> shift);
    const Natural before = n ^ difference;
    if (limit == 0 || !(before < n)) return {};
    return {CoinSet::run(before + Natural(1), n)};
  }
  uint64_t count(uint64_t n) const override { return n; }
  void for_each(uint64_t n,
                const std::function<void(const CoinSet&, const Natural&)>& visit) const override {
    for (uint64_t before = 0; before < n; ++before)
      visit(CoinSet::run(before + 1, n), (n ^ before) ^ ((n ^ before) >> 1));
  }
};

}  // namespace

const CoinRow& row_of(CoinGame game) {
  static const MockTurtles mock_turtles;
  static const Ruler ruler;
  static const Turtles turtles;
  switch (game) {
    case CoinGame::mock_turtles:
      return mock_turtles;
    case CoinGame::ruler:
      return ruler;
    case CoinGame::turtles:
      break;
  }
  return turtles;
}

}  // namespace grundy
