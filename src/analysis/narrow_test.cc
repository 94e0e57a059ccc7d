#include "analysis/narrow.h"

#include <gtest/gtest.h>

#include "analysis/print.h"
#include "generate/builtin_games.h"

namespace grundy {
namespace {

/// The nests that became narrower, for coordinates up to 30, or to 2 where there are two of them.
std::string narrowed(const Rule& rule) {
  std::string text;
  Budget budget;
  const std::vector<int64_t> most(rule.arity(), rule.arity() == 2 ? 2 : 30);
  for (const MoveLine& line : rule.moves) {
    for (Nest& nest : nests_of(rule, line)) {
      if (narrow(nest, line, most, budget)) text += print_nest(line, nest) + "\n";
    }
  }
  return text;
}

std::string narrowed(const std::string& text, const char* game = "x") {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return narrowed(**book.rule(game));
}

TEST(Narrow, BuiltinGames) {
  EXPECT_EQ(generate::of_builtin_games([](const Rule& rule) { return narrowed(rule); }),
            R"(* take_power
for q in {1, 2, 4, 8, 16} within 1..n: -> take_power(n - q)
* take_prime
for p in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29} within 2..n: -> take_prime(n - p)
* take_prime_or_one
for p in {1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29} within 1..n: -> take_prime_or_one(n - p)
* take_prime_power
for q in {1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29} within 1..n: -> take_prime_power(n - q)
)");
}

TEST(Narrow, ConditionsOnTheBinderAlone) {
  EXPECT_EQ(
      narrowed("game x(n)\n  -> x(n - k*k)  for k >= 1  if k*k <= n and k % 3 != 2\n"),
      R"(for k in {0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25, 27, 28, 30} within 1..n while k*k <= n: -> x(n - k*k)
)");
}

TEST(Narrow, TwoBinders) {
  EXPECT_EQ(
      narrowed("game x(n)\n  -> x(n - p - q)  for p <= n, q <= n  if isprime(p) and issquare(q) "
               "and p + q >= 1\n"),
      R"(for p in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29} within 0..n: for q in {0, 1, 4, 9, 16, 25} within 1 - p..min(n - p, n): -> x(n - p - q)
)");
}

// The pairs (k*k*k, k), as far as k may be tried; the bound then ends the loop.
TEST(Narrow, TermsThatEndALoop) {
  EXPECT_EQ(
      narrowed("game x(a, b)\n  -> x(a - 1, b)  for k  if k*k*k < a + b\n"),
      R"(if 0 <= -1 + a and 1 <= a: for ($3, k) in {(0, 0), (1, 1), (8, 2), (27, 3), (64, 4), (125, 5), (216, 6), (343, 7), (512, 8), (729, 9), (1000, 10), (1331, 11), (1728, 12), (2197, 13), (2744, 14), (3375, 15), (4096, 16), (4913, 17), (5832, 18), (6859, 19), (8000, 20), (9261, 21), (10648, 22), (12167, 23), (13824, 24), (15625, 25), (17576, 26), (19683, 27), (21952, 28), (24389, 29), (27000, 30), (29791, 31), (32768, 32), (35937, 33), (39304, 34), (42875, 35), (46656, 36), (50653, 37), (54872, 38), (59319, 39), (64000, 40), (68921, 41), (74088, 42), (79507, 43), (85184, 44), (91125, 45), (97336, 46), (103823, 47), (110592, 48), (117649, 49), (125000, 50), (132651, 51), (140608, 52), (148877, 53), (157464, 54), (166375, 55), (175616, 56), (185193, 57), (195112, 58), (205379, 59), (216000, 60), (226981, 61), (238328, 62), (250047, 63), (262144, 64), (274625, 65)} within 0..a + b - 1: -> x(a - 1, b)
)");
}

TEST(Narrow, ConditionsOnThePositionStay) {
  EXPECT_EQ(narrowed("game x(n)\n  -> x(n - p)  for p <= n  if isprime(p + n)\n"), R"()");
}

TEST(Narrow, ConditionsWithoutAValueStay) {
  EXPECT_EQ(narrowed("game x(n)\n  -> x(k)  for k < n  if isprime(7 % k)\n"), R"()");
}

TEST(Narrow, NotWithoutMemory) {
  Rulebook book;
  const Rule& rule = **book.rule("take_prime");
  Nest nest = nests_of(rule, rule.moves[0])[0];
  Budget budget;
  budget.set_memory_limit(100);
  EXPECT_FALSE(narrow(nest, rule.moves[0], std::vector<int64_t>{1000}, budget));
  EXPECT_EQ(print_nest(rule.moves[0], nest), "for p in 2..n: if isprime(p): -> take_prime(n - p)");
}

}  // namespace
}  // namespace grundy
