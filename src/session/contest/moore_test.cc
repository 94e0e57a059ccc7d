#include <gtest/gtest.h>

#include <random>

#include "reference/family_positions.h"
#include "reference/level_games.h"
#include "session/contest/contest_test.h"

namespace grundy::contest {
namespace {

using reference::Numbers;

std::string piles_text(const Numbers& piles, uint64_t k) {
  return numbers_text({k, piles.size()}) + numbers_text(piles);
}

TEST(ContestMoore, Examples) {
  EXPECT_EQ(answer_to(moore, "2 3\n3 5 7\n"), "First\n3 3 3\n");
  EXPECT_EQ(answer_to(moore, "2 3\n4 4 4\n"), "Second\n");
  EXPECT_EQ(answer_to(moore, "1 1\n0\n"), "Second\n");
  EXPECT_EQ(answer_to(moore, "2 2\n9223372036854775807 1\n"), "First\n0 0\n");
}

TEST(ContestMoore, AllSmallPositionsAreAsByDefinition) {
  struct World {
    size_t piles;
    uint64_t limit;
  };
  for (const auto& [count, limit] :
       {World{1, 9}, World{2, 9}, World{3, 6}, World{4, 4}, World{5, 2}, World{6, 1}}) {
    for (uint64_t k = 1; k <= count; ++k) {
      const std::vector<uint64_t> values = reference::moore_values(count, limit, k);
      for (size_t index = 0; index < values.size(); ++index) {
        const Numbers piles = reference::position_at(index, count, limit + 1);
        const std::string text = piles_text(piles, k);
        const WordAndNumbers result(answer_to(moore, text));
        ASSERT_EQ(result.word, values[index] == 0 ? "Second" : "First") << text;
        ASSERT_EQ(result.numbers.size(), values[index] == 0 ? 0 : count) << text;
        if (values[index] == 0) continue;
        ASSERT_TRUE(reference::moore_is_legal(reference::naturals(piles),
                                              reference::naturals(result.numbers), k))
            << text;
        ASSERT_EQ(values[reference::index_of(result.numbers, limit + 1)], 0) << text;
      }
    }
  }
}

TEST(ContestMoore, AWinningMoveIsLegalAndLeavesALostPosition) {
  constexpr uint64_t kSeed = 1910;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 10'000; ++round) {
    const size_t count = 1 + random() % 12;
    const uint64_t k = 1 + random() % count;
    Numbers piles(count);
    for (uint64_t& pile : piles)
      pile = random() % 4 == 0 ? random() % 3 : random() >> (1 + random() % 63);
    const std::string text = piles_text(piles, k);
    const WordAndNumbers result(answer_to(moore, text));
    if (result.word == "Second") continue;
    ASSERT_TRUE(reference::moore_is_legal(reference::naturals(piles),
                                          reference::naturals(result.numbers), k))
        << text << "seed " << kSeed;
    ASSERT_EQ(answer_to(moore, piles_text(result.numbers, k)), "Second\n")
        << text << "seed " << kSeed;
  }
}

TEST(ContestMoore, ShowsWhatIsWrong) {
  EXPECT_EQ(
      answer_to(moore, ""),
      "in:1:1: error: expected k and the number of piles, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(moore, "0 2\n1 2\n"),
            "in:1:1: error: k is 0, but a move lowers at least one pile\n  0 2\n  ^~~\n");
  EXPECT_EQ(answer_to(moore, "3 2\n1 2\n"),
            "in:1:1: error: k is 3, but there are only 2 piles\n  3 2\n  ^~~\n");
  EXPECT_EQ(answer_to(moore, "2 1\n1\n"),
            "in:1:1: error: k is 2, but there is only 1 pile\n  2 1\n  ^~~\n");
  EXPECT_EQ(answer_to(moore, "1 0\n"),
            "in:1:1: error: k is 1, but there are only 0 piles\n  1 0\n  ^~~\n");
  EXPECT_EQ(answer_to(moore, "1 2\n"),
            "in:2:1: error: expected the piles, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(moore, "1 2\n7\n"),
            "in:2:2: error: expected 2 pile sizes on a line, found only 1\n  7\n   ^\n");
  EXPECT_EQ(answer_to(moore, "1 2\n7 8 9\n"),
            "in:2:5: error: expected the end of the line after 2 pile sizes, found '9'\n  7 8 9\n  "
            "    ^\n");
  EXPECT_EQ(answer_to(moore, "1 2\n7 -8\n"),
            "in:2:3: error: expected a pile size, found '-8'\n  7 -8\n    ^~\n");
  EXPECT_EQ(answer_to(moore, "1 1\n9223372036854775808\n"),
            "in:2:1: error: a pile size must be below 2^63\n  9223372036854775808\n  "
            "^~~~~~~~~~~~~~~~~~~\n");
  EXPECT_EQ(answer_to(moore, "1 1\n7\n8\n"),
            "in:3:1: error: expected the end of the input, found '8'\n  8\n  ^\n");
}

}  // namespace
}  // namespace grundy::contest
