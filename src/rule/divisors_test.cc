#include "rule/divisors.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

TEST(DivisorsBetween, AreThoseByTrial) {
  for (int64_t n = 1; n <= 3000; ++n) {
    std::vector<int64_t> expected;
    for (int64_t d = 2; d < n; ++d) {
      if (n % d == 0) expected.push_back(d);
    }
    EXPECT_EQ(divisors_between(n, 2, n - 1), expected) << n;
  }
}

TEST(DivisorsBetween, OfGreatNumbers) {
  using List = std::vector<int64_t>;
  EXPECT_EQ(divisors_between(1'000'000'007LL * 998'244'353, 1, INT64_MAX),
            (List{1, 998'244'353, 1'000'000'007, 1'000'000'007LL * 998'244'353}));
  EXPECT_EQ(divisors_between(999'999'937LL * 999'999'937, 2, INT64_MAX),
            (List{999'999'937, 999'999'937LL * 999'999'937}));
  EXPECT_EQ(divisors_between(1'000'000'000'000'000'003, 1, INT64_MAX),
            (List{1, 1'000'000'000'000'000'003}));
  EXPECT_EQ(divisors_between(1LL << 62, 1, INT64_MAX).size(), 63U);
  EXPECT_EQ(divisors_between(897'612'484'786'617'600, 1, INT64_MAX).size(), 103'680U);
}

}  // namespace
}  // namespace grundy
