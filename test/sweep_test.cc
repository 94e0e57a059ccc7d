// Tables filled by native code against the machine's moves (reference/sweeps.h), on random rule
// files and known games.
//
// GRUNDY_RULES is the number of random rule files (default 2000), GRUNDY_SEED the seed of the first
// one.
#include "engine/table/sweep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "analysis/order.h"
#include "analysis/symmetry.h"
#include "code/jit/jit.h"
#include "generate/environment.h"
#include "generate/rules.h"
#include "reference/sweeps.h"
#include "session/session.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

TEST(Sweep, RandomRules) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 2000);
  reference::SweepCounts counts;
  std::unique_ptr<Rulebook> book;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    if (!book || seed % 500 == 0) book = std::make_unique<Rulebook>();
    const generate::RandomRules rules_of_seed = generate::any_rules(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, rules_of_seed.text));
    if (!book->load_text("random.game", rules_of_seed.text)) continue;
    std::mt19937_64 random(seed);
    for (const auto& game : rules_of_seed.games) {
      const auto rule = book->rule(game.name);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      if ((*rule)->is_alias) continue;
      ASSERT_EQ(reference::compare_some_sweep(**rule, random, counts), "");
    }
  }
  fmt::print(
      "{} rule files: {} tables, {} values, {} running sets ({} that shrink too), {} with kept "
      "orders, {} not "
      "compiled, {} with a term without a value, {} with too many moves, {} in files ({} "
      "resumed)\n",
      rules, counts.tables, counts.values, counts.running, counts.shrinking, counts.kept,
      counts.not_compiled, counts.faults, counts.too_long, counts.files, counts.resumed);
  if (rules >= 500) {
    EXPECT_GT(counts.tables, rules / 4);
    EXPECT_GT(counts.running, rules / 100);
    EXPECT_GT(counts.kept, rules / 50);
    EXPECT_GT(counts.resumed, rules / 200);
    EXPECT_LT(counts.not_compiled, counts.tables / 2);
    EXPECT_LT(counts.too_long, counts.tables / 20);
  }
}

/// "g(b, a - 1)  if a > 2" from "g(b - 1, a)  if b > 2".
std::string exchanged(std::string line) {
  for (char& c : line) c = c == 'a' ? 'b' : c == 'b' ? 'a' : c;
  const size_t open = line.find('(');
  const size_t comma = line.find(", ");
  const size_t close = line.find(')');
  return line.substr(0, open + 1) + line.substr(comma + 2, close - comma - 2) + ", " +
         line.substr(open + 1, comma - open - 1) + line.substr(close);
}

// Games in which a and b may change places: half of their cells are copied.
TEST(Sweep, SymmetricRules) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  reference::SweepCounts counts;
  std::mt19937 random(20261121);
  Rulebook book;
  int seen = 0;
  for (int number = 0; number < 25; ++number) {
    const std::string i = std::to_string(1 + random() % 4);
    const std::string j = std::to_string(random() % 4);
    const std::vector<std::string> lines = {
        "g(a - " + i + ", b - " + j + ")",
        "g(a - k, b)  for k in 1..a  if k % 3 != " + j,
        "g(a - k, b - k)  for k in 1..min(a, b)",
        "g(a - k*b, b)  for k in 1..a  if b >= 1",
        "g(a, b - k*k)  for k >= 1  if k <= " + i,
        "g(a - k, b)  for k in 1..a  if a <= b",
        "g(a, b - k)  for k in 1.." + i + "  if a < b",
    };
    std::string text = "game g" + std::to_string(number) + "(a, b)\n";
    for (size_t left = 1 + random() % 3; left > 0; --left) {
      std::string line = lines[random() % lines.size()];
      line.insert(1, std::to_string(number));
      text += "  -> " + line + "\n  -> " + exchanged(line) + "\n";
    }
    SCOPED_TRACE(text);
    ASSERT_TRUE(book.load_text("symmetric.game", text).ok());
    const auto rule = book.rule("g" + std::to_string(number));
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    EXPECT_EQ(exchangeable_coordinates(**rule), std::pair(size_t{0}, size_t{1}));
    Budget budget;
    const auto plan = plan_sweep(**rule, Point{24, 24}, {}, 1e300, budget);
    seen += plan && plan->mirror;
    ASSERT_EQ(reference::compare_sweeps(**rule, {24, 24}, counts), "");
    ASSERT_EQ(reference::compare_sweeps(**rule, {6, 12}, counts), "");
  }
  EXPECT_GT(seen, 15);
}

