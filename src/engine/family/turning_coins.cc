// Coins in a row, or in a rectangle, some of them heads. A move turns certain coins, of which the one farthest to the
// right goes from heads to tails. (Berlekamp, Conway and Guy 1982, Winning Ways, chapter 14; the theory is due to
// Lenstra.)
//
// A position is the sum of its heads, each taken alone: a coin that is turned twice is as if it had not been turned,
// and two equal games cancel. So its value is the exclusive-or of the values of its heads. A move from the head n that
// also turns the coins of the set S changes the value by exclusive-or with that of n and of all of S.
//
// turtles. S has at most one coin, coins are numbered from 1, and the head n is the nim heap n, of which S = {m} makes
// the heap m and S = {} an empty one. A change d needs S = {n ⊕ d}.
//
// mock_turtles. S has at most two coins, coins are numbered from 0, and the head n is worth g(n) = 2n or 2n + 1,
// whichever is odious (has an odd number of binary ones). Proof. One coin m < n gives all odious numbers below g(n),
// none and two give evil ones (an even number of ones), so g(n) is none of them. An evil e ≠ 0 is g(m) ⊕ g(m') with m'
// = m ⊕ ⌊e/2⌋, for every m. If e < g(n), the power of two m with the highest bit of ⌊e/2⌋ is below n (if it were n,
// g(n) would be 2n ≤ e), and m' is below m. A change d needs e = g(n) ⊕ d from S: {} for e = 0, {⌊e/2⌋} for an odious
// e, every pair {m, m'} below n for an evil one.
//
// ruler. S = {m + 1, …, n - 1} for some m < n, coins are numbered from 1, and the head n is worth the greatest power of
// 2 that divides n, say 2^k. Proof. The values of the coins 1 … n have the exclusive-or γ(n) = n ⊕ ⌊n/2⌋ (Gray's code),
// so the options of n have the values γ((n - 1) ⊕ m). Let m = (n - 1) ⊕ x. The k lowest bits of n - 1 are 1, so every x
// below 2^k gives an m < n, and these γ(x) are all numbers below 2^k. But 2^k = γ(x) only for x = 2^(k+1) - 1, which
// gives an m > n - 1, because the bit k of n - 1 is 0. A change d is γ(n) ⊕ γ(m) = γ(n ⊕ m), which has one solution m.
//
// Tartan theorem (Conway; Winning Ways, chapter 14). In the product of two such games, on a rectangle, a move turns the
// coins of A × B, where A is turned by a move of the first game and B by one of the second; the coin (x, y) with the
// greatest coordinates goes from heads to tails. The value of a head at (x, y) is the nim-product of the values of x
// and y. So a change d is the nim-product of the change p by A and the change q by B, both as above. All moves are
// found by going through the sets A (or B) of each head, when these are not too many; otherwise one for each head that
// can lose value, by nim_factors.
#include <algorithm>
#include <array>
#include <bit>

#include "engine/family/edge_list.h"
#include "engine/family/families.h"
#include "engine/family/listing.h"
#include "engine/family/nim_factors.h"
#include "game/key.h"
#include "value/nimber.h"

namespace grundy {
namespace {

constexpr size_t kShownHeads = 12;
/// Sets of coins that are gone through for all moves of a product.
constexpr uint64_t kTriedSets = 100'000;
/// Binary digits of a coordinate in a product, whose nim-product takes about a second then.
constexpr uint64_t kMostBits = uint64_t{1} << 20;

/// The coins that a move turns in one row: some single ones, or a run.
class CoinSet {
 public:
  static CoinSet run(Natural first, Natural last) {
    CoinSet set;
    set.ends_ = {std::move(first), std::move(last)};
    set.is_run_ = true;
    return set;
  }
  /// In ascending order.
  static CoinSet of(std::vector<Natural> coins) {
    CoinSet set;
    set.ends_ = std::move(coins);
    return set;
  }

  /// The coin number k, from 0, in ascending order.
  std::optional<Natural> coin(uint64_t k) const {
    if (!is_run_) return k < ends_.size() ? std::optional(ends_[k]) : std::nullopt;
    Natural coin = ends_[0] + Natural(k);
    return coin <= ends_[1] ? std::optional(std::move(coin)) : std::nullopt;
  }
  bool is_single() const { return is_run_ ? ends_[0] == ends_[1] : ends_.size() == 1; }
  /// "3 to 7", "3, 7 and 9".
  std::string to_string() const {
    if (is_single()) return ends_[0].to_string();
    if (is_run_) return ends_[0].to_string() + " to " + ends_[1].to_string();
    std::string text;
    for (size_t i = 0; i < ends_.size(); ++i)
      text += (i == 0 ? "" : i + 1 == ends_.size() ? " and " : ", ") + ends_[i].to_string();
    return text;
  }

