#include "engine/ordinal/mixed.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "session/session.h"

namespace grundy {
namespace {

class MixedTest : public testing::Test {
 protected:
  MixedTest() {
    EXPECT_TRUE(
        session_.rulebook()
            .load_text(
                "rules",
                "game chute(n)\n  -> nim(k) for k >= n\n"
                "game swap(n)\n  -> swap(n - 1) + nim(k) for k\n"
                "game odd(n)\n  -> odd(n - 1)\n  -> nim(k) + nim(n) for k >= n if k % 2 = 1\n"
                "game two(n)\n  -> nim(k) + nim(l) for k, l\n"
                "game wide(n)\n  -> kayles(k) for k >= n\n"
                "game beside(n)\n  -> nim(k) + kayles(n) for k >= n\n"
                "game split(n)\n  -> code[0.8](k) + nim(2) for k >= n\n"
                "game wild(n)\n  -> grundys(k) for k\n"
                "game deep(n)\n  -> forced(n, k) for k\n")
            .ok());
  }
  std::string value(std::string_view sum) {
    const auto question = session_.read(sum, budget_);
    const auto value = session_.value(*question, budget_);
    return value ? value->to_string() : value.error().message();
  }
  Session session_;
  Budget budget_;
};

TEST_F(MixedTest, OptionsInNim) {
  EXPECT_EQ(value("chute(0)"), "ω");
  EXPECT_EQ(value("chute(5)"), "0");
  EXPECT_EQ(value("chute(0) + nim(3)"), "ω+3");
}

// swap(1) has the options swap(0) + nim(k), all natural numbers; those of swap(2) are ω + k for all
// k, so it is 0.
TEST_F(MixedTest, SumsWithAnOpenPart) {
  EXPECT_EQ(value("swap(0)"), "0");
  EXPECT_EQ(value("swap(1)"), "ω");
  EXPECT_EQ(value("swap(2)"), "0");
  EXPECT_EQ(value("swap(3)"), "ω");
}

/// The least number outside of g(n - 1) and k ⊕ n for odd k >= n, by trying them.
uint64_t odd_by_definition(uint64_t n) {
  const auto taken = [&](uint64_t value) {
    const uint64_t k = value ^ n;
    return (n > 0 && value == odd_by_definition(n - 1)) || (k >= n && k % 2 == 1);
  };
  uint64_t value = 0;
  while (taken(value)) ++value;
  return value;
}

TEST_F(MixedTest, NimSumsOfSets) {
  for (uint64_t n = 0; n < 12; ++n)
    EXPECT_EQ(value("odd(" + std::to_string(n) + ")"), std::to_string(odd_by_definition(n))) << n;
}

// forced(2, k) has the value ω + 1 - k for k < 2, and k - 2 for k >= 2 where the rule has the
// coordinates (m, n).
TEST_F(MixedTest, LawsOfOtherGamesWithInfinitelyManyMoves) {
  EXPECT_EQ(value("deep(0)"), "ω");
  EXPECT_EQ(value("deep(2)"), "ω+2");
}

/// The least number that is not among the values of the game's positions from n to n + 400, plus in
/// nim the number.
uint64_t least_missing(Session& session, const std::string& game, uint64_t n, uint64_t plus) {
  std::set<Value> values;
  Budget budget;
  for (uint64_t k = n; k < n + 400; ++k) {
    const auto question = session.read(fmt::format("{}({}) + nim({})", game, k, plus), budget);
    values.insert(*session.value(*question, budget));
  }
  uint64_t value = 0;
  while (values.contains(Value(Ordinal(value)))) ++value;
  return value;
}

// Kayles has period 12 from 71 on, and few values: some are those of small heaps alone.
TEST_F(MixedTest, GamesWithAPeriod) {
  for (const uint64_t n : {0, 1, 10, 29, 57, 71, 72, 1000})
    EXPECT_EQ(value(fmt::format("wide({})", n)),
              std::to_string(least_missing(session_, "kayles", n, 0)))
        << n;
}

// Beside a heap of kayles, which is before its period or in it: the options are v ⊕ k for k >= n.
TEST_F(MixedTest, HeapsBesideInfinitelyManyMoves) {
  for (const uint64_t n : {1, 10, 57, 70, 71, 72, 1000}) {
    const uint64_t v = std::stoull(value(fmt::format("kayles({})", n)));
    uint64_t least = 0;
    while ((least ^ v) >= n) ++least;
    EXPECT_EQ(value(fmt::format("beside({})", n)), std::to_string(least)) << n;
  }
}

// 0.8 is arithmetic periodic: g(n + 3) = g(n) + 1 from n = 1 on, so that from n on all values but
// some are there.
TEST_F(MixedTest, GamesWithASaltus) {
  EXPECT_EQ(value("split(0)"), "ω");
  EXPECT_EQ(value("split(1)"), "ω");
  for (const uint64_t n : {4, 5, 6, 7, 30})
    EXPECT_EQ(value(fmt::format("split({})", n)),
              std::to_string(least_missing(session_, "code[0.8]", n, 2)))
        << n;
}

TEST_F(MixedTest, DeclinesWithTheReason) {
  EXPECT_NE(value("two(1)").find("two parts of a move take infinitely many positions"),
            std::string::npos);
  EXPECT_NE(value("wild(1)").find(
                "infinitely many moves into 'grundys', whose values are not known as a law"),
            std::string::npos)
      << value("wild(1)");
}

TEST_F(MixedTest, WinningMoves) {
  const auto question = session_.read("chute(3) + nim(7)", budget_);
  const auto answer = session_.solve(*question, Play::normal, 16, budget_);
  ASSERT_TRUE(answer.ok());
  ASSERT_FALSE(answer->winning_moves.empty());
  // chute(3) is 0, and may become nim(7).
  const SumMove& first = answer->winning_moves.front();
  EXPECT_EQ(to_string(first.move.to), "nim(7)");
}

}  // namespace
}  // namespace grundy
