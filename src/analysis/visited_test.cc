#include "analysis/visited.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

/// A line over the slots a, b (coordinates) and k (a binder).
class VisitedTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(book_.load_text("own.game", "game x(a, b)\n  -> x(a/2, b - k)  for k <= b\n"));
    line_ = &(*book_.rule("x"))->moves[0];
    space_.emplace(context_.get(), *line_, 2);
  }

  static Expr at_most(Expr small, Expr large) {
    return apply(Op::le, {std::move(small), std::move(large)});
  }

  Rulebook book_;
  isl::Context context_ = isl::make_context(100'000);
  const MoveLine* line_ = nullptr;
  std::optional<AffineSpace> space_;
  SmallPoints points_;
};

TEST_F(VisitedTest, SlotsAreNatural) {
  Visited visited(*space_, points_);
  EXPECT_TRUE(visited.implies(at_most(constant(0), slot(2))));
  EXPECT_TRUE(visited.implies(at_most(constant(-3), apply(Op::add, {slot(0), slot(1)}))));
  EXPECT_FALSE(visited.implies(at_most(slot(2), slot(1))));
}

TEST_F(VisitedTest, BoundsLeaveFewerChoices) {
  Visited visited(*space_, points_);
  visited.meet({{0, 1, -1}, 0}, false);  // k <= b
  EXPECT_TRUE(visited.implies(at_most(slot(2), slot(1))));
  EXPECT_FALSE(visited.implies(at_most(slot(1), slot(2))));
  visited.meet({{1, -1, 0}, -2}, false);  // b + 2 <= a
  // Neither of the two alone implies it.
  EXPECT_TRUE(visited.implies({{1, 0, -1}, -2}, false));
  EXPECT_FALSE(visited.implies({{1, 0, -1}, -3}, false));
  EXPECT_TRUE(visited.implies(apply(Op::ne, {slot(0), slot(2)})));
}

TEST_F(VisitedTest, Equalities) {
  Visited visited(*space_, points_);
  visited.meet({{1, 0, -1}, 0}, true);  // k = a
  EXPECT_TRUE(visited.implies({{1, 0, -1}, 0}, true));
  EXPECT_FALSE(visited.implies({{0, 1, -1}, 0}, true));
}

// a/2 is a dimension of its own, of which its bounds are known.
TEST_F(VisitedTest, OpaqueTerms) {
  const Expr& half = line_->parts[0].coordinates[0];
  space_->linear(half);
  Visited visited(*space_, points_);
  EXPECT_TRUE(visited.implies(at_most(half, slot(0))));
  EXPECT_FALSE(visited.implies(at_most(slot(0), half)));
}

TEST_F(VisitedTest, SmallPoints) {
  EXPECT_EQ(points_.of(*space_).size(), 27u);  // three slots from 0 to 2
  EXPECT_EQ(points_.of(*space_)[0].size(), 3u);
  space_->linear(line_->parts[0].coordinates[0]);
  ASSERT_EQ(points_.of(*space_)[2].size(), 4u);
  EXPECT_EQ(points_.of(*space_)[2], (std::vector<int64_t>{2, 0, 0, 1}));
}

}  // namespace
}  // namespace grundy
