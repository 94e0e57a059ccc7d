#include "analysis/facts.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "rewriting/targets.h"

namespace grundy {
namespace {

/// The facts of all games of the book that are described when all parameters have their defaults.
std::string described(Rulebook& book) {
  std::string text;
  for (const std::string& name : book.names()) {
    if (const auto rule = book.rule(name); rule && !(*rule)->board && !meets_reply_words(**rule))
      text += "* " + name + "\n" + describe(Facts(**rule));
  }
  return text;
}

TEST(Facts, BuiltinGames) {
  Rulebook book;
  EXPECT_EQ(described(book), R"(* anydrop
moves: an affine relation
normal form: m, n → m', n': m' = m, n' < n; or m' < m
moves lead to: one position of the same game
options: infinitely many
play ends: every move lowers (m, n) lexicographically
table order: m rising, then n rising
* bounded
moves: an affine relation
normal form: n → n': -3 + n <= n' < n
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers n
subtraction set: {1, 2, 3}
take-and-break code: 0.333
table order: n rising
* cascade2
moves: an affine relation
normal form: a, b → a', b': a' < a; or a' = a, b' < b
moves lead to: one position of the same game
options: infinitely many
play ends: every move lowers (a, b) lexicographically
table order: a rising, then b rising
* cascade3
moves: an affine relation
normal form: a, b, c → a', b', c': a' < a; or a' = a, b' < b; or a' = a, b' = b, c' < c
moves lead to: one position of the same game
options: infinitely many
play ends: every move lowers (a, b, c) lexicographically
table order: a rising, then b rising, then c rising
* chomp2
moves: an affine relation
normal form: a, b → a', b': b' = a', 0 < a' <= b and a' < a; or b' = b, b < a' < a; or a' = a, b' < b
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b) lexicographically
table order: a rising, then b rising
* chomp3
moves: an affine relation
normal form: a, b, c → a', b', c': b' = a', c' = a', 0 < a' <= c and a' <= b and a' < a; or b' = a', c' = c, c < a' <= b and a' < a; or b' = b, c' = a', b < a' <= c and a' <…
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b, c) lexicographically
table order: a rising, then b rising, then c rising
* consecutive
moves: no affine relation: a move leads to a sum without a fixed number of parts
moves lead to: sums of positions of the same game
options: finitely many
* dawson
another name for: octal[0.137](n)
take-and-break code: 0.137
* dawsons_kayles
moves: an affine relation
normal form: n → n' + n'': n'' = -2 + n - n', 2n' <= -2 + n
moves lead to: sums of positions of the same game
options: finitely many
play ends: every move lowers n
take-and-break code: 0.07
table order: n rising
* euclid
moves: no affine relation: a term or condition is not affine
normal form: a, b → a', b': divides(a, b - b'), a' = a, a > 0 and b' <= -4a + b or a' = a, b' = -a + b, a > 0 or a' = a, b' = -2a + b, a > 0 or a' = a, b' = -3a + b, a > 0; …
moves lead to: one position of the same game
options: finitely many
symmetry: a and b
table order: a rising, then b rising
* fibonacci
moves: an affine relation
normal form: n, q → n', q': q' = 2n - 2n', q >= n and n' < n and 3n' >= 2n; or q' = n', q >= n and 3n' < 2n; or q' = 2n - 2n', q < n and n - q <= n' < n and 3n' >= 2n; or q'…
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers n
table order: n rising, then q rising
* forced
moves: an affine relation
normal form: m, n → m', n': m' = m, n' < n; or m' = -1 + m, n' >= n
moves lead to: one position of the same game
options: infinitely many
play ends: every move lowers (m, n) lexicographically
table order: m rising, then n rising
* free
moves: an affine relation
normal form: m, n → m', n': m' = m, n' < n; or m' = -1 + m
moves lead to: one position of the same game
options: infinitely many
play ends: every move lowers (m, n) lexicographically
table order: m rising, then n rising
* grundys
moves: an affine relation
normal form: n → n' + n'': n'' = n - n', n' > 0 and 2n' < n
moves lead to: sums of positions of the same game
options: finitely many
play ends: every move lowers n
take-and-break code: 4!.0
table order: n rising
* half
moves: an affine relation
normal form: n → n': n' < n and 2n' >= n
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers n
table order: n rising
* intervals
moves: an affine relation
moves lead to: sums of positions of the same game
options: finitely many
play ends: there is no move
table order: l rising, then r rising
* kayles
moves: an affine relation
normal form: n → n' + n'': n'' = -1 + n - n', 2n' >= -1 + n; or n'' = -2 + n - n', 2n' >= -2 + n
moves lead to: sums of positions of the same game
options: finitely many
play ends: every move lowers n
take-and-break code: 0.77
table order: n rising
* king
moves: an affine relation
normal form: a, b → a', b': a' = -1 + a, b' = b; or a' = a, b' = -1 + b; or a' = -1 + a, b' = -1 + b
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b) lexicographically
symmetry: a and b
table order: a rising, then b rising
* knight
moves: an affine relation
normal form: a, b → a', b': a' = -2 + a, b' = -1 + b; or a' = -2 + a, b' = 1 + b; or a' = -1 + a, b' = -2 + b; or a' = 1 + a, b' = -2 + b
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers a + b
symmetry: a and b
* lasker
moves: an affine relation
normal form: n → n': n' < n
normal form: n → n' + n'': n'' = n - n', n' > 0 and 2n' <= n
moves lead to: sums of positions of the same game
options: finitely many
play ends: every move lowers n
take-and-break code: 4.[3]
table order: n rising
* mark
moves: an affine relation
normal form: n → n': n' = -1 + n; or n > 0 and -1 + n <= 2n' <= n
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers n
table order: n rising
* moore2
moves: an affine relation
normal form: a, b → a', b': b' = b, a' < a; or a' = a, b' < b; or a' < a and b' < b
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b) lexicographically
table order: a rising, then b rising
* moore3
moves: an affine relation
normal form: a, b, c → a', b', c': b' = b, c' = c, a' < a; or a' = a, c' = c, b' < b; or a' = a, b' = b, c' < c; or c' = c, a' < a and b' < b; or b' = b, a' < a and c' < c; …
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b, c) lexicographically
table order: a rising, then b rising, then c rising
* moore4
moves: an affine relation
normal form: a, b, c, d → a', b', c', d': b' = b, c' = c, d' = d, a' < a; or a' = a, c' = c, d' = d, b' < b; or a' = a, b' = b, d' = d, c' < c; or a' = a, b' = b, c' = c, d'…
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b, c, d) lexicographically
table order: a rising, then b rising, then c rising, then d rising
* nim
moves: an affine relation
normal form: n → n': n' < n
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers n
game: nim
subtraction set: all numbers
take-and-break code: 0.[3]
table order: n rising
* queen
another name for: wythoff(a, b)
* rook
moves: an affine relation
normal form: a, b → a', b': b' = b, a' < a; or a' = a, b' < b
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b) lexicographically
symmetry: a and b
table order: a rising, then b rising
* squares
moves: no affine relation: a term or condition is not affine
normal form: n → n': issquare(n - n'), n' <= -16 + n or n' = -1 + n or n' = -4 + n or n' = -9 + n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* stones
moves: an affine relation
normal form: b, s → b', s': b' = b, s' < s; or b' < b and s' >= b - b'
moves lead to: one position of the same game
options: infinitely many
play ends: every move lowers (b, s) lexicographically
table order: b rising, then s rising
* strange
moves: an affine relation
normal form: n → n': n' < n and 2n' >= n
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers n
table order: n rising
* strict
moves: an affine relation
normal form: m, n → m', n': m' = m, n' < n; or m' = -1 + m, n' > n
moves lead to: one position of the same game
options: infinitely many
play ends: every move lowers (m, n) lexicographically
table order: m rising, then n rising
* take_coprime
moves: no affine relation: a term or condition is not affine
normal form: n → n': coprime(n, n'), 0 < n' < n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* take_divisor
moves: no affine relation: a term or condition is not affine
normal form: n → n': divides(n - n', n'), n' < n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* take_nondivisor
moves: no affine relation: a term or condition is not affine
normal form: n → n': not divides(n - n', n'), n' < n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* take_power
moves: no affine relation: a term or condition is not affine
normal form: n → n': ispower(n - n', 2), n' < n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* take_prime
moves: no affine relation: a term or condition is not affine
normal form: n → n': isprime(n - n'), n' <= -2 + n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* take_prime_or_one
moves: no affine relation: a term or condition is not affine
normal form: n → n': n' = -1 + n; or isprime(n - n'), n' < n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* take_prime_power
moves: no affine relation: a term or condition is not affine
moves lead to: one position of the same game
options: finitely many
table order: n rising
* take_proper_divisor
moves: no affine relation: a term or condition is not affine
normal form: n → n': divides(n - n', n'), n' < n and 2n' >= n
moves lead to: one position of the same game
options: finitely many
table order: n rising
* treblecross
another name for: octal[0.007](n + 2)
* wythoff
moves: an affine relation
normal form: a, b → a', b': b' = b, a' < a; or a' = a, b' < b; or b' = -a + b + a', b >= a and a' < a; or b' = -a + b + a', b < a and a' < a
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers (a, b) lexicographically
symmetry: a and b
table order: a rising, then b rising
)");
}

