#include "analysis/positions.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

std::string text(const std::vector<Coordinates>& points) {
  std::string result;
  for (const Coordinates& one : points) result += to_string(one);
  return result;
}

TEST(Positions, OptionsOfAPosition) {
  Rulebook book;
  const auto sets = OptionSets::of(**book.rule("free"));
  ASSERT_TRUE(sets);
  EXPECT_EQ(condition_text(sets->options({1, 2}), {"m", "n"}),
            "m = 1 and 0 <= n <= 1 or m = 0 and n >= 0");
  EXPECT_TRUE(*sets->is_option({1, 2}, {0, 1'000'000}));
  EXPECT_TRUE(*sets->is_option({1, 2}, {1, 1}));
  EXPECT_FALSE(*sets->is_option({1, 2}, {1, 2}));
  EXPECT_TRUE(*sets->has_options({0, 1}));
  EXPECT_FALSE(*sets->has_options({0, 0}));
  EXPECT_TRUE(*sets->can_end({0, 5}));
  EXPECT_TRUE(*sets->can_end({1, 5}));
  EXPECT_FALSE(*sets->can_end({2, 5}));
}

TEST(Positions, CoordinatesOfAnySize) {
  Rulebook book;
  const auto sets = OptionSets::of(**book.rule("nim"));
  ASSERT_TRUE(sets);
  const Natural large = *Natural::parse("1000000000000000000000000000000");
  EXPECT_TRUE(*sets->is_option({large}, {5}));
  EXPECT_FALSE(*sets->is_option({large}, {large}));
}

TEST(Positions, PointsNearAPosition) {
  Rulebook book;
  const auto sets = OptionSets::of(**book.rule("free"));
  ASSERT_TRUE(sets);
  const Budget budget;
  bool all = true;
  const auto few = points_near(sets->options({1, 1}), {1, 1}, 4, all, budget);
  ASSERT_TRUE(few.ok());
  EXPECT_EQ(text(*few), "(0, 0)(0, 1)(0, 2)(0, 3)");
  EXPECT_FALSE(all);
  const auto each = points_near(sets->options({0, 3}), {0, 3}, 10, all, budget);
  ASSERT_TRUE(each.ok());
  EXPECT_EQ(text(*each), "(0, 0)(0, 1)(0, 2)");
  EXPECT_TRUE(all);
}

TEST(Positions, TheLeastPoint) {
  const isl::Context context = isl::make_context(100'000);
  isl::Set set(isl_set_read_from_str(context.get(), "{ [a, b] : a + b = 7 and a >= 3 }"));
  for (const uint64_t a : {3, 4}) {
    const auto least = take_least(set);
    ASSERT_TRUE(least.ok());
    EXPECT_EQ((*least)[0], Natural(a));
  }
  const isl::Set fixed = with_coordinates(set, std::vector<Natural>{6});
  EXPECT_EQ(condition_text(fixed, {"a", "b"}), "a = 6 and b = 1");
}

TEST(Positions, ConditionsInTheRuleLanguage) {
  const isl::Context context = isl::make_context(100'000);
  const isl::Set set(
      isl_set_read_from_str(context.get(), "{ [a, b] : a mod 3 = 1 and a >= 0 and b > a }"));
  EXPECT_EQ(condition_text(set, {"a", "b"}), "(-1 + a) % 3 = 0 and a >= 0 and b > a");
}

TEST(Positions, GamesWithoutARelation) {
  Rulebook book;
  EXPECT_FALSE(OptionSets::of(**book.rule("squares")));
  EXPECT_FALSE(OptionSets::of(**book.rule("kayles")));
}

}  // namespace
}  // namespace grundy
