#include "engine/heap/period.h"

#include <gtest/gtest.h>

#include <functional>

#include "engine/heap/sequence.h"

namespace grundy::heap {
namespace {

Values values_of(uint64_t count, const std::function<uint32_t(uint64_t)>& g) {
  Values values;
  for (uint64_t n = 0; n < count; ++n) {
    values.make_fit(g(n));
    values.push(g(n));
  }
  return values;
}

Values first_values(const std::string& code, uint64_t count) {
  Sequence sequence(*parse_heap_code(code));
  Budget budget;
  EXPECT_TRUE(sequence.extend(count, budget).ok());
  return values_of(count, [&](uint64_t n) { return sequence.at(n); });
}

TEST(HeapPeriod, WhatTheTheoremNeeds) {
  const auto window_of = [](const char* code, const Period& period) {
    return window(*simple_moves(*parse_heap_code(code)), period);
  };
  const Period even{.preperiod = 10, .period = 12};
  const Period odd{.preperiod = 10, .period = 5};
  EXPECT_EQ(window_of("0.77", even), 2 * 10 + 2 * 12 + 2 + 1u);
  EXPECT_EQ(window_of("0.77", odd), 2 * 10 + 2 * 5 + 2 + 1u);
  EXPECT_EQ(window_of("{2!}.3", even), 2 * 10 + 3 * 12 + 1 + 1u);  // different heaps: one more
  EXPECT_EQ(window_of("{2=}.3", even),
            2 * 10 + 2 * 12 + 1 + 1u);  // equal heaps: an odd period counts twice
  EXPECT_EQ(window_of("{2=}.3", odd), 2 * 10 + 2 * 2 * 5 + 1 + 1u);
}

TEST(HeapPeriod, OfKayles) {
  const Moves moves = *simple_moves(*parse_heap_code("0.77"));
  const Period wanted{.preperiod = 71, .period = 12};
  const uint64_t needed = window(moves, wanted);
  EXPECT_EQ(proved_period(first_values("0.77", needed), moves), wanted);
  EXPECT_EQ(proved_period(first_values("0.77", needed - 1), moves), std::nullopt);
  const Values values = first_values("0.77", 300);
  EXPECT_EQ(exceptions(values, wanted),
            (std::vector<uint64_t>{0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70}));
}

TEST(HeapPeriod, WithoutAShiftThereIsNone) {
  const Moves moves = *simple_moves(*parse_heap_code("0.3"));
  EXPECT_EQ(proved_period(values_of(0, [](uint64_t) { return 0u; }), moves), std::nullopt);
  EXPECT_EQ(
      proved_period(values_of(500, [](uint64_t n) { return static_cast<uint32_t>(n); }), moves),
      std::nullopt);
  const auto zeros = proved_period(values_of(500, [](uint64_t) { return 0u; }), moves);
  ASSERT_TRUE(zeros);
  EXPECT_EQ(*zeros, (Period{.preperiod = 0, .period = 1}));
}

TEST(HeapPeriod, WhatAppears) {
  // 7, 1 and then 0, 1, 2, each turn larger by 4.
  const auto g = [](uint64_t n) {
    return n == 0 ? 7u : n == 1 ? 1u : static_cast<uint32_t>((n - 2) % 3 + (n - 2) / 3 * 4);
  };
  const Values values = values_of(200, g);
  const auto law = apparent_law(values, 200);
  ASSERT_TRUE(law);
  EXPECT_EQ(law->preperiod, 2u);
  EXPECT_EQ(law->period, 3u);
  EXPECT_EQ(law->saltus, 4u);
  EXPECT_EQ(law->values, (std::vector<uint32_t>{7, 1, 0, 1, 2}));
  EXPECT_EQ(exceptions(values, {.preperiod = 2, .period = 3, .saltus = 4}),
            (std::vector<uint64_t>{0, 1}));
  EXPECT_FALSE(apparent_law(values, 10));
  // One value is another one, and values that fall.
  EXPECT_FALSE(apparent_law(values_of(200, [&](uint64_t n) { return n == 199 ? 3u : g(n); }), 200));
  EXPECT_FALSE(
      apparent_law(values_of(200, [](uint64_t n) { return 500 - static_cast<uint32_t>(n); }), 200));
}

}  // namespace
}  // namespace grundy::heap
