#include "engine/family/subtract_pair.h"

#include <gtest/gtest.h>

#include <vector>

namespace grundy {
namespace {

TEST(SubtractPairTest, TheLawIsThatOfTheDefinition) {
  for (uint64_t a = 1; a <= 50; ++a) {
    for (uint64_t b = a; b <= 50; ++b) {
      std::vector<uint64_t> values;
      for (uint64_t n = 0; n < 3 * (a + b); ++n) {
        uint64_t value = 0;
        const auto has = [&](uint64_t v) {
          return (n >= a && values[n - a] == v) || (n >= b && values[n - b] == v);
        };
        while (has(value)) ++value;
        values.push_back(value);
        ASSERT_EQ(value_of_pair(a, b, Natural(n)), value) << a << " " << b << " " << n;
      }
    }
  }
}

TEST(SubtractPairTest, FarNumbersNeedNoTable) {
  const Natural n = Natural::pow(Natural(10), 30);
  const uint64_t value = value_of_pair(2, 1'000'000'000'000, n);
  const uint64_t first = value_of_pair(2, 1'000'000'000'000, n - Natural(2));
  const uint64_t second = value_of_pair(2, 1'000'000'000'000, n - Natural(1'000'000'000'000));
  uint64_t mex = 0;
  while (mex == first || mex == second) ++mex;
  EXPECT_EQ(value, mex);
}

}  // namespace
}  // namespace grundy