std::string described(const std::string& rules, const std::string& game) {
  Rulebook book;
  const auto loaded = book.load_text("facts.game", rules);
  if (!loaded) return loaded.error().to_string();
  return describe(Facts(**book.rule(game)));
}

TEST(Facts, PlayThatNeedNotEnd) {
  EXPECT_EQ(described("game up(a, b)\n  -> up(a + 1, b)  if a >= b\n", "up"),
            R"(moves: an affine relation
normal form: a, b → a', b': a' = 1 + a, b' = b, b <= a
moves lead to: one position of the same game
options: finitely many
play need not end: up(a, b) grows by (1, 0) for ever where b <= a
table order: a falling, then b rising
)");
}

TEST(Facts, NoMoves) {
  EXPECT_EQ(described("game over(n)\n  -> 0  if 0 = 1\n", "over"), R"(moves: an affine relation
moves lead to: one position of the same game
options: finitely many
play ends: there is no move
take-and-break code: 0.0
table order: n rising
)");
}

TEST(Facts, TablesMayBeFilledFromAbove) {
  EXPECT_EQ(described("game down(a)\n  -> down(a + 1)  if a < 9\n", "down"),
            R"(moves: an affine relation
normal form: a → a': a' = 1 + a, a <= 8
moves lead to: one position of the same game
options: finitely many
table order: a falling
)");
}