 private:
  std::vector<Natural> ends_;
  bool is_run_ = false;
};

/// One of the games in a row.
class CoinRow {
 public:
  virtual ~CoinRow() = default;
  virtual std::string_view name() const = 0;
  /// The number of the first coin.
  virtual uint64_t first() const = 0;
  virtual std::string_view rule() const = 0;
  /// Whether a move turns neighbouring coins.
  virtual bool turns_runs() const { return false; }
  /// What a head is worth, in a sentence that goes on behind "A head on coin n is worth ".
  virtual std::string_view worth() const = 0;

  /// The value of a head on coin n.
  virtual Natural value(const Natural& n) const = 0;
  /// At most `limit` of the moves from a head on coin n whose coins have the exclusive-or `change` of values; n is the
  /// last of these coins.
  virtual std::vector<CoinSet> moves(const Natural& n, const Natural& change, size_t limit) const = 0;
  /// How many moves a head on coin n has; n is below 2^31.
  virtual uint64_t count(uint64_t n) const = 0;
  /// Calls visit(coins, their exclusive-or of values) for all these moves.
  virtual void for_each(uint64_t n, const std::function<void(const CoinSet&, const Natural&)>& visit) const = 0;
};

class Turtles final : public CoinRow {
 public:
  std::string_view name() const override { return "turtles"; }
  uint64_t first() const override { return 1; }
  std::string_view rule() const override { return "turn a head to tails, and with it one coin to its left or none"; }
  std::string_view worth() const override { return "n: it is a nim heap, which the other coin makes smaller"; }
  Natural value(const Natural& n) const override { return n; }
  std::vector<CoinSet> moves(const Natural& n, const Natural& change, size_t limit) const override {
    const Natural other = n ^ change;
    if (limit == 0 || !(other < n)) return {};
    return {set(n, other)};
  }
  uint64_t count(uint64_t n) const override { return n; }
  void for_each(uint64_t n, const std::function<void(const CoinSet&, const Natural&)>& visit) const override {
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
  std::string_view rule() const override { return "turn a head to tails, and with it at most two coins to its left"; }
  std::string_view worth() const override {
    return "2n or 2n + 1, whichever has an odd number of ones in binary (an odious number)";
  }
  Natural value(const Natural& n) const override { return (n << 1) ^ Natural(has_odd_ones(n) ? 0 : 1); }
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
    for (Natural greater = Natural(1) << bit; greater < n && found.size() < limit; greater = greater + Natural(1)) {
      if (!greater.bit(bit)) greater = greater + (Natural(1) << bit);
      if (!(greater < n)) break;
      found.push_back(CoinSet::of({greater ^ distance, greater, n}));
    }
    return found;
  }
  uint64_t count(uint64_t n) const override { return 1 + n + n * (n - 1) / 2; }
  void for_each(uint64_t n, const std::function<void(const CoinSet&, const Natural&)>& visit) const override {
    const Natural own = value(n);
    visit(CoinSet::of({n}), own);
    for (uint64_t greater = 0; greater < n; ++greater) {
      const Natural two = own ^ value(greater);
      visit(CoinSet::of({greater, n}), two);
      for (uint64_t less = 0; less < greater; ++less) visit(CoinSet::of({less, greater, n}), two ^ value(less));
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
    for (uint64_t shift = 1; shift < change.bit_length(); shift *= 2) difference = difference ^ (difference >> shift);
    const Natural before = n ^ difference;
    if (limit == 0 || !(before < n)) return {};
    return {CoinSet::run(before + Natural(1), n)};
  }
  uint64_t count(uint64_t n) const override { return n; }
  void for_each(uint64_t n, const std::function<void(const CoinSet&, const Natural&)>& visit) const override {
    for (uint64_t before = 0; before < n; ++before)
      visit(CoinSet::run(before + 1, n), (n ^ before) ^ ((n ^ before) >> 1));
  }
};

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

using CoinPlace = std::array<Natural, 2>;  // (x, y)

std::string text_of(const Natural& coin) { return coin.to_string(); }
std::string text_of(const CoinPlace& place) { return "[" + place[0].to_string() + ", " + place[1].to_string() + "]"; }

/// "[[1, 4], [3, 2]]", cut behind `limit` bytes.
template <class Head>
std::string text_of_all(std::span<const Head> heads, size_t limit) {
  std::string text = "[";
  for (const Head& head : heads) {
    if (text.size() > 1) text += ", ";
    if (text.size() > limit) {
      text += "…";
      break;
    }
    text += text_of(head);
  }
  return text + "]";
}

/// Coins from which all moves are gone through.
bool is_low(const Natural& n) { return n < Natural(uint64_t{1} << 31); }
Error too_far(const Natural& n) {
  return Error::declined("moves are listed from heads on coins below 2^31, not " + short_digits(n));
}

/// Room for one more than `limit`, which shows whether something is left out.
size_t one_more(size_t limit) { return limit == SIZE_MAX ? limit : limit + 1; }

MoveSet cut_to(size_t limit, MoveSet set) {
  if (set.moves.size() > limit) {
    set.moves.resize(limit);
    set.all = false;
  }
  return set;
}

/// The rows of the explanation for the heads, and the sum of their values; worth(i) says how head i is valued, ending
/// in its value.
template <class Worth>
std::string sum_of_heads(size_t count, const Natural& value, const Worth& worth) {
  if (count == 0) return "There are no heads: the value is 0.\n";
  std::string text = "The heads are a sum: a coin that is turned twice is as before, as two equal games cancel.\n";
  for (size_t i = 0; i < std::min(count, kShownHeads); ++i) text += "  " + worth(i) + "\n";
  if (count > kShownHeads) text += "  … and " + std::to_string(count - kShownHeads) + " more\n";
  return text + "Value: " + (count == 1 ? "" : "the exclusive-or of these, ") + short_digits(value) + "\n";
}

/// Turns the coins that next() gives in ascending order, among the heads, ascending as well.
template <class Head, class Next>
std::vector<Head> heads_after(std::span<const Head> heads, Next next) {
  std::vector<Head> result;
  std::optional<Head> coin = next();
  for (size_t i = 0; i < heads.size() || coin;) {
    if (i < heads.size() && coin && heads[i] == *coin) {
      ++i;
      coin = next();
    } else if (!coin || (i < heads.size() && heads[i] < *coin)) {
      result.push_back(heads[i++]);
    } else {
      result.push_back(*coin);
      coin = next();
    }
  }
  return result;
}

/// "turn coin 3", "turn coins 3, 7 and 9" for the coins that two lists of heads do not share.
std::vector<Natural> turned_between(std::span<const Natural> before, std::span<const Natural> after) {
  std::vector<Natural> coins;
  std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(coins));
  return coins;
}

/// Coins that a move of the row turns, ascending, as a set.
CoinSet set_of(const CoinRow& row, std::vector<Natural> coins) {
  return row.turns_runs() ? CoinSet::run(coins.front(), coins.back()) : CoinSet::of(std::move(coins));
}

class RowGame final : public FamilyGame {
 public:
  explicit RowGame(const CoinRow& row) : row_(row) {}