// Loops whose ends move by any number from position to position, with conditions and without.
TEST(Sweep, MovedEnds) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  reference::SweepCounts counts;
  std::mt19937 random(20261130);
  Rulebook book;
  const std::vector<std::string> terms = {"1",
                                          "2",
                                          "n",
                                          "n/2",
                                          "n/3 + n % 5",
                                          "n - 3",
                                          "isqrt(n)",
                                          "n*n % 7",
                                          "min(n, 9)",
                                          "n - n % 4",
                                          "m",
                                          "m*m",
                                          "n - m",
                                          "(n + m)/2",
                                          "abs(n - m)",
                                          "isqrt(m) + 1",
                                          "n % 6 + m % 4",
                                          "3*n - m",
                                          "n**2",
                                          "12 - n",
                                          "n ^^ 1"};
  const std::vector<std::string> moves = {"n - k, m",   "n - k, m - k",  "n - k, (m + k)/2",
                                          "n - 2*k, m", "n - k, 30 - m", "n - k, k % 31"};
  const std::vector<std::string> guards = {"",
                                           "",
                                           "",
                                           "  if n % 2 = 0",
                                           "  if m < n",
                                           "  if n > 5",
                                           "  if (n + m) % 3 != 1",
                                           "  if n % k != 0",
                                           "  if (n + m) % k != 0 and n > 3"};
  const auto any = [&](const std::vector<std::string>& of) { return of[random() % of.size()]; };
  constexpr int kGames = 60;
  for (int number = 0; number < kGames; ++number) {
    const std::string g = "g" + std::to_string(number);
    std::string text = "game " + g + "(n, m)\n";
    for (size_t left = 1 + random() % 3; left > 0; --left)
      text += fmt::format("  -> {}({})  for k in max(1, {})..{}{}\n", g, any(moves), any(terms),
                          any(terms), any(guards));
    SCOPED_TRACE(text);
    ASSERT_TRUE(book.load_text("moved.game", text).ok());
    const auto rule = book.rule(g);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    ASSERT_EQ(reference::compare_sweeps(**rule, {23, 30}, counts), "");
  }
  EXPECT_GT(counts.moved, uint64_t{kGames});
}

/// Sums and counts over divisors, or over numbers alone, as ends, conditions and places.
TEST(Sweep, SumsOverDivisorsAndNumbers) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  reference::SweepCounts counts;
  std::mt19937 random(20261201);
  Rulebook book;
  const std::vector<std::string> numbers = {"n", "m", "n + m", "n*m", "7", "n/2 + 1", "n - m"};
  const std::vector<std::string> lows = {"1", "2", "m + 1", "0", "n - 2", "3"};
  const std::vector<std::string> highs = {"n", "m", "n + m", "5", "n - 1", "n - m"};
  const std::vector<std::string> alone = {"d % 3 = 1", "isprime(d)", "d*d < 50", "(7 - d)**2 > 9"};
  const std::vector<std::string> terms = {"1", "d", "d*d % 5", "n - d", "m % d"};
  const auto any = [&](const std::vector<std::string>& of) { return of[random() % of.size()]; };
  const auto condition = [&] {
    const std::string divides = any(numbers) + " % d = 0";
    switch (random() % 4) {
      case 0:
        return divides;
      case 1:
        return any(alone) + " and " + divides;
      case 2:
        return divides + " and " + any(alone);
      default:
        return any(alone);
    }
  };
  const auto fold = [&] {
    const std::string range = fmt::format("for d in {}..{}", any(lows), any(highs));
    return random() % 2 == 0 ? fmt::format("count({} {})", condition(), range)
                             : fmt::format("sum({} {} if {})", any(terms), range, condition());
  };
  constexpr int kGames = 80;
  for (int number = 0; number < kGames; ++number) {
    const std::string g = "g" + std::to_string(number);
    std::string text = "game " + g + "(n, m)\n";
    text += fmt::format("  -> {}(n - k, m)  for k in 1..{}\n", g, fold());
    text += fmt::format("  -> {}(n, m - k)  for k in 1..3  if {} % 2 = 0\n", g, fold());
    if (random() % 2 == 0) text += fmt::format("  -> {}(n - 1, {} % (m + 1))\n", g, fold());
    SCOPED_TRACE(text);
    ASSERT_TRUE(book.load_text("moved.game", text).ok());
    const auto rule = book.rule(g);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    ASSERT_EQ(reference::compare_sweeps(**rule, {23, 30}, counts), "");
  }
  EXPECT_LT(counts.not_compiled, counts.tables / 2);
}

