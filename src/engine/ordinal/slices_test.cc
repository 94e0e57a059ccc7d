#include "engine/ordinal/slices.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/ordinal/formula_text.h"

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

std::vector<int64_t> at(const Formula& formula, std::vector<int64_t> point) {
  return evaluate(formula, point).value();
}

TEST(Slices, InfinitelyManyMoves) {
  const isl::Context context = isl::make_context(50'000'000);
  const Slices slices = found(context.get(),
                              "{ [m, n] -> [m, k] : m >= 0 and 0 <= k < n; [m, n] -> [m - 1, k] : "
                              "m > 0 and n >= 0 and k >= n }",
                              {0, 1}, 2);
  ASSERT_TRUE(slices.whole().has_value());
  for (int64_t m = 0; m < 12; ++m) {
    for (int64_t n = 0; n < 30; ++n) {
      const std::vector<int64_t> wanted =
          n >= m ? std::vector<int64_t>{0, n - m} : std::vector<int64_t>{1, m - 1 - n};
      EXPECT_EQ(at(*slices.whole(), {m, n}), wanted);
    }
  }
}

TEST(Slices, OrderOfCoordinates) {
  // The column on the left is the second coordinate.
  const isl::Context context = isl::make_context(50'000'000);
  const Slices slices = found(context.get(),
                              "{ [n, m] -> [k, m] : m >= 0 and 0 <= k < n; [n, m] -> [k, l] : 0 <= "
                              "l < m and n >= 0 and k >= 0 }",
                              {1, 0}, 2);
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
      EXPECT_EQ(at(slices.slices()[static_cast<size_t>(b)], {b, s}),
                (std::vector<int64_t>{b, s - b}));
  }
}

constexpr const char* kStones =
    "{ [b, s] -> [b, t] : b >= 0 and 0 <= t < s; [b, s] -> [c, t] : 0 <= c < b and s >= 0 and t >= "
    "b - c }";

/// What a search within the limits finds, in words.
std::string slices_within(unsigned long operations, uint64_t steps) {
  const isl::Context context = isl::make_context(50'000'000);
  SlicesLimits limits;
  limits.powers = 2;
  limits.slices = 6;
  limits.operations = operations;
  limits.steps = steps;
  Slices slices(isl::Map(isl_map_read_from_str(context.get(), kStones)), {0, 1}, limits);
  Budget budget;
  EXPECT_TRUE(slices.search(budget).ok());
  EXPECT_FALSE(slices.whole().has_value());
  std::string text = slices.reason();
  for (const Formula& formula : slices.slices()) {
    text += "\n";
    for (size_t i = 0; i < formula.cases.size(); ++i) {
      text +=
          fmt::format("{}{} if {}", i == 0 ? "" : "; ", value_text(formula.cases[i], {"b", "s"}),
                      condition_text(formula, i, {"b", "s"}));
    }
  }
  return text;
}

TEST(Slices, InWords) {
  EXPECT_EQ(slices_within(12'000'000, 15'000'000),
            "no formula was found for all slices at once: no guess could be proved\n"
            "s if always\n"
            "ω + s - 1 if s >= 1; 0 if s = 0\n"
            "ω·2 + s - 2 if s >= 2; s if s <= 1\n"
            "ω·3 + s - 3 if s >= 3; 2·s if s <= 1; ω if otherwise\n"
            "ω·4 + s - 4 if s >= 4; s if s <= 1; ω·(s - 2) + 7 - 2·s if otherwise\n"
            "2·s if s <= 2; ω·5 + s - 5 if s >= 5; ω·(s - 2) + 8 - 2·s if otherwise");
}

/// The search ends by counted steps, and what it has found by then is a beginning of all that there
/// is.
TEST(Slices, EndsByCountedSteps) {
  const auto slices_of = [](const std::string& text) { return text.substr(text.find('\n') + 1); };
  const std::string all = slices_of(slices_within(12'000'000, 15'000'000));
  EXPECT_EQ(slices_within(100, 15'000'000), "too many steps of isl");
  for (const unsigned long operations : {1'000UL, 5'000UL, 20'000UL, 50'000UL, 100'000UL}) {
    const std::string some = slices_within(operations, 15'000'000);
    EXPECT_EQ(some, slices_within(operations, 15'000'000)) << operations;
    if (some.find('\n') == std::string::npos) continue;
    EXPECT_TRUE(all.starts_with(slices_of(some))) << operations;
  }
  for (const uint64_t steps : {1U, 100U, 1'000U, 10'000U}) {
    const std::string some = slices_within(12'000'000, steps);
    if (some.find('\n') == std::string::npos) continue;
    EXPECT_TRUE(all.starts_with(slices_of(some))) << steps;
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
