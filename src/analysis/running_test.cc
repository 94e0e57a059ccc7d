#include "analysis/running.h"

#include <gtest/gtest.h>

#include "analysis/print.h"
#include "generate/builtin_games.h"

namespace grundy {
namespace {

/// What is seen in the terms and what isl proves, for positions with coordinates up to 40.
std::string running(const Rule& rule) {
  std::string text;
  const auto order = sweep_order(rule);
  if (!order) return text;
  const std::vector<int64_t> box(rule.arity(), 40);
  for (const MoveLine& line : rule.moves) {
    if (const auto seen = seen_set(rule, line, nests_of(rule, line), *order, box))
      text += "seen " + print_running_set(rule, *seen) + "\n";
    if (const auto proved = running_set(rule, line, *order, box))
      text += "proved " + print_running_set(rule, *proved) + "\n";
  }
  return text;
}

std::string running(const std::string& text, const char* game = "x") {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return running(**book.rule(game));
}

TEST(Running, BuiltinGames) {
  EXPECT_EQ(generate::of_builtin_games([](const Rule& rule) { return running(rule); }), R"(* anydrop
seen from (m, n - 1): with anydrop(m, -1 + n) if -1 + n <= -1 + n
proved from (m, n - 1): with anydrop(0 + m, -1 + n)
proved from (m, n - 1): the same
* bounded
seen from (n - 1): with bounded(n - 1) without bounded(n - (3 + 1)) if 3 + 1 <= n and 0 <= n - (3 + 1)
proved from (n - 1): with bounded(-1 + n) without bounded(-4 + n) if 0 <= -4 + n
* cascade2
proved from (a, b - 1): the same
seen from (a, b - 1): with cascade2(a, -1 + b) if -1 + b <= -1 + b
proved from (a, b - 1): with cascade2(0 + a, -1 + b)
* cascade3
proved from (a, b, c - 1): the same
proved from (a, b, c - 1): the same
seen from (a, b, c - 1): with cascade3(a, b, -1 + c) if -1 + c <= -1 + c
proved from (a, b, c - 1): with cascade3(0 + a, 0 + b, -1 + c)
* chomp2
seen from (a - 1, b): with chomp2(-1 + a, min(-1 + a, b)) if 1 <= -1 + a and -1 + a <= -1 + a
proved from (a - 1, b): with chomp2(-1 + a, -1 + a) if 0 <= -2 + a and 0 <= 1 - a + b, chomp2(-1 + a, 0 + b) if 0 <= -2 + a - b
seen from (a, b - 1): with chomp2(a, -1 + b) if -1 + b <= -1 + b
proved from (a, b - 1): with chomp2(0 + a, -1 + b)
* chomp3
seen from (a - 1, b, c): with chomp3(-1 + a, min(-1 + a, b), min(-1 + a, c)) if 1 <= -1 + a and -1 + a <= -1 + a
proved from (a - 1, b, c): with chomp3(-1 + a, -1 + a, -1 + a) if 0 <= -2 + a and 0 <= 1 - a + c and 0 <= 1 - a + b, chomp3(-1 + a, -1 + a, 0 + c) if 0 <= -2 + a - c and 0 <= 1 - a + b, chomp3(-1 + a, 0 + b, -1 + a) if 0 <= -2 + a - b and 0 <= 1 - a + c, chomp3(-1 + a, 0 + b, 0 + c) if 0 <= -2 + a - b and 0 <= -2 + a - c
seen from (a, b - 1, c): with chomp3(a, -1 + b, min(-1 + b, c)) if -1 + b <= -1 + b
proved from (a, b - 1, c): with chomp3(0 + a, -1 + b, -1 + b) if 0 <= 1 - b + c, chomp3(0 + a, -1 + b, 0 + c) if 0 <= -2 + b - c
seen from (a, b, c - 1): with chomp3(a, b, -1 + c) if -1 + c <= -1 + c
proved from (a, b, c - 1): with chomp3(0 + a, 0 + b, -1 + c)
* fibonacci
seen from (n, q - 1): with fibonacci(n - q, min(2*q, n - q)) if q <= n and q <= q and 0 <= n - q and 0 <= min(2*q, n - q)
proved from (n, q - 1): with fibonacci(0 + n - q, 0 + 2*q) if 0 <= 0 + n - 3*q, fibonacci(0 + n - q, 0 + n - q) if 0 <= -1 - n + 3*q and 0 <= 0 + n - q
* forced
seen from (m, n - 1): with forced(m, -1 + n) if -1 + n <= -1 + n
proved from (m, n - 1): with forced(0 + m, -1 + n)
seen from (m, n - 1): without forced(m - 1, n - 1) if n + -1 <= n - 1 and 0 <= -1 + m and 0 <= m - 1
proved from (m, n - 1): without forced(-1 + m, -1 + n) if 0 <= -1 + m
* free
seen from (m, n - 1): with free(m, -1 + n) if -1 + n <= -1 + n
proved from (m, n - 1): with free(0 + m, -1 + n)
seen from (m, n - 1): the same
proved from (m, n - 1): the same
* half
proved from (n - 1): with half(-1 + n) if 0 <= -2 + n without half(-1 + (1 + n)/2) if 0 = -1 - n + 2*((1 + n)/2) and 0 <= -3 + n
* king
proved from (a, b - 1): with king(-1 + a, 0 + b) if 0 <= -1 + a without king(-1 + a, -1 + b) if 0 <= -1 + a
proved from (a, b - 1): with king(0 + a, -1 + b) without king(0 + a, -2 + b) if 0 <= -2 + b
proved from (a, b - 1): with king(-1 + a, -1 + b) if 0 <= -1 + a without king(-1 + a, -2 + b) if 0 <= -1 + a and 0 <= -2 + b
* lasker
seen from (n - 1): with lasker(-1 + n) if -1 + n <= -1 + n
proved from (n - 1): with lasker(-1 + n)
* mark
proved from (n - 1): with mark(-1 + n) without mark(-2 + n) if 0 <= -2 + n
proved from (n - 1): with mark(0) if 0 = -1 + n, mark(0 + (0 + n)/2) if 0 = 0 - n + 2*((0 + n)/2) without mark(-1 + (0 + n)/2) if 0 = 0 - n + 2*((0 + n)/2)
* moore2
seen from (a - 1, b): with moore2(-1 + a, b) if -1 + a <= -1 + a
proved from (a - 1, b): with moore2(-1 + a, 0 + b)
seen from (a, b - 1): with moore2(a, -1 + b) if -1 + b <= -1 + b
proved from (a, b - 1): with moore2(0 + a, -1 + b)
* moore3
seen from (a - 1, b, c): with moore3(-1 + a, b, c) if -1 + a <= -1 + a
proved from (a - 1, b, c): with moore3(-1 + a, 0 + b, 0 + c)
seen from (a, b - 1, c): with moore3(a, -1 + b, c) if -1 + b <= -1 + b
proved from (a, b - 1, c): with moore3(0 + a, -1 + b, 0 + c)
seen from (a, b, c - 1): with moore3(a, b, -1 + c) if -1 + c <= -1 + c
proved from (a, b, c - 1): with moore3(0 + a, 0 + b, -1 + c)
* moore4
seen from (a - 1, b, c, d): with moore4(-1 + a, b, c, d) if -1 + a <= -1 + a
proved from (a - 1, b, c, d): with moore4(-1 + a, 0 + b, 0 + c, 0 + d)
seen from (a, b - 1, c, d): with moore4(a, -1 + b, c, d) if -1 + b <= -1 + b
proved from (a, b - 1, c, d): with moore4(0 + a, -1 + b, 0 + c, 0 + d)
seen from (a, b, c - 1, d): with moore4(a, b, -1 + c, d) if -1 + c <= -1 + c
proved from (a, b, c - 1, d): with moore4(0 + a, 0 + b, -1 + c, 0 + d)
seen from (a, b, c, d - 1): with moore4(a, b, c, -1 + d) if -1 + d <= -1 + d
proved from (a, b, c, d - 1): with moore4(0 + a, 0 + b, 0 + c, -1 + d)
* nim
seen from (n - 1): with nim(-1 + n) if -1 + n <= -1 + n
proved from (n - 1): with nim(-1 + n)
* rook
seen from (a - 1, b): with rook(-1 + a, b) if -1 + a <= -1 + a
proved from (a - 1, b): with rook(-1 + a, 0 + b)
seen from (a, b - 1): with rook(a, -1 + b) if -1 + b <= -1 + b
proved from (a, b - 1): with rook(0 + a, -1 + b)
* stones
seen from (b, s - 1): with stones(b, -1 + s) if -1 + s <= -1 + s
proved from (b, s - 1): with stones(0 + b, -1 + s)
proved from (b, s - 1): the same
* strange
proved from (n - 1): with strange(-1 + n) if 0 <= -2 + n without strange(-1 + (1 + n)/2) if 0 = -1 - n + 2*((1 + n)/2) and 0 <= -3 + n
* strict
seen from (m, n - 1): with strict(m, -1 + n) if -1 + n <= -1 + n
proved from (m, n - 1): with strict(0 + m, -1 + n)
seen from (m, n - 1): without strict(m - 1, 1 + n - 1) if 1 + n + -1 <= 1 + n - 1 and 0 <= -1 + m and 0 <= m - 1
proved from (m, n - 1): without strict(-1 + m, 0 + n) if 0 <= -1 + m
* wythoff
seen from (a - 1, b): with wythoff(-1 + a, b) if -1 + a <= -1 + a
proved from (a - 1, b): with wythoff(-1 + a, 0 + b)
seen from (a, b - 1): with wythoff(a, -1 + b) if -1 + b <= -1 + b
proved from (a, b - 1): with wythoff(0 + a, -1 + b)
seen from (a - 1, b - 1): with wythoff(a - 1, b - 1)
proved from (a - 1, b - 1): with wythoff(-1 + a, -1 + b)
)");
}

TEST(Running, AWindowThatMoves) {
  EXPECT_EQ(
      running("game x(n)\n  -> x(n - k)  for k in 3..5\n"),
      R"(seen from (n - 1): with x(n - 3) if 3 <= n and 0 <= n - 3 without x(n - (5 + 1)) if 5 + 1 <= n and 0 <= n - (5 + 1)
proved from (n - 1): with x(-3 + n) if 0 <= -3 + n without x(-6 + n) if 0 <= -6 + n
)");
}

// Along a + b = c, which no single coordinate tells.
TEST(Running, AStepDownAndUp) {
  EXPECT_EQ(running("game x(a, b)\n  -> x(a - k, b + k)  for k in 1..a\n"),
            R"(seen from (a - 1, b + 1): with x(a - 1, b + 1)
proved from (a - 1, b + 1): with x(-1 + a, 1 + b)
)");
}

TEST(Running, AHoleInTheMiddleIsTooMuchChange) {
  EXPECT_EQ(running("game x(a, b)\n  -> x(a - k, b - k)  for k in 1..min(a, b)  if k != 2\n"),
            R"()");
}

TEST(Running, OneLineThatLeadsToSums) {
  EXPECT_EQ(running("game x(n)\n  -> x(k) + x(k)  for k < n\n"), R"()");
}

/// The running set of the game's only line by the ends of its loops, for positions up to 1000.
std::string moved(const std::string& text, bool always = false) {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  const Rule& rule = **book.rule("x");
  const std::vector<int64_t> box(rule.arity(), 1000);
  const auto order = sweep_order(rule);
  const MoveLine& line = rule.moves[0];
  const auto set = moved_set(rule, line, nests_of(rule, line), *order, box, always);
  return set ? print_running_set(rule, *set) : "";
}

TEST(Running, MovedEnds) {
  EXPECT_EQ(moved("game x(n)\n  -> x(n - k)  for k in 1..n/3 + n % 5"),
            "from (n - 1): with 2 and without 2 stretches");
  EXPECT_EQ(moved("game x(n)\n  -> x(n + k)  for k in 1..n*n  if n + k <= 1000"),
            "from (n + 1): with 2 and without 2 stretches");
  EXPECT_EQ(moved("game x(n)\n  -> x(n - k)  for k in 1..n/3 + n % 5  if n % 2 = 0", true),
            "from (n - 1): with 3 and without 3 stretches");
  EXPECT_EQ(moved("game x(n)\n  -> x(n - k)  for k in 1..n - 1  if n % k != 0"),
            "from (n - 1): with 2 and without 2 stretches, but for some options");
  EXPECT_EQ(moved("game x(n)\n  -> x(n - k)  for k in 1..n*n % 1000"), "") << "the ends jump";
  EXPECT_EQ(moved("game x(n)\n  -> x(n - k*k)  for k in 1..n/2"), "") << "other options each time";
  EXPECT_EQ(moved("game x(n)\n  -> x(n - k)  for k in 1..n  if k % 3 = 1 and n > 2*k"), "");
}

}  // namespace
}  // namespace grundy