TEST(Facts, NumbersThatMayNotBeTaken) {
  EXPECT_EQ(described("game gap(n)\n  -> gap(k)  for k < n  if n - k != 2\n", "gap"),
            R"(moves: an affine relation
normal form: n → n': n' <= -3 + n; or n' = -1 + n
moves lead to: one position of the same game
options: finitely many
play ends: every move lowers n
subtraction set: all but {2}
take-and-break code: 0.30[3]
table order: n rising
)");
}

TEST(Facts, TermsThatAreNotAffine) {
  EXPECT_EQ(described("game sq(n)\n  -> sq(k*k)  for k >= 1\n", "sq"),
            R"(moves: no affine relation: a term or condition is not affine
normal form: n → n': issquare(n'), n' >= 16 or n' = 9 or n' = 4 or n' = 1
moves lead to: one position of the same game
options: perhaps infinitely many
)");
}

TEST(Facts, OtherGames) {
  EXPECT_EQ(described("game over(n)\n  -> 0  if n = 1\ngame to(n)\n  -> over(k) + to(k)  for k < "
                      "n\n  -> kayles(n)\n",
                      "to"),
            R"(moves: an affine relation
normal form: n → over(n') + n'': n'' = n', n' < n
normal form: n → kayles(n'): n' = n
moves lead to: sums of positions of games among to, over, kayles
options: finitely many
)");
}

TEST(Facts, AnotherNameForASum) {
  EXPECT_EQ(described("game twice(a, b) = wythoff(a, 2*b) + nim(3)\n", "twice"),
            R"(another name for: wythoff(a, 2*b) + nim(3)
)");
}

TEST(Facts, Codes) {
  Rulebook book;
  const auto of = [&](const char* code) { return describe(Facts(**book.code_rule("code", code))); };
  EXPECT_EQ(of("0.4!"), R"(moves: an affine relation
normal form: n → n' + n'': n'' = -1 + n - n', n' > 0 and 2n' <= -2 + n
moves lead to: sums of positions of the same game
options: finitely many
play ends: every move lowers n
take-and-break code: 0.4!
table order: n rising
)");
  EXPECT_EQ(of("0.*"), R"(moves: no affine relation: its moves are listed from its code
moves lead to: sums of positions of the same game
options: finitely many
take-and-break code: 0.*
)");
}

// A relation that is long to find: with little effort it is declined, whatever has been asked
// before.
TEST(Facts, AnAnswerDependsOnTheEffortAlone) {
  Rulebook book;
  ASSERT_TRUE(book.load_text(
      "hard.game",
      "game hard(n)\n"
      "  -> hard(k)  for k < n  if (k + 3*n) % 5 != 2 and (k + 3*n) % 7 != 0\n"
      "         and (k + 3*n) % 9 != 1 and (k + 3*n) % 11 != 2 and (k + 3*n) % 13 != 0\n"
      "         and (k + 3*n) % 15 != 1 and (k + 3*n) % 17 != 2 and (k + 3*n) % 19 != 0\n"
      "         and (k + 3*n) % 21 != 1 and (k + 3*n) % 23 != 2\n"));
  const Facts facts(**book.rule("hard"));
  for (int turn = 0; turn < 2; ++turn) {
    const auto& quick = facts.relation(Effort::quick);
    ASSERT_FALSE(quick);
    EXPECT_EQ(quick.error().message(), "isl needs more than 200000 steps for its moves");
    EXPECT_FALSE(facts.descent(Effort::quick));
    EXPECT_FALSE(facts.finitely_many_options(Effort::quick));
    EXPECT_TRUE(facts.relation(Effort::patient).ok());
    EXPECT_TRUE(facts.descent(Effort::patient));
    EXPECT_EQ(facts.finitely_many_options(Effort::patient), true);
  }
}

TEST(Facts, WhyThereIsNoRelation) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("why.game",
                             "game sums(n)\n  -> sums(k) + sums(k)  for k < n\n"
                             "game others(n)\n  -> nim(n)\n"
                             "game named(n)\n  -> queen(n, k)  for k < n\n"));
  const auto why = [&](const char* game) {
    return Facts(**book.rule(game)).relation(Effort::thorough).error().message();
  };
  EXPECT_EQ(why("sums"), "moves lead to sums");
  EXPECT_EQ(why("others"), "moves lead to other games");
  EXPECT_EQ(why("named"), "moves lead to other games");
  EXPECT_EQ(why("squares"), "a term or condition is not affine");
  EXPECT_EQ(why("queen"), "it is another name for a sum");
  const auto lines = [&](const char* game) {
    return Facts(**book.rule(game)).lines(Effort::quick).error().message();
  };
  EXPECT_EQ(lines("named"), "a move leads to another name for a sum");
  EXPECT_EQ(lines("consecutive"), "a move leads to a sum without a fixed number of parts");
  EXPECT_TRUE(Facts(**book.rule("sums")).lines(Effort::quick).ok());
}

// The sets of options are in the context of the relation, whose limit other facts change.
TEST(Facts, OptionSetsShareTheContext) {
  Rulebook book;
  const Facts facts(**book.rule("wythoff"));
  const OptionSets* sets = facts.option_sets();
  ASSERT_NE(sets, nullptr);
  EXPECT_EQ(sets->context(), facts.context(1));
  const auto legal = sets->is_option({7, 4}, {5, 2});
  ASSERT_TRUE(legal.ok());
  EXPECT_TRUE(*legal);
  EXPECT_EQ(Facts(**book.rule("kayles")).option_sets(), nullptr);
}

}  // namespace
}  // namespace grundy
