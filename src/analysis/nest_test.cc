#include "analysis/nest.h"

#include <gtest/gtest.h>

#include "analysis/print.h"
#include "generate/builtin_games.h"

namespace grundy {
namespace {

std::string nests(const Rule& rule) {
  std::string text;
  for (const MoveLine& line : rule.moves) {
    for (const Nest& nest : nests_of(rule, line)) text += print_nest(line, nest) + "\n";
  }
  return text;
}

std::string nests(const std::string& text, const char* game = "x") {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return nests(**book.rule(game));
}

TEST(Nest, BuiltinGames) {
  EXPECT_EQ(generate::of_builtin_games([](const Rule& rule) { return nests(rule); }), R"(* anydrop
for k in 0..-1 + n: -> anydrop(m, k)
for l in 0..-1 + m: for k in 0..: -> anydrop(l, k)
* bounded
for k in 1..min(n, 3): -> bounded(n - k)
* cascade2
for x in 0..-1 + a: for y in 0..: -> cascade2(x, y)
for y in 0..-1 + b: -> cascade2(a, y)
* cascade3
for x in 0..-1 + a: for y in 0..: for z in 0..: -> cascade3(x, y, z)
for y in 0..-1 + b: for z in 0..: -> cascade3(a, y, z)
for z in 0..-1 + c: -> cascade3(a, b, z)
* chomp2
for k in 1..-1 + a: -> chomp2(k, min(k, b))
for k in 0..-1 + b: -> chomp2(a, k)
* chomp3
for k in 1..-1 + a: -> chomp3(k, min(k, b), min(k, c))
for k in 0..-1 + b: -> chomp3(a, k, min(k, c))
for k in 0..-1 + c: -> chomp3(a, b, k)
* consecutive
for k in 2..min(isqrt(2*n), 2*n) while k*1 + k*(k - 1)/2 <= n: for a = (n - k*(k - 1)/2)/k: if 0 <= -1 + a and 1 <= a and k*a + k*(k - 1)/2 = n: -> sum(consecutive(a + i) for i <= k - 1)
* dawsons_kayles
for a in 0..min(-2 + n, -1 + n/2): -> dawsons_kayles(a) + dawsons_kayles(n - 2 - a)
* euclid
if 0 <= -1 + a and 0 <= b - a and 1 <= a and a <= b: for k in 1..min((b - 0)/max(a, 1), b): -> euclid(a, b - k*a)
if 0 <= -1 + b and 0 <= -1 + a - b and 1 <= b and b < a: for k in 1..min((a - 0)/max(b, 1), a): -> euclid(a - k*b, b)
* fibonacci
for k in 1..min(n, q): -> fibonacci(n - k, min(2*k, n - k))
* forced
for k in 0..-1 + n: -> forced(m, k)
if 0 <= -1 + m: for k in n..: -> forced(m - 1, k)
* free
for k in 0..-1 + n: -> free(m, k)
if 0 <= -1 + m: for k in 0..: -> free(m - 1, k)
* grundys
for a in 1..min(n, (n - 1)/2): -> grundys(a) + grundys(n - a)
* half
for k in 1..min(n, n/2): -> half(n - k)
* kayles
for a in n/2..-1 + n: -> kayles(a) + kayles(-1 + n - a)
for a in (-1 + n)/2..-2 + n: -> kayles(a) + kayles(-2 + n - a)
* king
if 0 <= -1 + a: -> king(a - 1, b)
if 0 <= -1 + b: -> king(a, b - 1)
if 0 <= -1 + a and 0 <= -1 + b: -> king(a - 1, b - 1)
* knight
if 0 <= -2 + a and 0 <= -1 + b: -> knight(a - 2, b - 1)
if 0 <= -2 + a: -> knight(a - 2, b + 1)
if 0 <= -1 + a and 0 <= -2 + b: -> knight(a - 1, b - 2)
if 0 <= -2 + b: -> knight(a + 1, b - 2)
* lasker
for k in 0..-1 + n: -> lasker(k)
for a in 1..min(n, n/2): -> lasker(a) + lasker(n - a)
* mark
if 0 <= -1 + n: -> mark(n - 1)
if 0 <= -1 + n: -> mark(n/2)
* moore2
for x in 0..-1 + a: -> moore2(x, b)
for y in 0..-1 + b: -> moore2(a, y)
for x in 0..-1 + a: for y in 0..-1 + b: -> moore2(x, y)
* moore3
for x in 0..-1 + a: -> moore3(x, b, c)
for y in 0..-1 + b: -> moore3(a, y, c)
for z in 0..-1 + c: -> moore3(a, b, z)
for x in 0..-1 + a: for y in 0..-1 + b: -> moore3(x, y, c)
for x in 0..-1 + a: for z in 0..-1 + c: -> moore3(x, b, z)
for y in 0..-1 + b: for z in 0..-1 + c: -> moore3(a, y, z)
* moore4
for x in 0..-1 + a: -> moore4(x, b, c, d)
for y in 0..-1 + b: -> moore4(a, y, c, d)
for z in 0..-1 + c: -> moore4(a, b, z, d)
for t in 0..-1 + d: -> moore4(a, b, c, t)
for x in 0..-1 + a: for y in 0..-1 + b: -> moore4(x, y, c, d)
for x in 0..-1 + a: for z in 0..-1 + c: -> moore4(x, b, z, d)
for x in 0..-1 + a: for t in 0..-1 + d: -> moore4(x, b, c, t)
for y in 0..-1 + b: for z in 0..-1 + c: -> moore4(a, y, z, d)
for y in 0..-1 + b: for t in 0..-1 + d: -> moore4(a, y, c, t)
for z in 0..-1 + c: for t in 0..-1 + d: -> moore4(a, b, z, t)
* nim
for k in 0..-1 + n: -> nim(k)
* rook
for c in 0..-1 + a: -> rook(c, b)
for c in 0..-1 + b: -> rook(a, c)
* squares
for k in 1..n while k*k <= n: -> squares(n - k*k)
* stones
for t in 0..-1 + s: -> stones(b, t)
for c in 0..-1 + b: for t in b - c..: -> stones(c, t)
* strange
for k in 1..min(n, n/2): -> strange(n - k)
* strict
for k in 0..-1 + n: -> strict(m, k)
if 0 <= -1 + m: for k in 1 + n..: -> strict(m - 1, k)
* take_coprime
for k in 1..-1 + n: if gcd(k, n) = 1: -> take_coprime(k)
* take_divisor
for d in 1..n: if n%d = 0: -> take_divisor(n - d)
* take_nondivisor
for d in 2..n: if n%d != 0: -> take_nondivisor(n - d)
* take_power
for q in 1..n: if ispower(q, 2): -> take_power(n - q)
* take_prime
for p in 2..n: if isprime(p): -> take_prime(n - p)
* take_prime_or_one
for p in 1..n: if p = 1 or isprime(p): -> take_prime_or_one(n - p)
* take_prime_power
for q in 1..n: if q = 1 or isprime(q) or any(ispower(q, p) and isprime(p) for p in 2..isqrt(q)): -> take_prime_power(n - q)
* take_proper_divisor
for d in 1..min(n, n/2): if n%d = 0: -> take_proper_divisor(n - d)
* wythoff
for c in 0..-1 + a: -> wythoff(c, b)
for c in 0..-1 + b: -> wythoff(a, c)
for k in 1..min(a, b): -> wythoff(a - k, b - k)
)");
}

TEST(Nest, SolvedBindersAreReplaced) {
  EXPECT_EQ(nests("game x(a, b)\n  -> x(k, j)  for k < a, j = a - k  if j < b\n"),
            R"(for k in 1 + a - b..-1 + a: -> x(k, a - k)
)");
}

// A set is run over within the bounds that the conditions give its first number.
TEST(Nest, SetsAndValues) {
  EXPECT_EQ(nests("game x(n)\n  -> x(n - k)  for k in {1, n/2}\n  -> x(n - i - j)  for (i, j) in "
                  "{(1, 2), (3, 5)}\n"),
            R"(for k in {1, n/2}: if 0 <= n - k: -> x(n - k)
for (i, j) in {(1, 2), (3, 5)} within 1..min((-1 + n)/2, 3): if 0 <= n - i - j: -> x(n - i - j)
)");
}

// A condition that is false for ever once it is false ends a loop, and others show no end.
TEST(Nest, Ends) {
  EXPECT_EQ(nests("game x(n)\n  -> x(k*k % 7)  for k >= 1  if isprime(k + n)\n  -> x(k)  for k >= "
                  "n\n  -> x(n - k*k*k) "
                  " for k\n"),
            R"(for k in 1..?: if isprime(k + n) and 0 <= k*k%7: -> x(k*k%7)
for k in n..: -> x(k)
for k in 0.. while k*k*k <= n: -> x(n - k*k*k)
)");
}

// What may have no value is computed last, and is not compared with 0 before.
TEST(Nest, TermsThatMayFail) {
  EXPECT_EQ(nests("game x(n)\n  -> x(n/(n - 5))\n  -> x(k)  for k < n  if n % k = 1\n"),
            R"(-> x(n/(n - 5))  unless negative: n/(n - 5)
for k in 0..-1 + n: if n%k = 1: -> x(k)
)");
}

// A variable that divides is tested before those after it have values, where it is at least 1.
TEST(Nest, VariablesThatDivide) {
  EXPECT_EQ(
      nests("game x(n)\n  -> x(n / p**i)  for p in 2..n, i in 1..9  if n % p**i = 0\n  -> "
            "x(n/d - k)  for d in 1..n, k in 1..d  if n % d = 0\n  -> x(n - p*i)  for p in "
            "0..n, i in 1..3  if n % p**i = 0\n  -> x(n - p)  for p in 2..n, i in 0..3  if n % "
            "p**i = 0\n"),
      R"(for p in 2..n: if n%p = 0: for i in 1..9: if n%p**i = 0: -> x(n/p**i)  unless negative: n/p**i
for d in 1..n: if n%d = 0: for k in 1..d: if n%d = 0: -> x(n/d - k)  unless negative: n/d - k
for p in 0..n while p*1 <= n: for i in 1..3: if p*i <= n and n%p**i = 0: -> x(n - p*i)
for p in 2..n: for i in 0..3: if n%p**i = 0: -> x(n - p)
)");
}

TEST(Nest, LinesThatNeverApply) {
  EXPECT_EQ(nests("game x(n)\n  -> x(k)  for k < n  if k > n\n"), R"()");
}

TEST(Nest, PiecesThatDoNotOverlap) {
  EXPECT_EQ(nests("game x(n)\n  -> x(k)  for k < n  if k != 3\n  -> x(k)  for k < n  if k < 2 or "
                  "2*k = n\n  -> x(n - "
                  "k)  for k in not {0, 2}\n"),
            R"(for k in 4..-1 + n: -> x(k)
for k in 0..min(-1 + n, 2): -> x(k)
for k in 0..min(-1 + n, 1): -> x(k)
if 0 <= -4 + n: for k in (1 + n)/2..n/2: -> x(k)
for k in 0..n: if k in not {0, 2}: -> x(n - k)
)");
}

TEST(Nest, HowFarSlotsReach) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("own.game",
                     "game x(a, b)\n  -> x(a - k, j)  for k in 1..a, j in {2, 5, 9}  if j <= b\n"
                     "  -> x(a - 1, b)  for k if k*k <= a\n"));
  const Rule& rule = **book.rule("x");
  const auto ranges = [&](size_t line) {
    std::string text;
    const std::vector<int64_t> most = {20, 7};
    for (const Nest& nest : nests_of(rule, rule.moves[line])) {
      for (const Interval& one : slot_intervals(most, rule.moves[line], nest))
        text += (text.empty() ? "" : ", ") + print_interval(one);
    }
    return text;
  };
  EXPECT_EQ(ranges(0), "0..20, 0..7, 1..20, 0..9");
  // 4 is the last k, and 64 more may be tried before the condition is looked at.
  EXPECT_EQ(ranges(1), "0..20, 0..7, 0..68");
}

TEST(Nest, OpenBindersAndInfinitelyManyMoves) {
  std::string open;
  std::string infinite;
  generate::of_builtin_games([&](const Rule& rule) {
    if (has_open_binder(rule)) open += " " + rule.name;
    if (has_infinitely_many_moves(rule)) infinite += " " + rule.name;
    return "";
  });
  EXPECT_EQ(open, " anydrop cascade2 cascade3 forced free squares stones strict");
  EXPECT_EQ(infinite, " anydrop cascade2 cascade3 forced free stones strict");
}

}  // namespace
}  // namespace grundy
