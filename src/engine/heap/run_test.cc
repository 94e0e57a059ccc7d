#include "engine/heap/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/heap_values.h"

namespace grundy::heap {
namespace {

TEST(Run, StopsWhenThePeriodIsProved) {
  Budget budget;
  heap::Run run(reference::heap_code("0.77"));
  ASSERT_TRUE(run.advance(1'000'000'000'000, budget));
  ASSERT_TRUE(run.period());
  EXPECT_EQ(*run.period(), (Period{71, 12}));
  EXPECT_LT(run.sequence().size(), 1000u);
  EXPECT_TRUE(run.knows(1'000'000'000'000));
  // Kayles from 72 on, by n modulo 12 (Winning Ways).
  const uint32_t law[12] = {4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7};
  for (uint64_t n = 999'999'999'000; n < 999'999'999'100; ++n)
    EXPECT_EQ(run.at(n), law[n % 12]) << n;
}

/// All octal codes of two digits: what the law says beyond what was computed is what is computed
/// there.
TEST(Run, TheLawIsTheSequence) {
  Budget budget;
  int periodic = 0;
  for (unsigned first : {0U, 4U}) {
    for (unsigned digits = 0; digits < 64; ++digits) {
      const HeapCode code = reference::heap_code(fmt::format("{}.{:02o}", first, digits));
      heap::Run run(code);
      ASSERT_TRUE(run.advance(2048, budget));
      if (!run.period()) continue;
      ++periodic;
      Sequence longer(code);
      ASSERT_TRUE(longer.extend(3000, budget));
      for (uint64_t n = 0; n < 3000; ++n)
        ASSERT_EQ(run.at(n), longer.at(n)) << code.text() << " at " << n;
    }
  }
  EXPECT_GT(periodic, 60);
}

TEST(Run, FindsThePeriodOfValuesThatItWasGiven) {
  Budget budget;
  for (const uint64_t known : {170, 300, 1000}) {
    heap::Run whole(reference::heap_code("0.77"));
    ASSERT_TRUE(whole.advance(known, budget));
    std::vector<uint32_t> values;
    for (uint64_t n = 0; n < known; ++n) values.push_back(whole.at(n));
    heap::Run given(reference::heap_code("0.77"));
    ASSERT_TRUE(given.sequence().append(values, budget));
    ASSERT_TRUE(given.advance(100, budget));
    EXPECT_EQ(given.period(), (Period{71, 12})) << known;
    EXPECT_EQ(given.sequence().size(), known);
  }
}

TEST(Run, VisitsAllValuesInOrder) {
  Budget budget;
  for (const uint64_t end : {0, 1, 100, 65536, 65537, 200'000}) {
    heap::Run run(reference::heap_code("0.07"));
    ASSERT_TRUE(run.advance(end, budget));
    uint64_t n = 0;
    const auto visited = run.for_each(end, [&](std::span<const uint32_t> values) -> Attempt<void> {
      for (const uint32_t value : values) EXPECT_EQ(value, run.at(n++));
      return {};
    });
    EXPECT_TRUE(visited);
    EXPECT_EQ(n, end);
  }
}

TEST(Run, PausesEndItOrLetItGoOn) {
  Budget budget;
  heap::Run run(reference::heap_code("0.06"));
  int pauses = 0;
  const auto count = [&pauses]() -> Attempt<void> {
    if (++pauses == 3) return Error::input("enough");
    return {};
  };
  const auto stopped = run.advance(5000, budget, count);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message(), "enough");
  const uint64_t known = run.sequence().size();
  EXPECT_LT(known, 5000u);
  EXPECT_GT(known, 0u);
  ASSERT_TRUE(run.advance(5000, budget, count));
  EXPECT_GE(run.sequence().size(), 5000u);
}

}  // namespace
}  // namespace grundy::heap
