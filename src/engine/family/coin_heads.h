// The heads of a position of coins, in a row or in a rectangle: reading, checking, turning and
// explaining them. `Head` is a Natural, the number of a coin, or a CoinPlace.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/family/coin_row.h"
#include "engine/family/edge_list.h"
#include "engine/family/listing.h"

namespace grundy::coins {

constexpr size_t kShownHeads = 12;  // in an explanation

using CoinPlace = std::array<Natural, 2>;  // (x, y)

inline std::string text_of(const Natural& coin) { return coin.to_string(); }
inline std::string text_of(const CoinPlace& place) {
  return "[" + place[0].to_string() + ", " + place[1].to_string() + "]";
}

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
inline bool is_low(const Natural& n) { return n < Natural(uint64_t{1} << 31); }
inline Error too_far(const Natural& n) {
  return Error::declined("moves are listed from heads on coins below 2^31, not " + short_digits(n));
}

/// Room for one more than `limit`, which shows whether something is left out.
inline size_t one_more(size_t limit) { return limit == SIZE_MAX ? limit : limit + 1; }

inline MoveSet cut_to(size_t limit, MoveSet set) {
  if (set.moves.size() > limit) {
    set.moves.resize(limit);
    set.all = false;
  }
  return set;
}

/// The rows of the explanation for the heads, and the sum of their values; worth(i) says how head i
/// is valued, ending in its value.
template <class Worth>
std::string sum_of_heads(size_t count, const Natural& value, const Worth& worth) {
  if (count == 0) return "There are no heads: the value is 0.\n";
  std::string text =
      "The heads are a sum: a coin that is turned twice is as before, as two equal games cancel.\n";
  for (size_t i = 0; i < std::min(count, kShownHeads); ++i) text += "  " + worth(i) + "\n";
  if (count > kShownHeads) text += "  … and " + std::to_string(count - kShownHeads) + " more\n";
  return text + "Value: " + (count == 1 ? "" : "the exclusive-or of these, ") +
         short_digits(value) + "\n";
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

/// The numbers that are in one of two ascending lists.
inline std::vector<Natural> turned_between(std::span<const Natural> before,
                                           std::span<const Natural> after) {
  std::vector<Natural> coins;
  std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(),
                                std::back_inserter(coins));
  return coins;
}

/// Coins that a move of the row turns, ascending, as a set.
inline CoinSet set_of(const CoinRow& row, std::vector<Natural> coins) {
  return row.turns_runs() ? CoinSet::run(coins.front(), coins.back())
                          : CoinSet::of(std::move(coins));
}

/// An error at the head number `i`, located in its file when it stands in one.
inline Error wrong_head(const Argument& argument, size_t i, const std::string& message,
                        Budget& budget) {
  if (const auto* file = std::get_if<FileName>(&argument.value))
    return error_in_row(file->path, i, message, budget);
  return Error::input(message);
}

inline Error no_such_coin(const Argument& argument, size_t i, const CoinRow& row, Budget& budget) {
  return wrong_head(
      argument, i,
      "there is no coin 0; the coins of " + std::string(row.name()) + " are numbered from 1",
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

}  // namespace grundy::coins
