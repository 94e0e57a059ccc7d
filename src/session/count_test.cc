#include "session/count.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

class CountTest : public testing::Test {
 protected:
  const Rule& rule(const std::string& name) { return **session_.game(name, budget_); }
  Histogram count(const std::string& game, const std::string& box, const std::string& where = "") {
    const Rule& rule = this->rule(game);
    const auto ranges = parse_box(box, game, rule.coordinates);
    const TabledGame tabled{&rule};
    std::optional<PositionCondition> condition;
    if (!where.empty()) condition = *PositionCondition::read(where, tabled);
    auto counted =
        count_values(session_, tabled, *ranges, condition ? &*condition : nullptr, budget_);
    EXPECT_TRUE(counted.ok()) << (counted.ok() ? "" : counted.error().to_string());
    return counted.ok() ? *counted : Histogram{};
  }

  Session session_;
  Budget budget_;
};

TEST_F(CountTest, EveryPositionOnce) {
  for (const char* game : {"wythoff", "euclid"}) {
    if (session_.rulebook().find(game) == nullptr) continue;
    const Histogram all =
        count(game, rule(game).coordinates[0] + "=0..12," + rule(game).coordinates[1] + "=3..9");
    EXPECT_EQ(all.positions(), Natural(13 * 7));
    std::map<Value, Natural> expected;
    for (int a = 0; a <= 12; ++a) {
      for (int b = 3; b <= 9; ++b) {
        const Question one = *session_.read(
            std::string(game) + "(" + std::to_string(a) + ", " + std::to_string(b) + ")", budget_);
        Natural& here = expected[session_.value(one, budget_)->ordinal()];
        here = here + Natural(1);
      }
    }
    EXPECT_EQ(all.counts, expected);
  }
}

TEST_F(CountTest, WhereAConditionHolds) {
  const Histogram lost = count("wythoff", "a=0..30,b=0..30", "value = 0 and a <= b");
  // (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16,
  // 26), (17, 28)
  EXPECT_EQ(lost.positions(), Natural(12));
  EXPECT_EQ(count("wythoff", "a=0..30,b=0..30", "(a + b) % 2 = 0").positions(), Natural(481));
}

TEST_F(CountTest, ManyHeapsByTheirPeriod) {
  const std::string end = std::to_string((1 << 22) + 30'001);
  for (const char* game : {"octal[0.07]", "subtract[{1, 3, 4}]"}) {
    for (const char* where : {"", "value = 0", "outcome = N and value < 4"}) {
      const Histogram all = count(game, "n=0.." + end, where);
      Histogram sum = count(game, "n=7123.." + end, where);
      for (const auto& [value, often] : count(game, "n=0..7122", where).counts)
        sum.counts[value] = sum.counts[value] + often;
      EXPECT_EQ(all.counts, sum.counts) << game << " " << where;
    }
  }
  EXPECT_EQ(count("subtract[{1, 3, 4}]", "n=0..700000000000000000000", "value = 0").positions(),
            Natural(200000000000000000) * Natural(1000) + Natural(1));
}

/// By definition: all tuples, one by one.
uint64_t tuples_by_definition(const std::vector<uint64_t>& values, size_t size, uint64_t nim_sum) {
  if (size == 0) return nim_sum == 0 ? 1 : 0;
  uint64_t count = 0;
  for (const uint64_t value : values)
    count += tuples_by_definition(values, size - 1, nim_sum ^ value);
  return count;
}

TEST_F(CountTest, TuplesOfANimSum) {
  const std::vector<uint64_t> values = {0, 1, 1, 2, 5, 0, 7, 3, 3};
  Histogram histogram;
  for (const uint64_t value : values) {
    Natural& here = histogram.counts[value];
    here = here + Natural(1);
  }
  for (size_t size = 0; size <= 4; ++size) {
    for (const uint64_t nim_sum : {0, 1, 6, 9}) {
      const uint64_t expected = tuples_by_definition(values, size, nim_sum);
      EXPECT_EQ(*count_tuples(histogram, size, nim_sum, std::nullopt, budget_), Natural(expected))
          << size;
      EXPECT_EQ(*count_tuples(histogram, size, nim_sum, Natural(7), budget_), Natural(expected % 7))
          << size;
      EXPECT_EQ(*count_tuples(histogram, size, nim_sum, Natural(1), budget_), Natural(0)) << size;
    }
  }
}

TEST_F(CountTest, LongTuples) {
  Histogram coin;
  coin.counts[0] = 1;
  coin.counts[1] = 1;
  // Half of all tuples have an even number of ones.
  EXPECT_EQ(*count_tuples(coin, 100, 0, std::nullopt, budget_), Natural::pow(2, 99));
  const Natural exponent = *Natural::parse("1000000000000000000000");
  EXPECT_EQ(*count_tuples(coin, exponent, 1, Natural(1'000'000'007), budget_),
            *count_tuples(coin, exponent, 0, Natural(1'000'000'007), budget_));
  EXPECT_FALSE(count_tuples(coin, exponent, 0, std::nullopt, budget_).ok());
  Histogram endless;
  endless.counts[*Ordinal::parse("w")] = 1;
  EXPECT_FALSE(count_tuples(endless, 2, 0, std::nullopt, budget_).ok());
}

}  // namespace
}  // namespace grundy
