#include "engine/ordinal/slices.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

Slices found(isl_ctx* context, const char* moves, std::vector<size_t> order, size_t powers) {
  const isl::Map relation(isl_map_read_from_str(context, moves));
  SlicesLimits limits;
  limits.powers = powers;
  limits.slices = 6;
  Budget budget;
  Slices slices(relation, std::move(order), limits);
  EXPECT_TRUE(slices.search(budget).ok());
  return slices;
}

std::vector<int64_t> at(const Formula& formula, std::vector<int64_t> point) { return evaluate(formula, point).value(); }

TEST(Slices, InfinitelyManyMoves) {
  const isl::Context context = isl::make_context(50'000'000);
  const Slices slices = found(
      context.get(), "{ [m, n] -> [m, k] : m >= 0 and 0 <= k < n; [m, n] -> [m - 1, k] : m > 0 and n >= 0 and k >= n }",
      {0, 1}, 2);
  ASSERT_TRUE(slices.whole().has_value());
  for (int64_t m = 0; m < 12; ++m) {
    for (int64_t n = 0; n < 30; ++n) {
      const std::vector<int64_t> wanted = n >= m ? std::vector<int64_t>{0, n - m} : std::vector<int64_t>{1, m - 1 - n};
      EXPECT_EQ(at(*slices.whole(), {m, n}), wanted);
    }
  }
}

TEST(Slices, OrderOfCoordinates) {
  // The column on the left is the second coordinate.
  const isl::Context context = isl::make_context(50'000'000);
  const Slices slices = found(
      context.get(),
      "{ [n, m] -> [k, m] : m >= 0 and 0 <= k < n; [n, m] -> [k, l] : 0 <= l < m and n >= 0 and k >= 0 }", {1, 0}, 2);
  ASSERT_TRUE(slices.whole().has_value());
  EXPECT_EQ(at(*slices.whole(), {7, 3}), (std::vector<int64_t>{3, 7}));
}

TEST(Slices, WithoutAFormulaForAllTheSlicesRemain) {
  // Stones and pebbles.
  const isl::Context context = isl::make_context(50'000'000);
  const Slices slices = found(context.get(),
                              "{ [b, s] -> [b, t] : b >= 0 and 0 <= t < s; "
                              "[b, s] -> [c, t] : 0 <= c < b and s >= 0 and t >= b - c }",
                              {0, 1}, 2);
  EXPECT_FALSE(slices.whole().has_value());
  EXPECT_FALSE(slices.reason().empty());
  ASSERT_GE(slices.slices().size(), 4u);
  for (int64_t b = 0; b < 4; ++b) {
    for (int64_t s = b; s < 20; ++s)
      EXPECT_EQ(at(slices.slices()[static_cast<size_t>(b)], {b, s}), (std::vector<int64_t>{b, s - b}));
  }
}

TEST(Slices, TheBudgetIsAsked) {
  const isl::Context context = isl::make_context(50'000'000);
  const isl::Map relation(isl_map_read_from_str(context.get(), "{ [n] -> [k] : 0 <= k < n }"));
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  EXPECT_FALSE(Slices(relation, {0}, {}).search(budget).ok());
}

}  // namespace
}  // namespace grundy
