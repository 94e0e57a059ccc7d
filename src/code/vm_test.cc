// The machine's operations against their definition, at the ends of 64 bits.
#include "code/vm.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "code/moves.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

const std::vector<std::string> kEnds = {
    "(-9223372036854775807 - 1)", "-9223372036854775807", "-6", "-1", "0", "4",
    "9223372036854775807"};

using Moves = std::multiset<std::string>;  // their order does not matter

/// The moves from `from` as the machine lists them, or why it does not.
Moves listed(const Rule& rule, int64_t from, MoveLister& lister) {
  const Budget budget;
  Moves moves;
  const Attempt<void> ran = lister.for_each_move(rule, {from}, budget, [&](const RuleSum& sum) {
    moves.insert(to_string(sum));
    return true;
  });
  return ran ? moves : Moves{ran.error().message()};
}

Moves by_definition(const Rule& rule, int64_t from) {
  Moves moves;
  const Fault fault = moves_by_definition(
      rule, {from}, 0, [&](const RuleSum& sum) { moves.insert(to_string(sum)); });
  if (fault.kind == Fault::Kind::none) return moves;
  const bool overflow = fault.kind == Fault::Kind::overflow;
  return {fmt::format("{} in a move from {}({})",
                      overflow ? "a term goes beyond 2^63" : describe(fault.kind), rule.name,
                      from)};
}

/// Each term is the coordinate of a move from 0, once as it is and once as -1 - term: one of them
/// is natural.
void compare(const std::vector<std::string>& terms) {
  std::string text;
  for (size_t i = 0; i < terms.size(); ++i) {
    for (const char* sign : {"", "-1 - "}) {
      text += fmt::format("{0}  -> nim({1}({2}))  for k in {{0, 1}}\n",
                          *sign == 0 ? fmt::format("game g{}(n)\n", i) : "", sign, terms[i]);
    }
  }
  Rulebook book;
  const auto loaded = book.load_text("ends.game", text);
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  MoveLister lister;
  for (size_t i = 0; i < terms.size(); ++i) {
    const auto rule = book.rule(fmt::format("g{}", i));
    ASSERT_TRUE(rule.ok());
    EXPECT_EQ(listed(**rule, 0, lister), by_definition(**rule, 0)) << terms[i];
  }
}

/// The number as a term that is the same in all lanes, or that has lanes of its own.
std::string operand(const std::string& number, bool in_lanes) {
  return fmt::format("({} + 0*{})", number, in_lanes ? "k" : "n");
}

TEST(VmTest, OperationsAtTheEnds) {
  std::vector<std::string> terms;
  for (const std::string& a : kEnds) {
    for (const bool a_lanes : {false, true}) {
      const std::string x = operand(a, a_lanes);
      for (const char* one : {"-{}", "abs({})", "isqrt({})"})
        terms.push_back(fmt::format(fmt::runtime(one), x));
      for (const std::string& b : kEnds) {
        for (const bool b_lanes : {false, true}) {
          const std::string y = operand(b, b_lanes);
          for (const char* two : {"{}+{}", "{}-{}", "{}*{}", "{}/{}", "{}%{}", "({}^^{})",
                                  "min({},{})", "max({},{})", "gcd({},{})"}) {
            terms.push_back(fmt::format(fmt::runtime(two), x, y));
          }
        }
      }
    }
  }
  compare(terms);
}

TEST(VmTest, DivisorsOfThreeNumbersAtTheEnds) {
  std::vector<std::string> terms;
  for (const std::string& a : kEnds) {
    for (const std::string& b : kEnds) {
      for (const std::string& c : kEnds)
        terms.push_back(
            fmt::format("gcd({}, {}, {})", operand(a, false), operand(b, true), operand(c, false)));
    }
  }
  compare(terms);
}

// Where the first operand decides, the second is not looked at, so that nothing can overflow in it.
TEST(VmTest, DecidedConditionsHaveNoFaults) {
  Rulebook book;
  const auto loaded = book.load_text(
      "decided.game",
      "game scalar(n)\n"
      "  -> nim(n)  if n > 1000 or n*n*n < 9\n"
      "  -> nim(2)  if not (n < 1000 and n*n*n > 9)\n"
      "  -> nim(3)  if n > 1000 or any(x*x*n = 4 for x in 0..n)\n"
      "game lanes(n)\n"
      "  -> nim(k)  for k in {0, 1, 2, 3, n} if k > 1000 or k*k*k < 9\n"
      "  -> nim(k)  for k in {1, 2, 4611686018427387904} if k > 3 or k*k*k + n < n + 9\n"
      "  -> nim(k)  for k in {1, 2, 4611686018427387904} if not (k < 3 and k*k*k > 9)\n");
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  MoveLister lister;
  for (const char* game : {"scalar", "lanes"}) {
    const auto rule = book.rule(game);
    ASSERT_TRUE(rule.ok());
    for (const int64_t n :
         {int64_t{0}, int64_t{1}, int64_t{2}, int64_t{7}, int64_t{1001}, int64_t{1} << 40}) {
      const Moves moves = by_definition(**rule, n);
      EXPECT_TRUE(moves.empty() || moves.begin()->starts_with("nim")) << *moves.begin();
      EXPECT_EQ(listed(**rule, n, lister), moves) << game << " from " << n;
    }
  }
}

