#include "proof/formula.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

constexpr const char* kFormulaRules = R"(
game simple(a, b)
  -> simple(a - 1, b)
  -> simple(a, b - 1)
game products(a, b)
  -> products(x, b)            for x < a         if x * b % 7 = 1
game split(n)
  -> split(x) + split(y)       for x < n, y = n - 1 - x
)";

class DecisionTest : public testing::Test {
 protected:
  DecisionTest() : context_(isl::make_context(50'000'000)) {
    EXPECT_TRUE(book_.load_text("x.game", kFormulaRules).ok());
  }

  Decision decision(const std::string& game) { return {context_.get(), *book_.rule(game).value()}; }
  Verdict::Kind decide(const std::string& game, const char* values, std::string& reason) {
    return decision(game)
        .decide(isl::Map(isl_map_read_from_str(context_.get(), values)), {1, 1}, reason)
        .kind;
  }

  isl::Context context_;
  Rulebook book_;
};

TEST_F(DecisionTest, WhatStandsInTheWay) {
  EXPECT_EQ(decision("simple").obstacle(), "");
  EXPECT_EQ(decision("split").obstacle(), "");
  EXPECT_EQ(decision("products").obstacle(), "its moves are not affine, or lead to other games");
}

TEST_F(DecisionTest, MovesToPositionsAndToSums) {
  EXPECT_NE(decision("simple").moves(), nullptr);
  EXPECT_FALSE(decision("simple").has_sums());
  EXPECT_EQ(decision("split").moves(), nullptr);
  EXPECT_TRUE(decision("split").has_sums());
  EXPECT_TRUE(decision("simple").finite());
  EXPECT_TRUE(decision("split").finite());
}

TEST_F(DecisionTest, Verdicts) {
  std::string reason;
  EXPECT_EQ(
      decide("simple", "{ [a, b] -> [v] : a, b >= 0 and 0 <= v <= 1 and (a + b - v) mod 2 = 0 }",
             reason),
      Verdict::Kind::proved);
  EXPECT_EQ(decide("simple", "{ [a, b] -> [0] : a, b >= 0 }", reason), Verdict::Kind::refuted);
}

TEST_F(DecisionTest, SumsOfManyValuesAreNotDecided) {
  std::string reason;
  const isl::Map values(isl_map_read_from_str(context_.get(), "{ [n] -> [n] : n >= 0 }"));
  EXPECT_EQ(decision("split").decide(values, {1}, reason).kind, Verdict::Kind::unknown);
  EXPECT_EQ(reason,
            "its moves lead to sums, and the formula's values are too many to tell their nim-sums");
}

TEST_F(DecisionTest, Naturals) {
  const isl::Set set = naturals(context_.get(), 2);
  const isl::Set wanted(isl_set_read_from_str(context_.get(), "{ [a, b] : a >= 0 and b >= 0 }"));
  EXPECT_EQ(isl_set_is_equal(set.keep(), wanted.keep()), isl_bool_true);
}

}  // namespace
}  // namespace grundy