  const CoinRow& row() const { return row_; }
  Position at(std::span<const Natural> heads) const {
    Position position{this, {}};
    for (const Natural& n : heads) append(position.key, n);
    return position;
  }
  std::vector<Natural> heads(const Position& position) const {
    std::vector<Natural> heads;
    for (KeyReader reader(position.key); !reader.done();) heads.push_back(reader.natural());
    return heads;
  }
  /// What turning these coins leads to.
  Position after(std::span<const Natural> heads, const CoinSet& coins) const {
    return at(heads_after<Natural>(heads, [&, k = uint64_t{0}]() mutable { return coins.coin(k++); }));
  }

  std::string name() const override { return std::string(row_.name()); }
  std::string text(const Position& position, size_t limit) const override {
    const std::vector<Natural> all = heads(position);
    return name() + "(" +
           list_text(
               0, all.size(), [&](size_t i) { return all[i]; }, limit) +
           ")";
  }
  Attempt<Ended> options(const Position& position, const OptionSink& sink, Budget& budget) const override {
    const std::vector<Natural> all = heads(position);
    for (const Natural& head : all) {
      if (budget.spent()) return budget.why();
      if (!is_low(head)) return too_far(head);
      bool more = true;
      row_.for_each(head.small(), [&](const CoinSet& coins, const Natural&) {
        more = more && !budget.spent() && sink({after(all, coins)});
      });
      if (budget.spent()) return budget.why();
      if (!more) return Ended::stopped;
    }
    return Ended::complete;
  }
  Attempt<bool> has_options(const Position& position, Budget&) const override { return !position.key.empty(); }
  std::string move_in_words(const Position& from, const Sum& to) const override {
    const CoinSet coins = set_of(row_, turned_between(heads(from), heads(to.front())));
    return (coins.is_single() ? "turn coin " : "turn coins ") + coins.to_string();
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position, Budget& budget) const override;

