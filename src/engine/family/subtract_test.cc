#include "engine/family/subtract.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

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

// All sets of numbers up to 8, finite and all-but. Far out the period is compared with the table written on.
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
        EXPECT_NE(wanted[law.preperiod - 1] + law.saltus, wanted[law.preperiod - 1 + law.period]) << law.preperiod;
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
    for (uint64_t size = 1 + random() % 6; numbers.size() < size;) numbers.insert(1 + random() % 40);
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
  for (const char* game : {"subtract[{1, 3, 4}]", "subtract[{2, 5, 7}]", "subtract[not {2}]", "subtract[not {1, 4, 5}]",
                           "subtract[not {0}]", "subtract[{0}]", "bounded", "subtract[{1, 2, 7, 8}]"}) {
    for (int round = 0; round < 300; ++round) {
      Natural n = random() % 50;
      if (round % 3 == 1) n = Natural::pow(10, 18) + n;
      if (round % 3 == 2) n = Natural::pow(10, 40) + n;
      const uint64_t heap = random() % 4;
      const auto question = session.read(fmt::format("{}({}) + *{}", game, n.to_string(), heap), budget);
      ASSERT_TRUE(question.ok()) << question.error().to_string();
      const auto answer = session.solve(*question, Play::normal, 1000, budget);
      ASSERT_TRUE(answer.ok()) << answer.error().to_string();
      EXPECT_EQ(answer->mover_wins, answer->values[0] != answer->values[1]);
      for (const SumMove& move : answer->winning_moves) {
        const auto after = session.read(move.move.to + " + " + question->parts[1 - move.part].to_string(), budget);
        ASSERT_TRUE(after.ok());
        const auto value = session.value(*after, budget);
        ASSERT_TRUE(value.ok());
        EXPECT_TRUE(value->is_zero()) << move.move.to;
      }
      if (n < Natural(50) && answer->all_winning_moves) {  // complete, by definition
        const auto set = subtraction_set(*question->parts[0].rule);
        ASSERT_TRUE(set.has_value());
        size_t count = answer->values[0]->small() < heap ? 1 : 0;
        const std::vector<uint64_t> values = by_definition(*set, n.small());
        for (uint64_t to = 0; to < n.small(); ++to) count += takes(*set, n.small() - to) && values[to] == heap;
        EXPECT_EQ(answer->winning_moves.size(), count) << game << " " << n.to_string() << " " << heap;
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
  EXPECT_EQ(recognised("game x(n)\n  -> x(k)  for k < n  if n - k != 2\n", "x"), (SubtractionSet{{2}, true}));
  EXPECT_EQ(recognised("game x(n)\n  -> x(k)  for k < n  if (n - k) % 2 = 1 and n - k < 8\n", "x"),
            (SubtractionSet{{1, 3, 5, 7}, false}));
  // Not the same game: a condition on the heap, a move that changes nothing, one that adds, one into another game.
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
  EXPECT_NE(known.error().message().find("no period"), std::string::npos) << known.error().message();
}

}  // namespace
}  // namespace grundy
