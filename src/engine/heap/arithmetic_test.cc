#include "engine/heap/arithmetic.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/heap/kernel/split_sets.h"
#include "engine/heap/sequence.h"
#include "reference/heap_values.h"

namespace grundy::heap {
namespace {

Values values_of(const HeapCode& code, uint64_t end) {
  Values values;
  Budget budget;
  EXPECT_TRUE(SplitSets(code, values).advance(end, budget));
  return values;
}

/// What is claimed of the first values holds as far as `end`; how many of the lengths showed a law.
int claims_hold(const std::string& text, uint64_t end) {
  SCOPED_TRACE(text);
  const HeapCode code = reference::heap_code(text);
  if (simple_moves(code)) return 0;
  const Values values = values_of(code, end);
  Values known;
  int claims = 0;
  for (uint64_t length = 8; length <= end / 3; length += length / 4) {
    while (known.size() < length) {
      known.make_fit(values.at(known.size()));
      known.push(values.at(known.size()));
    }
    const std::optional<Period> law = proved_law_of_many(code, known);
    if (!law) continue;
    ++claims;
    for (uint64_t n = law->preperiod; n + law->period < end; ++n) {
      EXPECT_EQ(values.at(n + law->period), values.at(n) + law->saltus)
          << "seen in " << length << ", at " << n;
      if (testing::Test::HasFailure()) return claims;
    }
  }
  return claims;
}

/// All codes of two hexadecimal digits, and random ones of more.
TEST(ArithmeticPeriod, HoldsFarBeyondWhatShowsIt) {
#ifdef NDEBUG
  constexpr unsigned kStep = 1;
#else
  constexpr unsigned kStep = 13;
#endif
  int games = 0;
  for (unsigned digits = 1; digits < 256; digits += kStep)
    games += claims_hold(fmt::format("0.{:02X}", digits), 600) > 0;
  for (const char* first : {"4", "4!", "4=", "8", "C"}) {
    for (unsigned digits = 1; digits < 16; digits += kStep)
      games += claims_hold(fmt::format("{}.{:X}", first, digits), 600) > 0;
  }
  std::mt19937 random(20260301);
  const std::vector<std::string> digits = {"0", "1", "2", "3",  "8",  "9",  "A",
                                           "C", "F", "B", "4!", "4=", "7!", "D"};
  for (int i = 0; i < (kStep == 1 ? 200 : 10); ++i) {
    std::string text = "0.";
    for (int k = 0; k < 4; ++k) text += digits[random() % digits.size()];
    games += claims_hold(text, 600) > 0;
  }
  EXPECT_GT(games, kStep == 1 ? 150 : 5);
}

/// Codes of up to six heaps, and of any number, with preperiods and without.
TEST(ArithmeticPeriod, HoldsForManyHeaps) {
#ifdef NDEBUG
  constexpr int kGames = 150;
#else
  constexpr int kGames = 12;
#endif
  int games = 0;
  for (const char* text : {"{2,5}.0", "{3+}.0", "0.{0,4}", "0.{0,3,4}", "{2,4}.0", "{4,5}.0"})
    games += claims_hold(text, 600) > 0;
  EXPECT_EQ(games, 6);
  std::mt19937 random(20261129);
  for (int i = 0; i < kGames; ++i) {
    std::string text;
    for (int take = 0; take < 3; ++take) {
      std::string digit;
      for (int heaps = take == 0 ? 2 : 0; heaps <= 6; ++heaps) {
        if (random() % 3 == 0) digit += (digit.empty() ? "" : ",") + std::to_string(heaps);
      }
      if (!digit.empty() && random() % 4 == 0 && digit.back() > '2') digit += "+";
      text += "{" + digit + "}";
      if (take == 0) text += ".";
    }
    games += claims_hold(text, 300) > 0;
  }
  EXPECT_GT(games, kGames / 4);
}

/// Laws that Howse and Nowakowski (Theoretical Computer Science 313, 2004) and Austin (1976) treat
/// by theorems of their own come out here, with a saltus that is a power of two and one that is
/// none.
TEST(ArithmeticPeriod, OfSomeGames) {
  struct Case {
    const char* code;
    Period law;
  };
  for (const auto& [text, law] :
       {Case{"0.8", {1, 3, 1}}, Case{"0.28", {1, 53, 16}}, Case{"0.9C", {28, 36, 16}},
        Case{"0.3F", {0, 6, 3}}, Case{"0.F", {0, 2, 0}}, Case{"0.A", {1, 2, 0}},
        // Cut games of Dailly, Duchêne, Larsson and Paris (2020).
        Case{"{2,5}.0", {1, 24, 8}}, Case{"{2,7}.0", {1, 36, 8}}, Case{"{2,4,6}.0", {1, 2, 0}},
        Case{"{3+}.0", {1, 2, 1}}}) {
    const HeapCode code = reference::heap_code(text);
    Sequence sequence(code);
    Budget budget;
    ASSERT_TRUE(sequence.extend(3000, budget));
    ASSERT_TRUE(sequence.period()) << text;
    EXPECT_EQ(*sequence.period(), law) << text;
    EXPECT_EQ(sequence.state().kernel, "period") << text;
    const Values expected = values_of(code, 3000);
    for (uint64_t n = 0; n < 3000; ++n)
      ASSERT_EQ(sequence.at(n), expected.at(n)) << text << " at " << n;
    EXPECT_EQ(sequence.at(3000 + 1000 * law.period),
              expected.at(3000 - law.period) + 1001 * law.saltus)
        << text;
  }
}

/// A law that is wrong by a little is not shown by the values, nor one of another game.
TEST(ArithmeticPeriod, IsRefused) {
  const HeapCode code = reference::heap_code("0.28");
  std::vector<uint32_t> g(1024);
  values_of(code, 1024).copy(0, g);
  EXPECT_GT(arithmetic_turns(code, g, {1, 53, 16}), 0);
  EXPECT_EQ(arithmetic_turns(code, g, {0, 53, 16}), 0);
  EXPECT_EQ(arithmetic_turns(code, g, {1, 52, 16}), 0);
  EXPECT_EQ(arithmetic_turns(code, g, {1, 53, 15}), 0);
  EXPECT_EQ(arithmetic_turns(code, std::span(g).first(200), {1, 53, 16}), 0);
  // 0.08 has positions with this value among their options, 0.7 does not reach all smaller ones,
  // and 0.[37] repeats.
  for (const char* other : {"0.08", "0.A8", "0.8", "0.7", "0.[37]"}) {
    EXPECT_EQ(arithmetic_turns(reference::heap_code(other), g, {1, 53, 16}), 0) << other;
  }
}

}  // namespace
}  // namespace grundy::heap