 private:
  const CoinRow& row_;
};

class RowAnalysis final : public Analysis {
 public:
  RowAnalysis(const RowGame& game, std::vector<Natural> heads)
      : game_(game), row_(game.row()), heads_(std::move(heads)) {
    for (const Natural& n : heads_) value_ = value_ ^ row_.value(n);
  }

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(value_); }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    MoveSet set;
    if (!value.is_finite()) return set;
    const Natural change = value_ ^ value.finite();
    if (change.is_zero()) return set;  // no option has the value of the position itself
    for (size_t i = 0; i < heads_.size() && set.moves.size() <= limit; ++i) {
      if (i % 4096 == 0 && budget.spent()) return budget.why();
      for (const CoinSet& coins : row_.moves(heads_[i], change, one_more(limit) - set.moves.size()))
        set.moves.push_back({{game_.after(heads_, coins)}, ""});
    }
    return cut_to(limit, std::move(set));
  }

  std::string explanation() const override {
    return "A head on coin n is worth " + std::string(row_.worth()) + ".\n" +
           sum_of_heads(heads_.size(), value_, [&](size_t i) {
             return "coin " + short_digits(heads_[i]) + ": " + short_digits(row_.value(heads_[i]));
           });
  }

 private:
  const RowGame& game_;
  const CoinRow& row_;
  std::vector<Natural> heads_;  // ascending
  Natural value_;
};

Attempt<std::shared_ptr<const Analysis>> RowGame::analyse(const Position& position, Budget&) const {
  return std::shared_ptr<const Analysis>(std::make_shared<RowAnalysis>(*this, heads(position)));
}

class ProductGame final : public FamilyGame {
 public:
  ProductGame(std::string name, const CoinRow& x, const CoinRow& y) : name_(std::move(name)), x_(x), y_(y) {}

  const CoinRow& x() const { return x_; }
  const CoinRow& y() const { return y_; }
  Position at(std::span<const CoinPlace> heads) const {
    Position position{this, {}};
    for (const CoinPlace& place : heads) {
      append(position.key, place[0]);
      append(position.key, place[1]);
    }
    return position;
  }
  std::vector<CoinPlace> heads(const Position& position) const {
    std::vector<CoinPlace> heads;
    for (KeyReader reader(position.key); !reader.done();) {
      Natural x = reader.natural();
      heads.push_back({std::move(x), reader.natural()});
    }
    return heads;
  }
  /// What turning the coins with these x and these y leads to.
  Position after(std::span<const CoinPlace> heads, const CoinSet& a, const CoinSet& b) const {
    uint64_t i = 0, j = 0;
    std::optional<Natural> x = a.coin(0);
    return at(heads_after<CoinPlace>(heads, [&]() -> std::optional<CoinPlace> {
      std::optional<Natural> y = b.coin(j++);
      if (!y) {
        x = a.coin(++i);
        j = 1;
        y = b.coin(0);
      }
      if (!x) return std::nullopt;
      return CoinPlace{*x, *y};
    }));
  }
  /// Of the two games of a head, the one with fewer moves.
  bool x_is_less(const CoinPlace& head) const { return x_.count(head[0].small()) <= y_.count(head[1].small()); }

