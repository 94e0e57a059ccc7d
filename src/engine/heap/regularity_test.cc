#include "engine/heap/regularity.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "engine/heap/sequence.h"

namespace grundy::heap {
namespace {

Values values_by(uint64_t end, const std::function<uint64_t(uint64_t)>& g) {
  Values values;
  for (uint64_t n = 0; n < end; ++n) {
    values.make_fit(static_cast<uint32_t>(g(n)));
    values.push(static_cast<uint32_t>(g(n)));
  }
  return values;
}

TEST(Regularity, RulerOfAGame) {
  Sequence sequence(*parse_heap_code("0.2048"));
  Budget budget;
  ASSERT_TRUE(sequence.extend(3000, budget));
  const auto seen = apparent_regularity(sequence.values(), 3000);
  ASSERT_TRUE(seen);
  EXPECT_EQ(
      *seen,
      (Regularity{.preperiod = 6, .period = 13, .saltus = 4, .repeats = {}, .rulers = {{2, 1}}}));
  EXPECT_EQ(describe(*seen, "g"),
            "for n = 13·k + 2, where g(n) is 4·k and a number that only the greatest power of two "
            "tells that divides "
            "k - 1, unless k - 1 is a power of two itself");
  // Too few places of four powers.
  EXPECT_FALSE(apparent_regularity(sequence.values(), 300));
}

TEST(Regularity, SplitSequences) {
  // Of every seven positions two repeat, from 20 on.
  const auto sapp = [](uint64_t n) {
    return n < 20 ? n % 3 : n % 7 == 1 || n % 7 == 4 ? n % 7 : 3 * (n / 7) + n % 7 + 5;
  };
  EXPECT_EQ(
      apparent_regularity(values_by(500, sapp), 500),
      (Regularity{.preperiod = 20, .period = 7, .saltus = 3, .repeats = {1, 4}, .rulers = {}}));
  EXPECT_EQ(describe({20, 7, 3, {1, 4}, {}}, "g"),
            "for n = 1, 4 modulo 7, where it is that of g(n)");
  // One that stops.
  const auto broken = [&](uint64_t n) { return n == 401 ? 1 : sapp(n); };
  EXPECT_FALSE(apparent_regularity(values_by(500, broken), 500));
  // All classes grow, or none: a period, which is not looked for here.
  EXPECT_FALSE(apparent_regularity(values_by(500, [](uint64_t n) { return n / 3; }), 500));
  EXPECT_FALSE(apparent_regularity(values_by(500, [](uint64_t n) { return n % 5; }), 500));
  // Without any law.
  EXPECT_FALSE(apparent_regularity(values_by(500, [](uint64_t n) { return n * n % 101; }), 500));
  EXPECT_FALSE(apparent_regularity(values_by(3, [](uint64_t n) { return n; }), 3));
}

/// What is seen in the first values has to hold for all that are known.
TEST(Regularity, OfManyValues) {
  constexpr uint64_t kMany = 40'000;
  const auto sapp = [](uint64_t n) { return n % 7 == 1 ? 1 : n / 7 + 4; };
  const Regularity expected{.preperiod = 0, .period = 7, .saltus = 1, .repeats = {1}, .rulers = {}};
  const auto seen = apparent(values_by(kMany, sapp), kMany);
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(kind(*seen), "sapp");
  const auto broken = [&](uint64_t n) { return n == kMany - 100 ? 3 : sapp(n); };
  EXPECT_EQ(apparent(values_by(kMany, broken), kMany - 100), expected);
  EXPECT_FALSE(apparent(values_by(kMany, broken), kMany));
}

TEST(Regularity, OfAnyKind) {
  EXPECT_EQ(apparent(values_by(500, [](uint64_t n) { return n / 3; }), 500),
            (Regularity{0, 3, 1, {}, {}}));
  EXPECT_EQ(apparent(values_by(500, [](uint64_t n) { return n < 9 ? 7 : n % 5; }), 500),
            (Regularity{9, 5, 0, {}, {}}));
  EXPECT_EQ(kind(Regularity{9, 5, 0, {}, {}}), "periodic");
  EXPECT_EQ(kind(Regularity{6, 13, 4, {}, {{2, 1}}}), "ruler");
  EXPECT_FALSE(apparent(values_by(500, [](uint64_t n) { return n * n % 101; }), 500));
}

}  // namespace
}  // namespace grundy::heap