// Moves to sums of as many positions as the binders inside `sum` have choices.
TEST(Sweep, RepeatedParts) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  reference::SweepCounts counts;
  std::mt19937 random(20261122);
  Rulebook book;
  constexpr int kGames = 40;
  for (int number = 0; number < kGames; ++number) {
    const std::string g = "g" + std::to_string(number);
    const std::string i = std::to_string(1 + random() % 4);
    const std::string j = std::to_string(random() % 3);
    const std::vector<std::string> lines = {
        "sum(" + g + "(k, b) for k < a)",
        "sum(" + g + "(a - k, b) for k in 1..m) + " + g + "(a - m, " + j + ")  for m in 1..a",
        "sum(" + g + "(a - k*k, b) for k in 1.." + i + " if k % 2 = 1) + " + g + "(a, b - 1)",
        "sum(" + g + "(x, y) for x < a, y in x..m if (x + y) % 3 = " + j +
            ")  for m < b  if m != " + i,
        "sum(" + g + "(a - 1, y) for y in {0, b, b - 2} if y <= b)",
        "sum(" + g + "(a - x, y) for (x, y) in {(1, 2), (2, 0), (4, 1)} if x <= b)",
        "sum(" + g + "(a, y) for y = b - m)  for m in {1, 2, " + i + "}",
        "sum(" + g + "(a - m, k) for k < b) + sum(" + g + "(k, b) for k < a - m) + " + g +
            "(a - m, b)  for m in 1.." + i,
        "sum(" + g + "(a - k, b - m) for k in 1..3 if any(k*x = m for x <= b))  for m in 1..b",
    };
    std::string text = "game " + g + "(a, b)\n  -> " + g + "(a, b - k)  for k in 1.." + i + "\n";
    for (size_t left = 1 + random() % 3; left > 0; --left)
      text += "  -> " + lines[random() % lines.size()] + "\n";
    SCOPED_TRACE(text);
    ASSERT_TRUE(book.load_text("sums.game", text).ok());
    const auto rule = book.rule(g);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    ASSERT_EQ(reference::compare_sweeps(**rule, {10, 14}, counts), "");
  }
  EXPECT_EQ(counts.tables, kGames);
  EXPECT_EQ(counts.not_compiled, 0u);
}