  std::string name() const override { return name_; }
  std::string text(const Position& position, size_t limit) const override {
    return name_ + "(" + text_of_all<CoinPlace>(heads(position), limit) + ")";
  }
  Attempt<Ended> options(const Position& position, const OptionSink& sink, Budget& budget) const override {
    const std::vector<CoinPlace> all = heads(position);
    for (const CoinPlace& head : all) {
      for (const Natural& n : head) {
        if (!is_low(n)) return too_far(n);
      }
      bool more = true;
      x_.for_each(head[0].small(), [&](const CoinSet& a, const Natural&) {
        if (!more) return;
        y_.for_each(head[1].small(), [&](const CoinSet& b, const Natural&) {
          more = more && !budget.spent() && sink({after(all, a, b)});
        });
      });
      if (budget.spent()) return budget.why();
      if (!more) return Ended::stopped;
    }
    return Ended::complete;
  }
  Attempt<bool> has_options(const Position& position, Budget&) const override { return !position.key.empty(); }
  std::string move_in_words(const Position& from, const Sum& to) const override {
    const std::vector<CoinPlace> before = heads(from), after = heads(to.front());
    std::vector<CoinPlace> turned;
    std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(turned));
    std::array<std::vector<Natural>, 2> numbers;
    for (const CoinPlace& place : turned) {
      for (size_t i = 0; i < 2; ++i) numbers[i].push_back(place[i]);
    }
    for (std::vector<Natural>& list : numbers) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    const CoinSet a = set_of(x_, numbers[0]), b = set_of(y_, numbers[1]);
    return a.is_single() && b.is_single() ? "turn coin (" + a.to_string() + ", " + b.to_string() + ")"
                                          : "turn the coins with x = " + a.to_string() + " and y = " + b.to_string();
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position, Budget& budget) const override;

 private:
  std::string name_;
  const CoinRow& x_;
  const CoinRow& y_;
};

class ProductAnalysis final : public Analysis {
 public:
  /// `value` is value_of(x, y, heads).
  ProductAnalysis(const ProductGame& game, std::vector<CoinPlace> heads, Natural value)
      : game_(game), x_(game.x()), y_(game.y()), heads_(std::move(heads)), value_(std::move(value)) {}

  static Attempt<Natural> value_of(const CoinRow& x, const CoinRow& y, std::span<const CoinPlace> heads,
                                   Budget& budget) {
    Natural value;
    for (size_t i = 0; i < heads.size(); ++i) {
      const auto& [column, line] = heads[i];
      if ((i % 4096 == 0 || !column.is_small() || !line.is_small()) && budget.spent()) return budget.why();
      const uint64_t bits = std::max(column.bit_length(), line.bit_length());
      if (bits > kMostBits)
        return Error::declined("a coordinate of " + std::to_string(bits) +
                               " binary digits makes nim-products that take too long; " + std::to_string(kMostBits) +
                               " are the most");
      value = value ^ nim_multiply(x.value(column), y.value(line));
    }
    return value;
  }

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(value_); }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    if (!value.is_finite()) return MoveSet{};
    const Natural change = value_ ^ value.finite();
    if (change.is_zero()) return MoveSet{};  // no option has the value of the position itself
    return is_small() ? all_moves(change, limit, budget) : some_moves(change, limit, budget);
  }

  std::string explanation() const override {
    return "A head at (x, y) is worth the nim-product of what x is worth in " + std::string(x_.name()) + " and y in " +
           std::string(y_.name()) + " (Tartan theorem).\n" + sum_of_heads(heads_.size(), value_, [&](size_t i) {
             const Natural a = x_.value(heads_[i][0]), b = y_.value(heads_[i][1]);
             return "(" + short_digits(heads_[i][0]) + ", " + short_digits(heads_[i][1]) + "): " + short_digits(a) +
                    " ⊗ " + short_digits(b) + " = " + short_digits(nim_multiply(a, b));
           });
  }

 private:
  bool is_small() const {
    uint64_t sets = 0;
    for (const CoinPlace& head : heads_) {
      if (!is_low(head[0]) || !is_low(head[1])) return false;
      sets += game_.x_is_less(head) ? x_.count(head[0].small()) : y_.count(head[1].small());
      if (sets > kTriedSets) return false;
    }
    return true;
  }

  Attempt<MoveSet> all_moves(const Natural& change, size_t limit, Budget& budget) const {
    MoveSet set;
    for (const CoinPlace& head : heads_) {
      if (budget.spent()) return budget.why();
      if (set.moves.size() > limit) break;
      const bool by_x = game_.x_is_less(head);
      const CoinRow& outer = by_x ? x_ : y_;
      const CoinRow& inner = by_x ? y_ : x_;
      outer.for_each(head[by_x ? 0 : 1].small(), [&](const CoinSet& a, const Natural& p) {
        if (set.moves.size() > limit) return;
        const Natural q = nim_multiply(change, nim_inverse(p));
        for (const CoinSet& b : inner.moves(head[by_x ? 1 : 0], q, one_more(limit) - set.moves.size()))
          set.moves.push_back(by_x ? move(a, b) : move(b, a));
      });
    }
    return cut_to(limit, std::move(set));
  }

  Attempt<MoveSet> some_moves(const Natural& change, size_t limit, Budget& budget) const {
    MoveSet set{.moves = {}, .all = false};
    for (size_t i = 0; i < heads_.size() && set.moves.size() < limit; ++i) {
      if (budget.spent()) return budget.why();
      const Natural a = x_.value(heads_[i][0]), b = y_.value(heads_[i][1]);
      const Natural product = nim_multiply(a, b);
      if (!((product ^ change) < product)) continue;
      const auto [p, q] = nim_factors(a, b, change);
      set.moves.push_back(move(x_.moves(heads_[i][0], p, 1).front(), y_.moves(heads_[i][1], q, 1).front()));
    }
    return set;
  }

  Move move(const CoinSet& a, const CoinSet& b) const { return {{game_.after(heads_, a, b)}, ""}; }

  const ProductGame& game_;
  const CoinRow& x_;
  const CoinRow& y_;
  std::vector<CoinPlace> heads_;  // ascending
  Natural value_;
};

