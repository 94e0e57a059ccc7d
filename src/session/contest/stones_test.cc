#include "engine/family/stones.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "reference/stones.h"
#include "session/contest/contest_test.h"

namespace grundy::contest {
namespace {

using Heaps = std::vector<StonesPosition>;

std::string heaps_text(const Natural& K, const Heaps& heaps) {
  std::string text = K.to_string() + " " + std::to_string(heaps.size()) + "\n";
  for (const StonesPosition& heap : heaps)
    text += heap.stones.to_string() + " " + heap.pebbles.to_string() + "\n";
  return text;
}

/// The heaps after the move that an answer gives, which must be legal; nothing when the second
/// player wins.
std::optional<Heaps> after_move(const Natural& K, const Heaps& heaps, const std::string& answer) {
  if (answer == "Second\n") return std::nullopt;
  std::istringstream in(answer);
  std::string word, b, s;
  size_t number = 0;
  in >> word >> number >> b >> s;
  EXPECT_EQ(word, "First") << answer;
  EXPECT_TRUE(1 <= number && number <= heaps.size()) << answer;
  if (number < 1 || number > heaps.size()) return std::nullopt;
  Heaps after = heaps;
  after[number - 1] = {*Natural::parse(b), *Natural::parse(s)};
  EXPECT_EQ(answer, "First\n" + std::to_string(number) + " " + b + " " + s + "\n");
  const StonesPosition& from = heaps[number - 1];
  const StonesPosition& to = after[number - 1];
  EXPECT_TRUE(to.stones == from.stones
                  ? to.pebbles < from.pebbles
                  : to.stones < from.stones && to.pebbles >= (from.stones - to.stones) * K)
      << heaps_text(K, heaps) << answer;
  return after;
}

/// The heaps of up to `stones` stones and `pebbles` pebbles.
Heaps all_heaps(uint64_t stones, uint64_t pebbles) {
  Heaps heaps;
  for (uint64_t b = 0; b <= stones; ++b)
    for (uint64_t s = 0; s <= pebbles; ++s) heaps.push_back({b, s});
  return heaps;
}

Ordinal value_by_definition(const reference::StonesByDefinition& definition, const Heaps& heaps) {
  Ordinal sum;
  for (const auto& [b, s] : heaps) sum = nim_sum(sum, definition.value(b.small(), s.small()));
  return sum;
}

TEST(ContestStones, Examples) {
  EXPECT_EQ(answer_to(stones, "2 1\n4 7\n"), "First\n1 4 0\n");
  EXPECT_EQ(answer_to(stones, "2 2\n4 7\n0 3\n"), "First\n1 4 3\n");
  EXPECT_EQ(answer_to(stones, "2 2\n4 7\n4 7\n"), "Second\n");
  EXPECT_EQ(answer_to(stones, "1 0\n"), "Second\n");
  EXPECT_EQ(answer_to(stones, "5 1\n0 0\n"), "Second\n");
}

TEST(ContestStones, SumsOfTwoSmallHeapsAreAsByDefinition) {
  for (uint64_t K = 1; K <= 3; ++K) {
    const reference::StonesByDefinition definition(K, 4);
    const Heaps heaps = all_heaps(4, 4 * K + 2);
    for (const StonesPosition& a : heaps) {
      for (const StonesPosition& b : heaps) {
        const std::string result = answer_to(stones, heaps_text(K, {a, b}));
        ASSERT_EQ(result == "Second\n", value_by_definition(definition, {a, b}).is_zero())
            << heaps_text(K, {a, b});
        if (const std::optional<Heaps> after = after_move(K, {a, b}, result)) {
          ASSERT_TRUE(value_by_definition(definition, *after).is_zero())
              << heaps_text(K, {a, b}) << result;
        }
      }
    }
  }
}

TEST(ContestStones, SumsOfManyHeapsOfAnySize) {
  constexpr uint64_t kSeed = 607;
  std::mt19937_64 random(kSeed);
  const auto number = [&](size_t digits) {
    std::string text;
    for (size_t i = 1 + random() % digits; i > 0; --i)
      text += static_cast<char>('0' + random() % 10);
    return *Natural::parse(text);
  };
  for (const size_t digits : {1, 3, 18, 25, 200}) {
    for (int round = 0; round < 300; ++round) {
      const Natural K = number(1 + random() % digits) + 1;
      Heaps heaps(1 + random() % 6);
      for (StonesPosition& heap : heaps) {
        heap.stones = number(digits);
        heap.pebbles = (heap.stones * K + 1) * number(3) / 900;
      }
      const std::optional<Heaps> after =
          after_move(K, heaps, answer_to(stones, heaps_text(K, heaps)));
      Ordinal sum;
      for (const auto& [b, s] : after.value_or(heaps)) sum = nim_sum(sum, stones_value(K, b, s));
      ASSERT_TRUE(sum.is_zero()) << heaps_text(K, heaps) << "seed " << kSeed;
    }
  }
}

// So many that whole rows of the table are computed.
TEST(ContestStones, SumsOfVeryManyHeaps) {
  constexpr uint64_t kSeed = 608;
  std::mt19937_64 random(kSeed);
  for (const uint64_t most : {3, 100, 5000}) {
    const Natural K = 1 + random() % 3;
    Heaps heaps(20'000);
    for (StonesPosition& heap : heaps) {
      const uint64_t b = random() % (most + 1);
      heap = {b, random() % (K.small() * b + 3)};
    }
    Ordinal sum;
    for (const auto& [b, s] : heaps) sum = nim_sum(sum, stones_value(K, b, s));
    ASSERT_FALSE(sum.is_zero()) << "seed " << kSeed;
    const std::string text = heaps_text(K, heaps);
    const std::optional<Heaps> after = after_move(K, heaps, answer_to(stones, text));
    ASSERT_TRUE(after);
    Ordinal sum_after;
    for (const auto& [b, s] : *after) sum_after = nim_sum(sum_after, stones_value(K, b, s));
    ASSERT_TRUE(sum_after.is_zero()) << "seed " << kSeed;

    // Without memory for the rows it is the same.
    Budget budget;
    budget.set_memory_limit(heaps.size() * 64);
    NumberReader reader(text, "in", budget);
    EXPECT_EQ(*stones(reader), answer_to(stones, text));
  }
}

// "Only the pebbles count: whoever takes stones adds pebbles, and that is answered by taking them."
TEST(ContestStones, CountingPebblesOnlyIsWrong) {
  const reference::StonesByDefinition definition(1, 1);
  std::vector<std::string> failures;
  for (const StonesPosition& a : all_heaps(1, 1)) {
    for (const StonesPosition& b : all_heaps(1, 1)) {
      // The least counterexample, by the number of stones and pebbles: all pairs with up to three
      // of them.
      if (a.stones + a.pebbles + b.stones + b.pebbles > Natural(3) || a.stones > b.stones) continue;
      if ((a.pebbles == b.pebbles) != value_by_definition(definition, {a, b}).is_zero())
        failures.push_back(heaps_text(1, {a, b}));
    }
  }
  EXPECT_EQ(failures, std::vector<std::string>{"1 2\n0 1\n1 1\n"});
}

TEST(ContestStones, ShowsWhatIsWrong) {
  EXPECT_EQ(
      answer_to(stones, ""),
      "in:1:1: error: expected K and the number of heaps, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(stones, "0 1\n1 1\n"),
            "in:1:1: error: K is 0, but at least one pebble is left for each stone taken\n  0 1\n  "
            "^~~\n");
  EXPECT_EQ(answer_to(stones, "1\n1 1\n"),
            "in:1:2: error: expected 2 numbers on a line, found only 1\n  1\n   ^\n");
  EXPECT_EQ(answer_to(stones, "1 2\n1 1\n"),
            "in:3:1: error: expected a heap, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(stones, "1 2\n1 1\n2\n"),
            "in:3:2: error: expected 2 numbers on a line, found only 1\n  2\n   ^\n");
  EXPECT_EQ(
      answer_to(stones, "1 1\n1 1 1\n"),
      "in:2:5: error: expected the end of the line after 2 numbers, found '1'\n  1 1 1\n      ^\n");
  EXPECT_EQ(answer_to(stones, "1 1\n1 -1\n"),
            "in:2:3: error: expected a number, found '-1'\n  1 -1\n    ^~\n");
  EXPECT_EQ(answer_to(stones, "1 1\n1 1\n1 1\n"),
            "in:3:1: error: expected the end of the input, found '1'\n  1 1\n  ^\n");
  EXPECT_EQ(answer_to(stones, "1 99999999999999999999999\n1 1\n"),
            "in:3:1: error: expected a heap, found the end of the file\n  \n  ^\n");
}

}  // namespace
}  // namespace grundy::contest