// Loops that read many cells in a row, up or down, with values that need few bits and many.
TEST(Sweep, LongLoops) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  const char* const lines[] = {
      "g(k) + g(0)  for k < n",              // values up to 63, and beyond
      "g(n - k) + g(1)  for k in 2..n",      // downwards
      "g(k) + g(n - 1 - k)  for k < n",      // both ways
      "g(k) + g(n - 1 - k)  for k in 3..n",  // from another place on
      "g(k) + g(k + 1) + g(n - 3 - k)  for k < n - 3",
      "g(n - 1 - k) + g(n - 2 - k)  for k < n - 1",
      "g(k) + g(n/3)  for k in n/4..n - 1",
      "g(n - 2*k) + g(k)  for k in 1..n/2",  // not cell by cell
  };
  reference::SweepCounts counts;
  Rulebook book;
  int number = 0;
  for (const std::string line : lines) {
    for (const char* more : {"", "  -> g(n - k)  for k in {1, 4}\n"}) {
      const std::string name = fmt::format("g{}", number++);
      std::string text = "  -> " + line + "\n" + more;
      for (size_t at = 0; (at = text.find("g(", at)) != std::string::npos; at += name.size())
        text.replace(at, 1, name);
      text = "game " + name + "(n)\n" + text;
      SCOPED_TRACE(text);
      ASSERT_TRUE(book.load_text("long.game", text).ok());
      const auto rule = book.rule(name);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      EXPECT_EQ(reference::compare_sweeps(**rule, {330}, counts), "");
    }
  }
  EXPECT_EQ(counts.tables, 16u);
  // The first row has the values 0 to P - 1 again and again, the others read all of it.
  for (const char* line :
       {"h(a - 1, k) + h(0, 0)", "h(a - 1, k) + h(0, b - 1 - k)", "h(0, b - 1 - k) + h(0, b/2)"}) {
    const std::string name = fmt::format("h{}", number++);
    std::string text = fmt::format(
        "  -> h(0, k)  for k in (b/P)*P..b - 1  if a = 0\n  -> {}  for k < b  if a > 0\n", line);
    for (size_t at = 0; (at = text.find("h(", at)) != std::string::npos; at += name.size())
      text.replace(at, 1, name);
    text = "game " + name + "[P = 5](a, b)\n" + text;
    SCOPED_TRACE(text);
    for (const char* period : {"5", "9", "14", "16", "17", "30", "47", "62", "64"}) {
      Session session;
      Budget budget;
      ASSERT_TRUE(session.rulebook().load_text("rows.game", text).ok());
      const auto rule = session.game(fmt::format("{}[P={}]", name, period), budget);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      EXPECT_EQ(reference::compare_sweeps(**rule, {3, 170}, counts), "") << period;
    }
  }
  EXPECT_EQ(counts.tables, 43u);
}

// A term is looked at once, however many operations it has.
TEST(Sweep, LongTerms) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  std::string same;
  for (int i = 0; i < 40; ++i) same += " - 1 + 1";
  reference::SweepCounts counts;
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("long.game", "game g(a, b)\n  -> g(k, b" + same + ")  for k < a\n").ok());
  const auto rule = book.rule("g");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  EXPECT_EQ(reference::compare_sweeps(**rule, {20, 4}, counts), "");
  EXPECT_EQ(counts.tables, 1u);
  EXPECT_GT(counts.running, 0u);
}

// Binders that end at a quotient, whose product is then in reach, and options that lie a product
// apart.
TEST(Sweep, Multiples) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  const char* const lines[] = {
      "g(a, b - k*a)  for k in 1..b/max(a, 1)  if a >= 1",
      "g(a - k*b, b)  for k in 1..(a - 2)/max(b, 1)  if b >= 1",
      "g(a - b*k, b)  for k in 2..a/(b + 1)  if b >= 1",
      "g(a - k*b, b) + g(b, b - 1)  for k in 1..a/b  if b >= 1",
      "g(a - k*(b + 1), b) + g(a - k, b)  for k in 1..a/max(2, b + 1)",
      "g(a - k*b, b)  for k in 1..a/max(b - 1, 1)  if b >= 1",  // not always in reach
      "g(a - k*b, b)  for k in 1..(a + 3)/max(b, 1)  if b >= 1",
      "g(a - k*k, b)  for k in 1..a",
  };
  reference::SweepCounts counts;
  Rulebook book;
  int number = 0;
  for (const std::string line : lines) {
    const std::string name = fmt::format("g{}", number++);
    std::string text = line;
    for (size_t at = 0; (at = text.find("g(", at)) != std::string::npos; at += name.size())
      text.replace(at, 1, name);
    text = "game " + name + "(a, b)\n  -> " + text + "\n";
    SCOPED_TRACE(text);
    ASSERT_TRUE(book.load_text("multiples.game", text).ok());
    const auto rule = book.rule(name);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    EXPECT_EQ(reference::compare_sweeps(**rule, {40, 17}, counts), "");
    EXPECT_EQ(reference::compare_sweeps(**rule, {9, 30}, counts), "");
  }
  EXPECT_GE(counts.tables, 12u);
}

