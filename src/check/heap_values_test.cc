#include "check/heap_values.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

HeapCode code(const char* text) { return parse_heap_code(text).value(); }

/// g(0), …, by all pairs of heaps.
std::vector<uint16_t> by_definition(const HeapCode& code, uint64_t count) {
  std::vector<uint16_t> g;
  for (uint64_t n = 0; n < count; ++n) {
    std::vector<bool> seen(1 << 12, false);
    for (uint64_t take = 0; take <= std::min<uint64_t>(n, code.after.size()); ++take) {
      const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
      const uint64_t rest = n - take;
      if (rest == 0 && n > 0 && digit.arrangements(0) != 0) seen[0] = true;
      if (rest > 0 && rest < n && digit.arrangements(1) != 0) seen[g[rest]] = true;
      for (uint64_t a = 1; 2 * a <= rest; ++a) {
        if ((digit.arrangements(2) & (a == rest - a ? kEqual : kDifferent)) != 0)
          seen[g[a] ^ g[rest - a]] = true;
      }
    }
    uint16_t mex = 0;
    while (seen[mex]) ++mex;
    g.push_back(mex);
  }
  return g;
}

TEST(CheckHeapValues, AsDefined) {
  for (const char* text : {"0.77", "0.6", "0.137", "4.007", "0.3122", "4.3"}) {
    const auto values = heap_values(code(text), 400, Budget());
    ASSERT_TRUE(values.ok()) << text;
    EXPECT_EQ(*values, by_definition(code(text), 400)) << text;
  }
}

/// Beyond the first 2^13 positions pairs without a rare member are left out.
TEST(CheckHeapValues, RaresChangeTheTimeOnly) {
  const auto values = heap_values(code("0.77"), 10'000, Budget());
  ASSERT_TRUE(values.ok());
  for (uint64_t n = 8192; n < values->size(); ++n) ASSERT_EQ((*values)[n], (*values)[n - 12]) << n;
}

/// Rare candidates are looked for among the heaps that showed others, which most of them need here.
TEST(CheckHeapValues, RareCandidatesAreFound) {
  const HeapCode game = code("0.376");
  const auto values = heap_values(game, 9000, Budget());
  ASSERT_TRUE(values.ok());
  EXPECT_EQ(*values, by_definition(game, 9000));
}

TEST(CheckHeapValues, WhichCodes) {
  EXPECT_TRUE(leaves_two_heaps(code("0.77")));
  EXPECT_FALSE(leaves_two_heaps(code("0.8")));
  EXPECT_FALSE(leaves_two_heaps(code("0.[3]")));
  EXPECT_EQ(greatest_taken(code("0.137")), 3u);
}

}  // namespace
}  // namespace grundy
