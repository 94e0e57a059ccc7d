#include "analysis/order.h"

#include <gtest/gtest.h>

#include "analysis/print.h"
#include "generate/builtin_games.h"

namespace grundy {
namespace {

/// The order, the kept orders, and the boxes reached when no coordinate is above 9.
std::string order(const Rule& rule) {
  const auto steps = sweep_order(rule);
  std::string text = steps ? print_order(rule, *steps) : "no order";
  if (const auto kept = kept_orders(rule); !kept.empty()) text += "; " + print_pairs(rule, kept);
  const auto boxes = reachable_boxes({{&rule, std::vector<int64_t>(rule.arity(), 9)}});
  return text + "; " + (boxes ? print_boxes(*boxes) : "no boxes") + "\n";
}

std::string order(const std::string& text, const char* game = "x") {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return order(**book.rule(game));
}

TEST(Order, BuiltinGames) {
  EXPECT_EQ(generate::of_builtin_games([](const Rule& rule) { return order(rule); }), R"(* anydrop
m rising, then n rising; no boxes
* bounded
n rising; bounded: 0..9
* cascade2
a rising, then b rising; no boxes
* cascade3
a rising, then b rising, then c rising; no boxes
* chomp2
a rising, then b rising; b <= a; chomp2: 0..9, 0..9
* chomp3
a rising, then b rising, then c rising; b <= a, c <= a, c <= b; chomp3: 0..9, 0..9, 0..9
* consecutive
no order; no boxes
* dawson
no order; no boxes
* dawsons_kayles
n rising; dawsons_kayles: 0..9
* euclid
a rising, then b rising; euclid: 0..9, 0..9
* fibonacci
n rising, then q rising; q <= n; fibonacci: 0..9, 0..9
* forced
m rising, then n rising; no boxes
* free
m rising, then n rising; no boxes
* grundys
n rising; grundys: 0..9
* half
n rising; half: 0..9
* intervals
l rising, then r rising; l <= r, r <= l; intervals: 0..9, 0..9
* kayles
n rising; kayles: 0..9
* king
a rising, then b rising; king: 0..9, 0..9
* knight
no order; no boxes
* lasker
n rising; lasker: 0..9
* mark
n rising; mark: 0..9
* moore2
a rising, then b rising; moore2: 0..9, 0..9
* moore3
a rising, then b rising, then c rising; moore3: 0..9, 0..9, 0..9
* moore4
a rising, then b rising, then c rising, then d rising; moore4: 0..9, 0..9, 0..9, 0..9
* nim
n rising; nim: 0..9
* queen
no order; no boxes
* rook
a rising, then b rising; rook: 0..9, 0..9
* squares
n rising; squares: 0..9
* stones
b rising, then s rising; no boxes
* strange
n rising; strange: 0..9
* strict
m rising, then n rising; no boxes
* take_coprime
n rising; take_coprime: 0..9
* take_divisor
n rising; take_divisor: 0..9
* take_nondivisor
n rising; take_nondivisor: 0..9
* take_power
n rising; take_power: 0..9
* take_prime
n rising; take_prime: 0..9
* take_prime_or_one
n rising; take_prime_or_one: 0..9
* take_prime_power
n rising; take_prime_power: 0..9
* take_proper_divisor
n rising; take_proper_divisor: 0..9
* treblecross
no order; no boxes
* wythoff
a rising, then b rising; wythoff: 0..9, 0..9
)");
}

TEST(Order, ACoordinateThatGrowsFallsInTheOrder) {
  EXPECT_EQ(order("game x(a, b)\n  -> x(a + 1, b)  if a < b\n  -> x(a, b - 1)\n"),
            R"(b rising, then a falling; b <= a; x: 0..9, 0..9
)");
}

// Quotients and remainders by a number of 2 or more, together.
TEST(Order, EqualSplits) {
  for (const char* lines : {
           "  -> x(n/m + 1)  for m in 2..n if n % m >= 1\n",
           "  -> x(n/m + 1) + x(n/m)  for m in 2..n if n % m % 2 = 1 and (m - n % m) % 2 = 1\n",
       })
    EXPECT_EQ(order(std::string("game x(n)\n") + lines), "n rising; x: 0..9\n") << lines;
  // 3/2 + 1 = 2, and 2/2 + 1 = 2 comes again.
  EXPECT_EQ(order("game x(n)\n  -> x(n/m + 1)  for m in 2..n\n").substr(0, 8), "no order");
  EXPECT_EQ(order("game x(n)\n  -> x(n/m + 1)  for m in 1..n if n % m % 2 = 0\n").substr(0, 8),
            "no order");
}

TEST(Order, NoBoxHoldsWhatGrowsForEver) {
  EXPECT_EQ(order("game x(a, b)\n  -> x(a - 1, b + 2)\n"),
            R"(a rising, then b rising; a <= b; no boxes
)");
}

TEST(Order, BoxesOfGamesThatLeadToEachOther) {
  EXPECT_EQ(order("game x(n)\n  -> y(n/2, 3)\ngame y(a, b)\n  -> y(a - 1, b)  if b <= 9\n  -> x(a "
                  "+ b - 1)  if b >= 1\n"),
            R"(no order; x: 0..9; y: 0..4, 0..3
)");
}

TEST(Order, Rows) {
  Rulebook book;
  const auto rows = [&](const char* game, size_t coordinate) {
    return goes_on_in_rows(**book.rule(game), {coordinate, false});
  };
  EXPECT_TRUE(rows("wythoff", 0));
  EXPECT_TRUE(rows("wythoff", 1));
  EXPECT_FALSE(rows("knight", 0));
  EXPECT_FALSE(rows("anydrop", 1));
}

TEST(Order, ReachableGames) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("own.game",
                             "game x(n)\n  -> y(n) + queen(n, n)\n"
                             "game y(n)\n  -> x(n - 1)\n"));
  std::string names;
  for (const Rule* game : reachable_games({*book.rule("x")})) names += game->name + " ";
  EXPECT_EQ(names, "x y queen wythoff ");
}

TEST(Order, MaximaAreOneOfTheirTerms) {
  EXPECT_EQ(order("game x(n, last)\n"
                  "  -> x(max(n - 3, 0), 0)  if n > 0\n"
                  "  -> x(max(n - 1, 0), 1)  if n > 0 and last != 1\n"),
            "n rising, then last rising; x: 0..9, 0..9\n");
}

}  // namespace
}  // namespace grundy