// Options that leave some out, in several pieces of the line, are counted from cell to cell.
TEST(Sweep, WithoutTheLastNumber) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  const char* const conditions[] = {
      "k != b",     "k != b + 1",      "k != 2*b",         "k < b or k > b + 2",
      "k != a - b", "abs(k - b) > 1",  "k < b or 2*k > a", "k != b and k != b + 3",
      "k != b/2",   "(k - b) % 3 != 0"};
  reference::SweepCounts counts;
  Rulebook book;
  int number = 0;
  for (const char* part : {"a - k, k", "k - 1, a - k", "a - k, k/2"}) {
    for (const char* condition : conditions) {
      const std::string name = fmt::format("g{}", number++);
      const std::string text = fmt::format("game {0}(a, b)\n  -> {0}({1})  for k in 1..a  if {2}\n",
                                           name, part, condition);
      SCOPED_TRACE(text);
      ASSERT_TRUE(book.load_text("memory.game", text).ok());
      const auto rule = book.rule(name);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      EXPECT_EQ(reference::compare_sweeps(**rule, {40, 40}, counts), "");
    }
  }
  EXPECT_EQ(counts.tables, 30u);
}

// An option that two choices give is there as long as one of them is.
TEST(Sweep, EqualChoices) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  reference::SweepCounts counts;
  Rulebook book;
  ASSERT_TRUE(book.load_text("equal.game",
                             "game g(a, b)\n  -> g(k, b - k)  for k in {a, a}  if k < a or (k = a "
                             "and b - k < b)\n")
                  .ok());
  const auto rule = book.rule("g");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  EXPECT_EQ(reference::compare_sweeps(**rule, {12, 30}, counts), "");
  // One choice in two pieces of the line.
  ASSERT_TRUE(
      book.load_text(
              "pieces.game",
              "game p(a, b)\n  -> p(a - k, k)  for k in b - 2..2  if k - 1 + b + k > abs(k + 2) or "
              "k != 3*k\n")
          .ok());
  const auto pieces = book.rule("p");
  ASSERT_TRUE(pieces.ok()) << pieces.error().to_string();
  EXPECT_EQ(reference::compare_sweeps(**pieces, {12, 30}, counts), "");
  EXPECT_EQ(counts.tables, 2u);
}

TEST(Sweep, WhatMayNotBeExchanged) {
  Session session;
  Budget budget;
  const auto pair = [&](const char* game) {
    const auto rule = session.game(game, budget);
    EXPECT_TRUE(rule.ok()) << game;
    return exchangeable_coordinates(**rule);
  };
  for (const char* game : {"wythoff", "rook", "king", "euclid", "euclid[least=1]", "knight"}) {
    EXPECT_TRUE(pair(game)) << game;
  }
  for (const char* game :
       {"chomp2", "chomp3", "fibonacci", "kayles", "stones", "intervals[{(0, 3), (2, 5)}]"}) {
    EXPECT_FALSE(pair(game)) << game;
  }
}

