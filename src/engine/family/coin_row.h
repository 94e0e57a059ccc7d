// Coins in a row, some of them heads. A move turns certain coins, of which the one farthest to the
// right goes from heads to tails. (Berlekamp, Conway and Guy 1982, Winning Ways, chapter 14; the
// theory is due to Lenstra.)
//
// A position is the sum of its heads, each taken alone: a coin that is turned twice is as if it had
// not been turned, and two equal games cancel. So its value is the exclusive-or of the values of
// its heads. A move from the head n that also turns the coins of the set S changes the value by
// exclusive-or with that of n and of all of S. What a head is worth in each game is proved in
// coin_row.cc. Example: the heads 1, 4 and 6 of turtles are the nim heaps 1, 4 and 6.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/family/families.h"
#include "value/natural.h"

namespace grundy {

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
  /// At most `limit` of the moves from a head on coin n whose coins have the exclusive-or `change`
  /// of values; n is the last of these coins.
  virtual std::vector<CoinSet> moves(const Natural& n, const Natural& change,
                                     size_t limit) const = 0;
  /// How many moves a head on coin n has; n is below 2^31.
  virtual uint64_t count(uint64_t n) const = 0;
  /// Calls visit(coins, their exclusive-or of values) for all these moves.
  virtual void for_each(uint64_t n,
                        const std::function<void(const CoinSet&, const Natural&)>& visit) const = 0;
};

/// The game of that name; it lives as long as the program.
const CoinRow& row_of(CoinGame game);

}  // namespace grundy
