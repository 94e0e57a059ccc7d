#include "value/law.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

TEST(Law, ValuesAndPlacesAgreeWithTheSequenceWrittenOut) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    Law law;
    law.preperiod = random() % 6;
    law.period = 1 + random() % 6;
    law.saltus = random() % 4;
    for (uint64_t i = 0; i < law.preperiod + law.period; ++i)
      law.values.push_back(static_cast<uint32_t>(random() % 7));
    std::vector<uint64_t> sequence(law.values.begin(), law.values.end());
    while (sequence.size() < 80)
      sequence.push_back(sequence[sequence.size() - law.period] + law.saltus);
    for (uint64_t n = 0; n < sequence.size(); ++n) EXPECT_EQ(law.at(n), Natural(sequence[n]));
    for (uint64_t value = 0; value < 12; ++value) {
      std::vector<Natural> wanted;
      for (uint64_t n = 0; n < 60; ++n) {
        if (sequence[n] == value) wanted.emplace_back(n);
      }
      bool all = false;
      EXPECT_EQ(law.places(value, 60, 100, all), wanted);
      EXPECT_TRUE(all);
      const size_t few = random() % 4;
      const std::vector<Natural> some = law.places(value, 60, few, all);
      EXPECT_EQ(all, wanted.size() <= few);
      if (all) {
        EXPECT_EQ(some, wanted);
      } else {
        EXPECT_EQ(some, std::vector<Natural>(wanted.begin(),
                                             wanted.begin() + static_cast<std::ptrdiff_t>(few)));
      }
    }
  }
}

TEST(Law, NumbersOfAnySize) {
  const Law law{2, 3, 5, {9, 9, 0, 1, 2}};
  const Natural n = Natural::pow(10, 40) * 3 + 2;
  EXPECT_EQ(law.at(n), Natural::pow(10, 40) * 5);
  bool all = false;
  EXPECT_EQ(law.places(Natural::pow(10, 40) * 5, n + 1, 10, all), std::vector<Natural>{n});
  EXPECT_TRUE(law.places(Natural::pow(10, 40) * 5, n, 10, all).empty());
}

TEST(Law, RepeatedWindow) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::vector<uint32_t> sequence(random() % 30);
    const uint64_t letters = 1 + random() % 3;
    for (uint32_t& term : sequence) term = static_cast<uint32_t>(random() % letters);
    const uint64_t window = 1 + random() % 8;
    std::optional<uint64_t> wanted;
    for (uint64_t p = 1; p + window <= sequence.size() && !wanted; ++p) {
      bool same = true;
      for (uint64_t i = 0; i < window; ++i) {
        same = same && sequence[sequence.size() - 1 - i] == sequence[sequence.size() - 1 - i - p];
      }
      if (same) wanted = p;
    }
    EXPECT_EQ(repeated_window<uint32_t>(sequence, window), wanted);
  }
}

}  // namespace
}  // namespace grundy