// Within kept orders, where the coordinate that is never larger reaches further in the box, and so
// the rows end before they come to positions within.
TEST(Sweep, KeptOrdersInLongBoxes) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  Rulebook book;
  const char* const text =
      "game raise(a, b)\n  -> 0  if a > 0\n  -> raise(a + 1, b + 2)  if a < 6 and b < 5\n"
      "game lower(a, b)\n  -> lower(a - k, b - k)  for k >= 1\n  -> lower(a - k, b)  for k >= 1\n";
  ASSERT_TRUE(book.load_text("long.game", text).ok());
  reference::SweepCounts counts;
  for (const char* name : {"raise", "lower"}) {
    SCOPED_TRACE(name);
    const auto rule = book.rule(name);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    for (const Point& most : std::vector<Point>{{20, 6}, {20, 9}, {9, 9}, {6, 20}}) {
      ASSERT_EQ(reference::compare_sweeps(**rule, most, counts), "");
    }
  }
  EXPECT_GT(counts.kept, 0u);
}

// Where isl gives up, no order is known to be kept.
TEST(Sweep, OrdersThatAreNotFound) {
  Rulebook book;
  const char* const text =
      "game g(a, b)\n  -> 0  for k in {a, b}, m in 1..min(2*k, a, a)  if ((m, a) in {(0, 1)} or m "
      "> 2 >= a) and k > 0\n"
      "  -> g(x, y) + g(-(4 - 3) + (3 + 0), b - k)  for k in {i*i for i in 1..3}, (x, y) in {(i, "
      "j) for i < 3, j in "
      "i..3}\n     if ((x < a) or (x = a and y < b)) and ((2 < a) or (2 = a and b - k < b))\n";
  ASSERT_TRUE(book.load_text("many.game", text).ok());
  const auto rule = book.rule("g");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  EXPECT_TRUE(kept_orders(**rule).empty());
}

// Code that has a value moved to a register which it uses for nothing else and has to keep for its
// caller.
TEST(Sweep, RegistersOfTheCaller) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  Rulebook book;
  const char* const text =
      "game g(a)\n  -> g(a - k)  for k in {2, 1}\n"
      "  -> g(a - k)  for k < isqrt(a + 0)  if ((1 > k + 3 or any(a in 1..m for m < 2*3)) or "
      "max(isqrt(abs(a)), (k + 0)*1*1) <= isqrt(k)) and a - k < a\n";
  ASSERT_TRUE(book.load_text("registers.game", text).ok());
  const auto rule = book.rule("g");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  reference::SweepCounts counts;
  EXPECT_EQ(reference::compare_sweeps(**rule, {30}, counts), "");
  EXPECT_EQ(counts.tables, 1u);
  EXPECT_EQ(counts.not_compiled, 0u);
}

// Games whose values pass 64, 256 and 65536, with lines of every kind.
TEST(Sweep, Games) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  Session session;
  Budget budget;
  const std::vector<std::pair<std::string, Point>> games = {
      {"nim", {3000}},
      {"wythoff", {60, 70}},
      {"euclid", {60, 60}},
      {"king", {60, 60}},
      {"rook", {60, 60}},
      {"euclid[least=1]", {60, 60}},
      {"chomp2", {60, 60}},
      {"chomp3", {14, 14, 14}},
      {"fibonacci", {60, 60}},
      {"squares", {3000}},
      {"take_prime", {500}},
      {"take_divisor", {1000}},
      {"take_proper_divisor", {1000}},
      {"take_nondivisor", {500}},
      {"take_coprime", {300}},
      {"take_power[b=3]", {500}},
      {"kayles", {300}},
      {"grundys", {200}},
      {"lasker", {300}},
      {"subtract[{1..40}]", {500}},
      {"subtract[not {2, 5}]", {400}},
      {"intervals[{(0, 3), (2, 5), (4, 9), (1, 2), (5, 20), (7, 8), (0, 30)}]", {40, 40}},
  };
  reference::SweepCounts counts;
  for (const auto& [text, most] : games) {
    SCOPED_TRACE(text);
    const auto rule = session.game(text, budget);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    ASSERT_EQ(reference::compare_sweeps(**rule, most, counts), "");
  }
  EXPECT_EQ(counts.not_compiled, 0u);
  EXPECT_GE(counts.tables, games.size());
  EXPECT_GE(counts.running, 8u);
  EXPECT_GE(counts.resumed, 4u);
}

}  // namespace
}  // namespace grundy
