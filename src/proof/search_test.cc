#include "proof/search.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

constexpr const char* kSearchRules = R"(
game parity(a, b)
  -> parity(a - 1, b)
  -> parity(a, b - 1)
game raised(m, n)
  -> raised(m, k)              for k < n
  -> raised(m - 1, k)          for k >= n        if m > 0
game long(n)
  -> long(k)                   for k < n         if any(x*y*z = k*k + n for x in 1..2000, y in 1..2000, z in 1..2000)
)";

class SearchTest : public testing::Test {
 protected:
  SearchTest() { EXPECT_TRUE(book_.load_text("x.game", kSearchRules).ok()); }
  const Rule& rule(const std::string& game) { return *book_.rule(game).value(); }
  Theorem law(const std::string& game, const ProveOptions& options = {}) {
    Budget budget;
    return prove_formula(rule(game), options, budget).value();
  }
  Rulebook book_;
};

TEST_F(SearchTest, FromABoxOfValues) {
  const Theorem theorem = law("parity");
  EXPECT_EQ(statement(theorem),
            "For all natural numbers a, b the value of parity(a, b) is (a + b) % 2.");
  EXPECT_FALSE(theorem.proof<FormulaProof>()->sums);
  EXPECT_FALSE(theorem.proof<FormulaProof>()->descent.measures.empty());
}

TEST_F(SearchTest, SliceBySlice) {
  EXPECT_EQ(statement(law("raised")),
            "For all natural numbers m, n the value of raised(m, n) is\n  n - m  if n >= m\n  ω + "
            "m - n - 1  if n < m");
  const Theorem stones = law("stones");
  EXPECT_EQ(stones.status(), Theorem::Status::unknown);
  EXPECT_EQ(stones.slices()->formulas.size(), 16u);
}

TEST_F(SearchTest, WhatIsNotDecidedIsConjectured) {
  const Theorem theorem = law("take_power");
  EXPECT_EQ(theorem.status(), Theorem::Status::conjectured);
  EXPECT_EQ(theorem.conjecture()->tested, std::vector<int64_t>{51200});
  EXPECT_EQ(law("take_power", {.upto = 499}).conjecture()->tested, std::vector<int64_t>{500});
}

/// Values that take long are given up after counted steps, whatever the clock says; a formula of
/// the user's is then tested on a smaller box.
TEST_F(SearchTest, ValuesEndByCountedSteps) {
  Budget budget;
  const auto values = values_to_test(rule("long"), {}, budget);
  ASSERT_TRUE(values.ok());
  EXPECT_LT(values->size.front(), 400);
  EXPECT_FALSE(budget.spent());
  EXPECT_EQ(law("long").reason(), "its values take too many steps");
}

TEST_F(SearchTest, ValuesToTest) {
  Budget budget;
  EXPECT_EQ(values_to_test(rule("parity"), {.upto = 1}, budget).value(),
            (Sample{{2, 2}, 1, {0, 1, 1, 0}}));
  EXPECT_EQ(values_to_test(rule("parity"), {}, budget).value().size,
            (std::vector<int64_t>{48, 48}));
  EXPECT_EQ(values_to_test(rule("parity"), {.upto = 1'000'000}, budget).error().message(),
            "the box has too many positions");
}

}  // namespace
}  // namespace grundy
