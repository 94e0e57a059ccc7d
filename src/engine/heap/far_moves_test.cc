#include "engine/heap/far_moves.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace grundy::heap {
namespace {

using Pair = std::pair<uint64_t, uint64_t>;  // the greater heap first

/// All that for_each_split() stands for.
std::multiset<Pair> found(const HeapCode& code, const KnownValues& values, uint64_t heap,
                          uint64_t value) {
  Budget budget;
  std::multiset<Pair> result;
  const auto ended = for_each_split(code, values, heap, value, budget, [&](const Splits& group) {
    EXPECT_FALSE(group.count.is_zero());
    for (uint64_t k = 0; k < group.count.small(); ++k) {
      const uint64_t a = group.first.small() + k * group.step.small();
      result.insert({group.left.small() - a, a});
    }
    return true;
  });
  EXPECT_TRUE(ended.ok());
  return result;
}

/// By a look at each split.
std::multiset<Pair> listed(const HeapCode& code, const KnownValues& values, uint64_t heap,
                           uint64_t value) {
  std::multiset<Pair> result;
  const auto look = [&](const HeapDigit& digit, uint64_t left) {
    if (digit.allows(std::vector<uint64_t>{left}) && values.at(left) == Natural(value))
      result.insert({left, 0});
    for (uint64_t a = 1; 2 * a <= left; ++a) {
      if ((values.at(a) ^ values.at(left - a)) == Natural(value) &&
          digit.allows(std::vector<uint64_t>{a, left - a}))
        result.insert({left - a, a});
    }
  };
  for (size_t i = 0; i < code.before.size(); ++i) look(code.before[i], heap + i);
  for (size_t j = 0; j < code.after.size(); ++j) look(code.after[j], heap - j - 1);
  return result;
}

TEST(FarMoves, AreThoseThatALookAtEachSplitFinds) {
  size_t moves = 0;
  for (const char* text : {"0.77", "0.137", "0.07", "0.156", "4.07", "0.3333", "0.4", "0.44",
                           "0.6!7", "0.0{2!}7", "0.2=", "0.1{2=}3", "10.03", "0.17"}) {
    const auto code = parse_heap_code(text);
    ASSERT_TRUE(code.ok()) << text << ": " << code.error().to_string();
    KnownValues values(*code);
    Budget budget;
    ASSERT_TRUE(values.extend_to(11'000, budget).ok()) << text;
    if (!values.period() || values.period()->saltus > 0) continue;
    for (const uint64_t heap : {10'000, 10'013}) {
      ASSERT_TRUE(finds_far_moves(*code, values, heap)) << text;
      for (const uint64_t value : {0, 1, 3, 9}) {
        SCOPED_TRACE(fmt::format("{} from {} to value {}", text, heap, value));
        const auto all = found(*code, values, heap, value);
        EXPECT_EQ(all, listed(*code, values, heap, value));
        moves += all.size();
      }
    }
  }
  EXPECT_GT(moves, 1'000u);
}

TEST(FarMoves, AreCountedAtAnySize) {
  const auto code = parse_heap_code("0.77");
  KnownValues values(*code);
  Budget budget;
  const Natural heap = Natural::pow(10, 30);
  ASSERT_TRUE(values.extend_to(heap, budget).ok());
  ASSERT_TRUE(finds_far_moves(*code, values, heap));
  Natural splits;
  for (uint64_t value = 0; value <= 15; ++value) {
    ASSERT_TRUE(for_each_split(*code, values, heap, value, budget, [&](const Splits& group) {
                  splits = splits + group.count;
                  return true;
                }).ok());
  }
  // One or two pins: heap - 1 leaves the pairs from 0 to (heap - 2)/2, heap - 2 those from 0 to
  // (heap - 2)/2.
  EXPECT_EQ(splits, heap);
}

TEST(FarMoves, AreNotForNearHeapsNorManyParts) {
  Budget budget;
  for (const char* text : {"0.37", "0.8", "0.[7]"}) {
    const auto code = parse_heap_code(text);
    ASSERT_TRUE(code.ok()) << text;
    KnownValues values(*code);
    ASSERT_TRUE(values.extend_to(2000, budget).ok()) << text;
    EXPECT_FALSE(finds_far_moves(*code, values, text == std::string("0.37") ? 2000 : 1'000'000))
        << text;
  }
}

}  // namespace
}  // namespace grundy::heap