Attempt<std::shared_ptr<const Analysis>> ProductGame::analyse(const Position& position, Budget& budget) const {
  std::vector<CoinPlace> all = heads(position);
  Attempt<Natural> value = ProductAnalysis::value_of(x_, y_, all, budget);
  if (!value) return std::move(value).error();
  return std::shared_ptr<const Analysis>(std::make_shared<ProductAnalysis>(*this, std::move(all), *std::move(value)));
}

/// What is wrong with the head number `i`, in its file when it stands in one.
Error wrong_head(const Argument& argument, size_t i, const std::string& message, Budget& budget) {
  if (const auto* file = std::get_if<FileName>(&argument.value)) return error_in_row(file->path, i, message, budget);
  return Error::input(message);
}

Error no_such_coin(const Argument& argument, size_t i, const CoinRow& row, Budget& budget) {
  return wrong_head(argument, i, "there is no coin 0; the coins of " + std::string(row.name()) + " are numbered from 1",
                    budget);
}

/// Sorts the heads; an error when one is there twice.
template <class Head>
Attempt<void> sort_heads(std::vector<Head>& heads, const Argument& argument, Budget& budget) {
  std::vector<Head> sorted = heads;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) {
    heads = std::move(sorted);
    return {};
  }
  const auto first = std::find(heads.begin(), heads.end(), *twice);
  const auto second = std::find(first + 1, heads.end(), *twice);
  return wrong_head(argument, static_cast<size_t>(second - heads.begin()),
                    "the head " + text_of(*twice) + " is there twice", budget);
}

class RowFamily final : public Family {
 public:
  explicit RowFamily(CoinGame game)
      : row_(row_of(game)),
        example_(std::string(row_.name()) + "([1, 4, 6])"),
        documentation_("A row of coins, given by the numbers of its heads: " + std::string(row_.rule()) + ".\n" +
                       "The coins are numbered from " + std::to_string(row_.first()) + ". A head on coin n is worth " +
                       std::string(row_.worth()) +
                       ";\na position is worth the exclusive-or of its heads.\n"
                       "Source: Berlekamp, Conway and Guy, Winning Ways, chapter 14. All winning moves are found.\n"
                       "The heads stand in the sum or in a file with one of them a line:\n  " +
                       example_ + "     " + std::string(row_.name()) + "(@heads.txt)\n") {}

  std::string_view name() const override { return row_.name(); }
  std::string_view example() const override { return example_; }
  std::string_view documentation() const override { return documentation_; }
  Attempt<Position> read(std::span<const ParameterArgument> parameters, std::span<const Argument> arguments,
                         Games& games, Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), example_, 1, 1, parameters, arguments); !fits) return fits.error();
    Attempt<std::vector<Natural>> heads = read_number_list(arguments[0], example_, budget);
    if (!heads) return std::move(heads).error();
    for (size_t i = 0; i < heads->size(); ++i)
      if ((*heads)[i] < Natural(row_.first())) return no_such_coin(arguments[0], i, row_, budget);
    if (Attempt<void> sorted = sort_heads(*heads, arguments[0], budget); !sorted) return std::move(sorted).error();
    return games.get<RowGame>(std::string(row_.name()), row_).at(*heads);
  }

 private:
  const CoinRow& row_;
  std::string example_;
  std::string documentation_;
};

