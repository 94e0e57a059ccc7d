#include "code/sweep_plan.h"

#include <gtest/gtest.h>

#include "generate/builtin_games.h"
#include "reference/program_text.h"

namespace grundy {
namespace {

/// For coordinates up to 30, with running sets wherever there are some.
std::string plan(const Rule& rule) {
  Budget budget;
  const auto found = plan_sweep(rule, std::vector<int64_t>(rule.arity(), 30), {}, 0, budget);
  return found ? print_plan(*found) : "";
}

std::string plan(const std::string& text, const char* game = "x") {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return plan(**book.rule(game));
}

TEST(SweepPlan, BuiltinGames) {
  EXPECT_EQ(generate::of_builtin_games([](const Rule& rule) { return plan(rule); }), R"(* anydrop
m rising, then n rising; cell 0 + 31*m + 1*n of 961; at most 4294967295 options
1 cells back, from (m, n - 1): with anydrop(m, -1 + n) if -1 + n <= -1 + n
1 cells back, from (m, n - 1): the same
* bounded
n rising; cell 0 + 1*n of 31; at most 3 options
1 cells back, from (n - 1): with bounded(n - 1) without bounded(n - (3 + 1)) if 3 + 1 <= n and 0 <= n - (3 + 1)
* cascade2
a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 4294967295 options
1 cells back, from (a, b - 1): the same
1 cells back, from (a, b - 1): with cascade2(a, -1 + b) if -1 + b <= -1 + b
* cascade3
a rising, then b rising, then c rising; cell 0 + 961*a + 31*b + 1*c of 29791; at most 4294967295 options
1 cells back, from (a, b, c - 1): the same
1 cells back, from (a, b, c - 1): the same
1 cells back, from (a, b, c - 1): with cascade3(a, b, -1 + c) if -1 + c <= -1 + c
* chomp2
a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 59 options
31 cells back, from (a - 1, b): with chomp2(-1 + a, min(-1 + a, b)) if 1 <= -1 + a and -1 + a <= -1 + a
1 cells back, from (a, b - 1): with chomp2(a, -1 + b) if -1 + b <= -1 + b
* chomp3
a rising, then b rising, then c rising; cell 0 + 961*a + 31*b + 1*c of 29791; at most 89 options
961 cells back, from (a - 1, b, c): with chomp3(-1 + a, min(-1 + a, b), min(-1 + a, c)) if 1 <= -1 + a and -1 + a <= -1 + a
31 cells back, from (a, b - 1, c): with chomp3(a, -1 + b, min(-1 + b, c)) if -1 + b <= -1 + b
1 cells back, from (a, b, c - 1): with chomp3(a, b, -1 + c) if -1 + c <= -1 + c
* dawsons_kayles
n rising; cell 0 + 1*n of 31; at most 15 options
for a in 0..min(-2 + n, -1 + n/2): -> dawsons_kayles(a) + dawsons_kayles(n - 2 - a)
* euclid
a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 60 options
a > b as a < b
if 0 <= -1 + a and 0 <= b - a and 1 <= a and a <= b: for k in 1..min((b - 0)/max(a, 1), b): -> euclid(a, b - k*a)
if 0 <= -1 + b and 0 <= -1 + a - b and 1 <= b and b < a: for k in 1..min((a - 0)/max(b, 1), a): -> euclid(a - k*b, b)
* fibonacci
n rising, then q rising; cell 0 + 31*n + 1*q of 961; at most 30 options
1 cells back, from (n, q - 1): with fibonacci(n - q, min(2*q, n - q)) if q <= n and q <= q and 0 <= n - q and 0 <= min(2*q, n - q)
* forced
m rising, then n rising; cell 0 + 31*m + 1*n of 961; at most 4294967295 options
1 cells back, from (m, n - 1): with forced(m, -1 + n) if -1 + n <= -1 + n
1 cells back, from (m, n - 1): without forced(m - 1, n - 1) if n + -1 <= n - 1 and 0 <= -1 + m and 0 <= m - 1
* free
m rising, then n rising; cell 0 + 31*m + 1*n of 961; at most 4294967295 options
1 cells back, from (m, n - 1): with free(m, -1 + n) if -1 + n <= -1 + n
1 cells back, from (m, n - 1): the same
* grundys
n rising; cell 0 + 1*n of 31; at most 14 options
for a in 1..min(n, (n - 1)/2): -> grundys(a) + grundys(n - a)
* half
n rising; cell 0 + 1*n of 31; at most 15 options
1 cells back, from (n - 1): with half(-1 + n) if 0 <= -2 + n without half(-1 + (1 + n)/2) if 0 = -1 - n + 2*((1 + n)/2) and 0 <= -3 + n
* intervals
l rising, then r rising; cell 0 + 31*l + 1*r of 961; at most 0 options
* kayles
n rising; cell 0 + 1*n of 31; at most 59 options
for a in n/2..-1 + n: -> kayles(a) + kayles(-1 + n - a)
for a in (-1 + n)/2..-2 + n: -> kayles(a) + kayles(-2 + n - a)
* king
a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 3 options
a > b as a < b
if 0 <= -1 + a: -> king(a - 1, b)
if 0 <= -1 + b: -> king(a, b - 1)
if 0 <= -1 + a and 0 <= -1 + b: -> king(a - 1, b - 1)
* lasker
n rising; cell 0 + 1*n of 31; at most 45 options
1 cells back, from (n - 1): with lasker(-1 + n) if -1 + n <= -1 + n
for a in 1..min(n, n/2): -> lasker(a) + lasker(n - a)
* mark
n rising; cell 0 + 1*n of 31; at most 2 options
if 0 <= -1 + n: -> mark(n - 1)
if 0 <= -1 + n: -> mark(n/2)
* moore2
a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 960 options
31 cells back, from (a - 1, b): with moore2(-1 + a, b) if -1 + a <= -1 + a
1 cells back, from (a, b - 1): with moore2(a, -1 + b) if -1 + b <= -1 + b
for x in 0..-1 + a: for y in 0..-1 + b: -> moore2(x, y)
* moore3
a rising, then b rising, then c rising; cell 0 + 961*a + 31*b + 1*c of 29791; at most 2790 options
961 cells back, from (a - 1, b, c): with moore3(-1 + a, b, c) if -1 + a <= -1 + a
31 cells back, from (a, b - 1, c): with moore3(a, -1 + b, c) if -1 + b <= -1 + b
1 cells back, from (a, b, c - 1): with moore3(a, b, -1 + c) if -1 + c <= -1 + c
for x in 0..-1 + a: for y in 0..-1 + b: -> moore3(x, y, c)
for x in 0..-1 + a: for z in 0..-1 + c: -> moore3(x, b, z)
for y in 0..-1 + b: for z in 0..-1 + c: -> moore3(a, y, z)
* moore4
a rising, then b rising, then c rising, then d rising; cell 0 + 29791*a + 961*b + 31*c + 1*d of 923521; at most 5520 options
29791 cells back, from (a - 1, b, c, d): with moore4(-1 + a, b, c, d) if -1 + a <= -1 + a
961 cells back, from (a, b - 1, c, d): with moore4(a, -1 + b, c, d) if -1 + b <= -1 + b
31 cells back, from (a, b, c - 1, d): with moore4(a, b, -1 + c, d) if -1 + c <= -1 + c
1 cells back, from (a, b, c, d - 1): with moore4(a, b, c, -1 + d) if -1 + d <= -1 + d
for x in 0..-1 + a: for y in 0..-1 + b: -> moore4(x, y, c, d)
for x in 0..-1 + a: for z in 0..-1 + c: -> moore4(x, b, z, d)
for x in 0..-1 + a: for t in 0..-1 + d: -> moore4(x, b, c, t)
for y in 0..-1 + b: for z in 0..-1 + c: -> moore4(a, y, z, d)
for y in 0..-1 + b: for t in 0..-1 + d: -> moore4(a, y, c, t)
for z in 0..-1 + c: for t in 0..-1 + d: -> moore4(a, b, z, t)
* nim
n rising; cell 0 + 1*n of 31; at most 30 options
1 cells back, from (n - 1): with nim(-1 + n) if -1 + n <= -1 + n
* rook
a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 60 options
31 cells back, from (a - 1, b): with rook(-1 + a, b) if -1 + a <= -1 + a
1 cells back, from (a, b - 1): with rook(a, -1 + b) if -1 + b <= -1 + b
* squares
n rising; cell 0 + 1*n of 31; at most 30 options
for k in 1..n while k*k <= n: -> squares(n - k*k)
* stones
b rising, then s rising; cell 0 + 31*b + 1*s of 961; at most 4294967295 options
1 cells back, from (b, s - 1): with stones(b, -1 + s) if -1 + s <= -1 + s
1 cells back, from (b, s - 1): the same
* strange
n rising; cell 0 + 1*n of 31; at most 15 options
1 cells back, from (n - 1): with strange(-1 + n) if 0 <= -2 + n without strange(-1 + (1 + n)/2) if 0 = -1 - n + 2*((1 + n)/2) and 0 <= -3 + n
* strict
m rising, then n rising; cell 0 + 31*m + 1*n of 961; at most 4294967295 options
1 cells back, from (m, n - 1): with strict(m, -1 + n) if -1 + n <= -1 + n
1 cells back, from (m, n - 1): without strict(m - 1, 1 + n - 1) if 1 + n + -1 <= 1 + n - 1 and 0 <= -1 + m and 0 <= m - 1
* take_coprime
n rising; cell 0 + 1*n of 31; at most 29 options
for k in 1..-1 + n: if gcd(k, n) = 1: -> take_coprime(k)
* take_divisor
n rising; cell 0 + 1*n of 31; at most 30 options
for d in 1..n: if n%d = 0: -> take_divisor(n - d)
* take_nondivisor
n rising; cell 0 + 1*n of 31; at most 29 options
1 cells back, from (n - 1): with 2 and without 2 stretches, but for some options
* take_power
n rising; cell 0 + 1*n of 31; at most 30 options
for q in {1, 2, 4, 8, 16} within 1..n: -> take_power(n - q) (listed beforehand)
* take_prime
n rising; cell 0 + 1*n of 31; at most 29 options
for p in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29} within 2..n: -> take_prime(n - p) (listed beforehand)
* take_prime_or_one
n rising; cell 0 + 1*n of 31; at most 30 options
for p in {1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29} within 1..n: -> take_prime_or_one(n - p) (listed beforehand)
* take_prime_power
n rising; cell 0 + 1*n of 31; at most 30 options
for q in {1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29} within 1..n: -> take_prime_power(n - q) (listed beforehand)
* take_proper_divisor
n rising; cell 0 + 1*n of 31; at most 15 options
for d in 1..min(n, n/2): if n%d = 0: -> take_proper_divisor(n - d)
* wythoff
a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 90 options
31 cells back, from (a - 1, b): with wythoff(-1 + a, b) if -1 + a <= -1 + a
1 cells back, from (a, b - 1): with wythoff(a, -1 + b) if -1 + b <= -1 + b
32 cells back, from (a - 1, b - 1): with wythoff(a - 1, b - 1)
)");
}

TEST(SweepPlan, HalfATable) {
  EXPECT_EQ(
      plan("game x(a, b)\n  -> x(a - 1, b)  if isprime(a)\n  -> x(a, b - 1)  if isprime(b)\n"),
      R"(a rising, then b rising; cell 0 + 31*a + 1*b of 961; at most 2 options
a > b as a < b
if 0 <= -1 + a and isprime(a): -> x(a - 1, b)
if 0 <= -1 + b and isprime(b): -> x(a, b - 1)
)");
}

TEST(SweepPlan, FromTheTop) {
  EXPECT_EQ(plan("game x(a, b)\n  -> x(a + 1, b)  if a < b\n  -> x(a, b - 1)\n"),
            R"(b rising, then a falling; cell 30 + -1*a + 31*b of 961; at most 2 options
if 0 <= -1 + b - a: -> x(a + 1, b)
if 0 <= -1 + b: -> x(a, b - 1)
)");
}

// With little work running sets are not worth the time it takes to find them, and positions may be
// left out.
TEST(SweepPlan, LittleWorkAndKeptOrders) {
  Rulebook book;
  Budget budget;
  const auto found =
      plan_sweep(**book.rule("chomp2"), std::vector<int64_t>{3, 3}, {{1, 0}}, 1e9, budget);
  ASSERT_TRUE(found);
  EXPECT_EQ(print_plan(*found),
            "a rising, then b rising; cell 0 + 4*a + 1*b of 16; at most 5 options\n"
            "only b <= a\n"
            "for k in 1..-1 + a: -> chomp2(k, min(k, b))\n"
            "for k in 0..-1 + b: -> chomp2(a, k)\n");
}

}  // namespace
}  // namespace grundy
