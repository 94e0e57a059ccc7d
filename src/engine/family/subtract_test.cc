#include "engine/family/subtract.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <functional>
#include <random>
#include <set>

#include "language/rulebook.h"
#include "rule/evaluate.h"
#include "session/session.h"

namespace grundy {
namespace {

bool takes(const SubtractionSet& set, uint64_t s) {
  return s > 0 && std::binary_search(set.numbers.begin(), set.numbers.end(), s) != set.all_but;
}

/// g(0), …, g(count - 1) as mex of the options' values.
std::vector<uint64_t> by_definition(const SubtractionSet& set, uint64_t count) {
  std::vector<uint64_t> values;
  for (uint64_t n = 0; n < count; ++n) {
    std::set<uint64_t> seen;
    for (uint64_t s = 1; s <= n; ++s) {
      if (takes(set, s)) seen.insert(values[n - s]);
    }
    uint64_t mex = 0;
    while (seen.contains(mex)) ++mex;
    values.push_back(mex);
  }
  return values;
}

std::string text_of(const SubtractionSet& set) {
  return fmt::format("{}{{{}}}", set.all_but ? "not " : "", fmt::join(set.numbers, ", "));
}

// All sets of numbers up to 8, finite and all-but. Far out the period is compared with the table
// written on.
TEST(Subtract, AllSmallSets) {
  for (const bool all_but : {false, true}) {
    for (unsigned mask = 0; mask < 256; ++mask) {
      SubtractionSet set;
      set.all_but = all_but;
      for (uint64_t s = 1; s <= 8; ++s) {
        if ((mask >> (s - 1) & 1) != 0) set.numbers.push_back(s);
      }
      SCOPED_TRACE(text_of(set));
      const std::vector<uint64_t> wanted = by_definition(set, 260);
      Budget budget;
      SubtractionValues values(set);
      ASSERT_TRUE(values.extend_to(40, budget));
      ASSERT_TRUE(values.extend_to(Natural::pow(10, 30), budget));
      ASSERT_TRUE(values.law().has_value());
      for (uint64_t n = 0; n < wanted.size(); ++n) ASSERT_EQ(values.at(n), Natural(wanted[n])) << n;
      // The least pre-period: one place before, the law fails.
      const Law& law = *values.law();
      if (law.preperiod > 0 && law.preperiod + law.period < wanted.size()) {
        EXPECT_NE(wanted[law.preperiod - 1] + law.saltus, wanted[law.preperiod - 1 + law.period])
            << law.preperiod;
      }
    }
  }
}

TEST(Subtract, RandomSets) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    SubtractionSet set;
    set.all_but = random() % 2 == 0;
    std::set<uint64_t> numbers;
    for (uint64_t size = 1 + random() % 6; numbers.size() < size;)
      numbers.insert(1 + random() % 40);
    set.numbers.assign(numbers.begin(), numbers.end());
    SCOPED_TRACE(text_of(set));
    const std::vector<uint64_t> wanted = by_definition(set, 500);
    Budget budget;
    SubtractionValues values(set);
    ASSERT_TRUE(values.extend_to(100'000, budget));
    for (uint64_t n = 0; n < wanted.size(); ++n) ASSERT_EQ(values.at(n), Natural(wanted[n])) << n;
    if (!values.law()) continue;
    SubtractionValues far(set);  // a table that goes on beyond the first look finds the same
    for (uint64_t n = 500; n < 5000; n += 700) {
      ASSERT_TRUE(far.extend_to(n, budget));
      EXPECT_EQ(far.at(n), values.at(n));
    }
  }
}

TEST(Subtract, WinningMovesOfHeapsOfAnySize) {
  Session session;
  Budget budget;
  std::mt19937_64 random(2);
  for (const char* game : {"subtract[{1, 3, 4}]", "subtract[{2, 5, 7}]", "subtract[not {2}]",
                           "subtract[not {1, 4, 5}]", "subtract[not {0}]", "subtract[{0}]",
                           "bounded", "subtract[{1, 2, 7, 8}]"}) {
    for (int round = 0; round < 300; ++round) {
      Natural n = random() % 50;
      if (round % 3 == 1) n = Natural::pow(10, 18) + n;
      if (round % 3 == 2) n = Natural::pow(10, 40) + n;
      const uint64_t heap = random() % 4;
      const auto question =
          session.read(fmt::format("{}({}) + *{}", game, n.to_string(), heap), budget);
      ASSERT_TRUE(question.ok()) << question.error().to_string();
      const auto answer = session.solve(*question, Play::normal, 1000, budget);
      ASSERT_TRUE(answer.ok()) << answer.error().to_string();
      EXPECT_EQ(answer->mover_wins(), answer->values[0] != answer->values[1]);
      for (const SumMove& move : answer->winning_moves) {
        const auto after = session.read(
            to_string(move.move.to) + " + " + to_string(question->parts[1 - move.part]), budget);
        ASSERT_TRUE(after.ok());
        const auto value = session.value(*after, budget);
        ASSERT_TRUE(value.ok());
        EXPECT_TRUE(value->is_zero()) << to_string(move.move.to);
      }
      if (n < Natural(50) && answer->all_winning_moves) {  // complete, by definition
        const auto set = subtraction_set(*question->parts[0].game->rule());
        ASSERT_TRUE(set.has_value());
        size_t count = answer->values[0]->ordinal().small() < heap ? 1 : 0;
        const std::vector<uint64_t> values = by_definition(*set, n.small());
        for (uint64_t to = 0; to < n.small(); ++to)
          count += takes(*set, n.small() - to) && values[to] == heap;
        EXPECT_EQ(answer->winning_moves.size(), count)
            << game << " " << n.to_string() << " " << heap;
      }
    }
  }
}

std::optional<SubtractionSet> recognised(const std::string& rules, const std::string& game) {
  Session session;
  Budget budget;
  const auto loaded = session.rulebook().load_text("x.game", rules);
  EXPECT_TRUE(loaded.ok());
  const auto rule = session.game(game, budget);
  EXPECT_TRUE(rule.ok());
  return subtraction_set(**rule);
}

TEST(Subtract, HoweverItIsWritten) {
  const SubtractionSet upto3{{1, 2, 3}, false};
  EXPECT_EQ(recognised("game x(n)\n  -> x(n - k)  for k in 1..3\n", "x"), upto3);
  EXPECT_EQ(recognised("game x(n)\n  -> x(m)  for m < n  if n - m <= 3\n", "x"), upto3);
  EXPECT_EQ(recognised("game x(n)\n  -> x(n - 1)\n  -> x(n - 2)\n  -> x(n - 3)\n", "x"), upto3);
  EXPECT_EQ(recognised("game x(n)\n  -> x(n - k)  for k <= n  if k in {3, 1, 2}\n", "x"), upto3);
  EXPECT_EQ(recognised("game x[S](n)\n  -> x(n - s)  for s in S\n", "x[{3, 2, 1}]"), upto3);
  EXPECT_EQ(recognised("game x(n)\n  -> x(k)  for k < n  if n - k != 2\n", "x"),
            (SubtractionSet{{2}, true}));
  EXPECT_EQ(recognised("game x(n)\n  -> x(k)  for k < n  if (n - k) % 2 = 1 and n - k < 8\n", "x"),
            (SubtractionSet{{1, 3, 5, 7}, false}));
  // Not the same game: a condition on the heap, a move that changes nothing, one that adds, one
  // into another game.
  EXPECT_FALSE(recognised("game x(n)\n  -> x(n - k)  for k in 1..3  if n != 7\n", "x"));
  EXPECT_FALSE(recognised("game x[S](n)\n  -> x(n - s)  for s in S\n", "x[{0, 1}]"));
  EXPECT_FALSE(recognised("game x(n)\n  -> x(n + 1)\n", "x"));
  EXPECT_FALSE(recognised("game x(n)\n  -> nim(n - 1)\n", "x"));
  EXPECT_FALSE(recognised("game x(n)\n  -> x(n - k)  for k in 1..n/2\n", "x"));
  EXPECT_FALSE(recognised("game x(n)\n  -> x(k)  for k < n  if (n - k) % 2 = 1\n", "x"));
}

TEST(Subtract, DeclinesWhereNoPeriodIsSeen) {
  Budget budget;
  budget.set_memory_limit(1 << 20);
  SubtractionSet set{{}, false};
  for (uint64_t s = 100'000; s < 100'020; ++s) set.numbers.push_back(s);
  SubtractionValues values(set);
  const auto known = values.extend_to(Natural::pow(10, 18), budget);
  ASSERT_FALSE(known.ok());
  EXPECT_EQ(known.error().kind, Error::Kind::declined);
  EXPECT_NE(known.error().message().find("no period"), std::string::npos)
      << known.error().message();
}

TEST(Subtract, ReachBits) {
  std::mt19937 random(20260701);
  for (int i = 0; i < 60; ++i) {
    // Up to a third of all numbers, the greatest of them near or far.
    SubtractionSet set;
    const uint64_t most = std::array{5, 63, 64, 65, 200, 700}[static_cast<size_t>(i) % 6];
    for (uint64_t s = 1; s <= most; ++s) {
      if (random() % 3 == 0) set.numbers.push_back(s);
    }
    SCOPED_TRACE(text_of(set));
    const std::vector<uint64_t> wanted = by_definition(set, 500);
    ReachBits bits(set.numbers, 500);
    for (uint64_t n = 0; n < 500; ++n) {
      ASSERT_EQ(bits.next(), wanted[n]) << n;
      ASSERT_TRUE(bits.add(static_cast<uint32_t>(wanted[n])));
    }
    EXPECT_EQ(bits.size(), 500);
  }
  // All numbers: a value for each position, until the rows are too many.
  std::vector<uint64_t> all;
  for (uint64_t s = 1; s < 100'000; ++s) all.push_back(s);
  ReachBits bits(all, 100'000);
  uint64_t n = 0;
  while (bits.add(static_cast<uint32_t>(n))) ++n;
  EXPECT_GT(n, 4000);
  EXPECT_LT(n, 6000);
  Budget budget;
  SubtractionValues values(SubtractionSet{all, false});
  ASSERT_TRUE(values.extend_to(8000, budget));
  for (uint64_t k = 0; k <= 8000; k += 100) EXPECT_EQ(values.at(k), Natural(k));
}

/// Numbers that a condition tells, against the definition by the rule's own moves.
TEST(Subtract, NumbersByCondition) {
  struct Case {
    const char* lines;
    std::function<bool(uint64_t)> taken;
  };
  const auto is_power_of_2 = [](uint64_t s) { return std::has_single_bit(s); };
  const auto square = [](uint64_t s) { return is_square(static_cast<int64_t>(s)); };
  const auto prime = [](uint64_t s) { return is_prime(static_cast<int64_t>(s)); };
  const auto semiprime = [&](uint64_t s) {
    for (uint64_t p = 2; p < s; ++p) {
      if (s % p == 0 && prime(p) && prime(s / p)) return true;
    }
    return false;
  };
  const auto cube = [](uint64_t s) { return s == 8 || s == 27 || s == 64 || s == 125 || s == 216; };
  const std::vector<Case> cases = {
      {"  -> g(n - k*k)  for k >= 1  if k*k <= n\n", square},
      {"  -> g(n - k)  for k in 1..n  if issquare(k)\n", square},
      {"  -> g(n - p)  for p <= n  if isprime(p)\n", prime},
      {"  -> g(n - q)  for q in 1..n  if ispower(q, 2)\n", is_power_of_2},
      // Fibonacci numbers: 5·k² + 4 or 5·k² - 4 is a square.
      {"  -> g(n - k)  for k in 1..n  if issquare(5*k*k + 4) or issquare(5*k*k - 4)\n",
       [&](uint64_t s) {
         return square(5 * s * s + 4) || (5 * s * s >= 4 && square(5 * s * s - 4));
       }},
      {"  -> g(n - p)  for p in 1..n  if p = 1 or isprime(p)\n  -> g(n - k*k*k)  for k >= 2  if "
       "k*k*k <= n\n",
       [&](uint64_t s) {
         return s == 1 || prime(s) || s == 8 || s == 27 || s == 64 || s == 125 || s == 216;
       }},
      {"  -> g(n - 3*k)  for k in 1..n  if isprime(k)\n",
       [&](uint64_t s) { return s % 3 == 0 && prime(s / 3); }},
      {"  -> g(n - p*q)  for p in 2..n, q in p..n  if isprime(p) and isprime(q) and p*q <= n\n",
       semiprime},
      {"  -> g(n - p*q)  for p in 2..isqrt(n), q in 2..n/p  if isprime(p) and isprime(q) and p <= "
       "q\n",
       semiprime},
      {"  -> g(n - p)  for p in 2..n  if isprime(p)\n  -> g(n - p*q)  for p in 2..isqrt(n), q in "
       "p..n/p  if "
       "isprime(p) and isprime(q)\n",
       [&](uint64_t s) { return prime(s) || semiprime(s); }},
      {"  -> g(n - k*k - j*j)  for k in 1..isqrt(n), j in 1..isqrt(n)  if k*k <= n\n",
       [&](uint64_t s) {
         for (uint64_t k = 1; k * k < s; ++k) {
           if (square(s - k * k)) return true;
         }
         return false;
       }},
      {"  -> g(n - k**3*j)  for k in 2..isqrt(n), j in {1, 5}  if k**2*k <= n\n",
       [&](uint64_t s) { return cube(s) || (s % 5 == 0 && cube(s / 5)); }},
  };
  for (const auto& [lines, taken] : cases) {
    SCOPED_TRACE(lines);
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", fmt::format("game g(n)\n{}", lines)));
    Budget budget;
    const auto rule = book.rule("g");
    ASSERT_TRUE(rule.ok());
    ASSERT_FALSE(subtraction_set(**rule));
    const auto numbers = TakenNumbers::of(**rule);
    ASSERT_TRUE(numbers);
    SubtractionSet set;
    for (uint64_t s = 1; s < 300; ++s) {
      if (taken(s)) set.numbers.push_back(s);
    }
    const auto listed = numbers->below(300, budget);
    ASSERT_TRUE(listed);
    EXPECT_EQ(*listed, set.numbers);
    const std::vector<uint64_t> wanted = by_definition(set, 300);
    SubtractionValues values(*numbers);
    for (const uint64_t n : {10, 11, 100, 299}) {
      ASSERT_TRUE(values.extend_to(n, budget));
      for (uint64_t k = 0; k <= n; ++k) ASSERT_EQ(values.at(k), Natural(wanted[k])) << k;
    }
  }
}

TEST(Subtract, NumbersByConditionOfOtherGames) {
  for (const char* lines : {
           "  -> g(n - k)  for k in 1..n/2  if isprime(k)\n",                // as many as half
           "  -> g(n - k)  for k in 1..n-1  if isprime(k)\n",                // not the whole heap
           "  -> g(n - k)  for k in 1..n  if n % k = 0\n",                   // depends on the heap
           "  -> g(n - k)  for k in 1..n  if any(j*k = n for j in 1..n)\n",  // likewise
           "  -> g(k)  for k < n  if isprime(k)\n",           // what is left, not what is taken
           "  -> g(n - k)  for k in 1..47  if isprime(k)\n",  // no more at large heaps
           "  -> g(n - p*q)  for p in 2..n, q in p..n/(2*p)  if isprime(p)\n",
           "  -> g(n - p - q)  for p in 1..isqrt(n), q in 1..n  if isprime(p)\n",  // p*p may be
                                                                                   // more than p +
                                                                                   // q
           "  -> g(n - p - q*r)  for p in 1..n, q in 1..n, r in 0..n\n",  // r may be 0, and q more
                                                                          // than n
           "  -> g(n - k*j)  for k in 1..n, j in 0..n  if k*j <= n\n",    // takes nothing
           "  -> g(n - k)  for k in 1..n  if isprime(k)\n  -> g(n/2)  if n > 0\n",
       }) {
    SCOPED_TRACE(lines);
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", fmt::format("game g(n)\n{}", lines)));
    Budget budget;
    const auto rule = book.rule("g");
    ASSERT_TRUE(rule.ok());
    EXPECT_FALSE(TakenNumbers::of(**rule));
  }
}

}  // namespace
}  // namespace grundy