class ProductFamily final : public Family {
 public:
  ProductFamily(CoinGame x, CoinGame y)
      : x_(row_of(x)),
        y_(row_of(y)),
        name_(std::string(x_.name()) + "_x_" + std::string(y_.name())),
        example_(name_ + "([[1, 4], [3, 2]])"),
        documentation_(
            "Coins in a rectangle, given by the places [x, y] of its heads: the product of " + std::string(x_.name()) +
            " and " + std::string(y_.name()) + ".\nA move chooses numbers x as a move of " + std::string(x_.name()) +
            " turns them (" + std::string(x_.rule()) + ")\nand numbers y as a move of " + std::string(y_.name()) +
            " does (" + std::string(y_.rule()) +
            "), and turns\nall coins that have one of these x and one of these y; the one with the greatest x and y "
            "must be a head.\nNumbers x count from " +
            std::to_string(x_.first()) + ", y from " + std::to_string(y_.first()) +
            ". A head at [x, y] is worth the nim-product of what x and y are worth\nin those two games (Tartan "
            "theorem, Conway); a position is worth the exclusive-or of its heads.\nSource: Berlekamp, Conway and Guy, "
            "Winning Ways, chapter 14. All winning moves are found on small boards, some on any.\nThe heads stand in "
            "the sum or in a file with x and y on a line:\n  " +
            example_ + "     " + name_ + "(@heads.txt)\n") {}

  std::string_view name() const override { return name_; }
  std::string_view example() const override { return example_; }
  std::string_view documentation() const override { return documentation_; }
  Attempt<Position> read(std::span<const ParameterArgument> parameters, std::span<const Argument> arguments,
                         Games& games, Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), example_, 1, 1, parameters, arguments); !fits) return fits.error();
    Attempt<std::vector<std::vector<Natural>>> rows = read_number_rows(arguments[0], example_, RowLengths::any, budget);
    if (!rows) return std::move(rows).error();
    const uint64_t bytes = rows->size() * 2 * sizeof(CoinPlace);
    if (!budget.take_memory(bytes)) return budget.too_large(name_, bytes);
    std::vector<CoinPlace> heads;
    heads.reserve(rows->size());
    for (size_t i = 0; i < rows->size(); ++i) {
      const std::vector<Natural>& row = (*rows)[i];
      if (row.size() != 2)
        return wrong_head(
            arguments[0], i,
            "a head has two coordinates, x and y, not " + std::to_string(row.size()) + ", as in " + example_, budget);
      if (row[0] < Natural(x_.first())) return no_such_coin(arguments[0], i, x_, budget);
      if (row[1] < Natural(y_.first())) return no_such_coin(arguments[0], i, y_, budget);
      heads.push_back({row[0], row[1]});
    }
    if (Attempt<void> sorted = sort_heads(heads, arguments[0], budget); !sorted) return std::move(sorted).error();
    const auto& game = games.get<ProductGame>(name_, name_, x_, y_);
    Position position = game.at(heads);
    if (auto analysed = game.analysed(position, budget); !analysed) return std::move(analysed).error();
    return position;
  }

 private:
  const CoinRow& x_;
  const CoinRow& y_;
  std::string name_;
  std::string example_;
  std::string documentation_;
};

}  // namespace

const Family* coin_family(CoinGame game) {
  static const std::array<RowFamily, 3> list = {RowFamily(CoinGame::mock_turtles), RowFamily(CoinGame::ruler),
                                                RowFamily(CoinGame::turtles)};
  return &list[static_cast<size_t>(game)];
}

const Family* coin_product_family(CoinGame x, CoinGame y) {
  using enum CoinGame;
  static const std::array<ProductFamily, 9> list = {
      ProductFamily(mock_turtles, mock_turtles),
      ProductFamily(mock_turtles, ruler),
      ProductFamily(mock_turtles, turtles),
      ProductFamily(ruler, mock_turtles),
      ProductFamily(ruler, ruler),
      ProductFamily(ruler, turtles),
      ProductFamily(turtles, mock_turtles),
      ProductFamily(turtles, ruler),
      ProductFamily(turtles, turtles),
  };
  return &list[3 * static_cast<size_t>(x) + static_cast<size_t>(y)];
}

}  // namespace grundy