// A number of a tuple that a condition tells is looked up, at whatever place it stands.
TEST(VmTest, TuplesAreLookedUpByAnyPlace) {
  std::string text;
  const std::vector<std::string> conditions = {
      "b = n",           "c = n and a >= 1", "b - 1 = n/2 and c != 2", "c = b and b = n",
      "n = a and c < 2", "c = n - a",        "b*b = n and a <= c",     "b = n and c = n + 1"};
  for (size_t i = 0; i < conditions.size(); ++i) {
    text += fmt::format(
        "game g{}(n)\n  -> nim(a + 10*b + 100*c)  for (a, b, c) in {{(0, 3, 1), (1, 2, 2), (1, 2, "
        "3), (2, 1, 5), (3, 0, 0), (4, 2, 0), (5, 5, 5), (9, 3, 1)}} if {}\n"
        "  -> nim(a + 10*b + 100*c)  for a in 0..2, (b, c) in {{(0, 1), (1, 0), (2, 2), (4, 0)}} "
        "if "
        "c = a and {}\n",
        i, conditions[i], conditions[i]);
  }
  Rulebook book;
  const auto loaded = book.load_text("tuples.game", text);
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  MoveLister lister;
  for (size_t i = 0; i < conditions.size(); ++i) {
    const auto rule = book.rule(fmt::format("g{}", i));
    ASSERT_TRUE(rule.ok());
    for (int64_t n = 0; n < 12; ++n)
      EXPECT_EQ(listed(**rule, n, lister), by_definition(**rule, n)) << conditions[i] << ", " << n;
  }
}

TEST(VmTest, DivisorsAloneAreTried) {
  Rulebook book;
  ASSERT_TRUE(book.load_text(
      "divisors.game",
      "game one(n)\n  -> nim(n - d)  for d in 1..n-1 if n % d = 0 and d % 3 != 2\n"
      "game none(n)\n  -> nim(d)  for d in 0..n if n % max(d, 1) = 0\n"
      "game outer(n)\n  -> nim(d) + nim(k)  for d in 2..n, k in 1..2 if 0 = n % d and d + k > 7\n"
      "game other(n)\n  -> nim(d)  for d in 1..3*n if (n + 60) % d = 0 and isprime(d)\n"
      "game fault(n)\n  -> nim(d)  for d in 1..n if 7 / (d - 7) = 0 and n % d = 0\n"));
  MoveLister lister;
  for (const char* game : {"one", "none", "outer", "other", "fault"}) {
    const auto rule = book.rule(game);
    ASSERT_TRUE(rule.ok());
    for (const int64_t n : {0, 1, 12, 4096, 5040, 9973, 30030})
      EXPECT_EQ(listed(**rule, n, lister), by_definition(**rule, n)) << game << " from " << n;
  }
  Moves expected;
  for (const int64_t prime : {2, 5}) expected.insert(fmt::format("nim({})", prime));
  ASSERT_TRUE(book.load_text(
      "far.game", "game far(n)\n  -> nim(p)  for p in 2..n if isprime(p) and n % p = 0\n"));
  EXPECT_EQ(listed(**book.rule("far"), 1'000'000'000'000'000'000, lister), expected);
}

TEST(VmTest, PowersEndTheirLoopsBeforeTheyHaveNoValue) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("powers.game",
                             "game g(n)\n  -> nim(2**k)  for k in 0..n if 2**k <= n\n"
                             "  -> nim(1 << k)  for k if 1 << k <= n\n"));
  MoveLister lister;
  Moves expected;
  for (int64_t power = 1; power <= int64_t{1} << 40; power *= 2) {
    expected.insert(fmt::format("nim({})", power));
    expected.insert(fmt::format("nim({})", power));
  }
  EXPECT_EQ(listed(**book.rule("g"), (int64_t{1} << 40) + 5, lister), expected);
}

}  // namespace
}  // namespace grundy
