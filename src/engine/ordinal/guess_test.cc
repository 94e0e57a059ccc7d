#include "engine/ordinal/guess.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

/// The formula's values on a box.
Sample sample_of(const Formula& formula, const std::vector<int64_t>& size) {
  Sample sample{size, formula.powers, {}};
  std::vector<int64_t> point(size.size(), 0);
  for (;;) {
    const auto value = evaluate(formula, point).value();
    sample.values.insert(sample.values.end(), value.begin(), value.end());
    size_t i = size.size();
    while (i > 0 && point[i - 1] + 1 == size[i - 1]) point[--i] = 0;
    if (i == 0) return sample;
    ++point[i - 1];
  }
}

TEST(Guess, PiecewiseFormulasAreFoundAgain) {
  std::mt19937_64 random(7);
  const Budget budget;
  const auto number_in = [&](int64_t least, int64_t most) {
    return least + static_cast<int64_t>(random() % static_cast<uint64_t>(most - least + 1));
  };
  int again = 0;
  constexpr int kRounds = 80;
  for (int round = 0; round < kRounds; ++round) {
    Formula formula{2, static_cast<size_t>(number_in(1, 2)), {}};
    const int64_t modulus = number_in(1, 4);
    const auto value = [&] {
      std::vector<AffineValue> result;
      for (size_t j = 0; j < formula.powers; ++j)
        result.push_back({{number_in(0, 2), number_in(0, 2)},
                          number_in(0, 3),
                          number_in(0, 2) == 0 ? modulus : 1,
                          0});
      return result;
    };
    Case first{{{{1, number_in(-2, -1)}, number_in(-3, 3)}}, {}, value()};
    Case second{{}, {{{1, 0}, modulus, number_in(0, modulus - 1)}}, value()};
    formula.cases = {first, second, Case{{}, {}, value()}};
    const Sample sample = sample_of(formula, {20, 20});
    const auto found = guess(sample, modulus, 16, budget);
    ASSERT_TRUE(found.has_value()) << "round " << round;
    EXPECT_FALSE(disagreement(*found, sample).has_value()) << "round " << round;
    again += disagreement(*found, sample_of(formula, {45, 45})).has_value() ? 0 : 1;
    EXPECT_LE(found->cases.size(), 12u) << "round " << round;
  }
  // A sample may leave it open where a region ends.
  EXPECT_GE(again, kRounds * 3 / 4) << again;
}

TEST(Guess, ValuesWithoutALawHaveNoShortFormula) {
  std::mt19937_64 random(1);
  const Budget budget;
  Sample sample{{16, 16}, 1, {}};
  for (int i = 0; i < 256; ++i) sample.values.push_back(static_cast<int64_t>(random() % 50));
  for (int64_t modulus = 1; modulus <= 8; ++modulus)
    EXPECT_FALSE(guess(sample, modulus, 16, budget).has_value());
}

TEST(Guess, EndsByCountedSteps) {
  std::mt19937_64 random(2);
  Sample sample{{12, 12}, 1, {}};
  for (int i = 0; i < 144; ++i) sample.values.push_back(static_cast<int64_t>(random() % 3));
  const Budget whole;
  const Budget enough(whole, 1'000'000);
  const auto found = guess(sample, 1, 144, enough);
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(disagreement(*found, sample).has_value());
  const Budget few(whole, 100);
  EXPECT_FALSE(guess(sample, 1, 144, few).has_value());
  EXPECT_TRUE(few.out_of_steps());
  EXPECT_FALSE(whole.spent());
}

}  // namespace
}  // namespace grundy
