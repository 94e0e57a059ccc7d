#include <gtest/gtest.h>

#include <random>

#include "engine/family/families.h"
#include "reference/family_games.h"

namespace grundy {
namespace {

using reference::list;
using reference::Numbers;

reference::Position stair(const Numbers& coins) {
  return *reference::read(*stair_family(), {}, {list(coins)});
}

TEST(Stair, ValuesAndMovesOfAllSmallPositionsAreThoseOfTheDefinition) {
  Budget budget;
  struct World {
    size_t steps;
    uint64_t bound;
  };
  reference::ByDefinition<Numbers> by_definition(reference::stair_options);
  for (const auto& [steps, bound] :
       {World{1, 9}, World{2, 7}, World{3, 5}, World{4, 4}, World{5, 3}}) {
    uint64_t count = 1;
    for (size_t i = 0; i < steps; ++i) count *= bound;
    for (size_t index = 0; index < count; ++index) {
      const Numbers coins = reference::position_at(index, steps, bound);
      const reference::Position position = stair(coins);
      SCOPED_TRACE(position->to_string());
      const uint64_t value = by_definition.value(coins);
      ASSERT_EQ(*position->value(budget), Ordinal(value));
      ASSERT_EQ(*position->is_lost(Play::normal, budget), value == 0);
      std::map<uint64_t, std::vector<Numbers>> expected;
      for (const Numbers& option : reference::stair_options(coins))
        expected[by_definition.value(option)].push_back(option);
      for (uint64_t target = 0; target < 2 * bound; ++target) {
        std::sort(expected[target].begin(), expected[target].end());
        const Attempt<reference::MoveSet> moves = position->moves_to(Ordinal(target), 100, budget);
        ASSERT_TRUE(moves->all);
        ASSERT_EQ(reference::results(*moves), expected[target]);
      }
    }
  }
}

TEST(Stair, AWinningMoveIsLegalAndLeadsToZero) {
  std::mt19937_64 random(1);
  Budget budget;
  size_t won = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::vector<Natural> coins(1 + random() % 7);
    for (Natural& number : coins) {
      number = Natural(random() % 3 == 0 ? random() : random() % 4);
      if (random() % 8 == 0) number = number << 70;
    }
    const auto odd_steps = [](const std::vector<Natural>& numbers) {
      Natural sum = 0;
      for (size_t i = 0; i < numbers.size(); i += 2) sum = sum ^ numbers[i];
      return sum;
    };
    const reference::Position position = *reference::read(*stair_family(), {}, {{coins, {}}});
    ASSERT_EQ(*position->value(budget), Ordinal(odd_steps(coins)));
    const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 10, budget);
    ASSERT_EQ(moves->moves.empty(), odd_steps(coins).is_zero());
    for (const reference::Move& move : moves->moves) {
      ++won;
      const std::vector<Natural> after = reference::numbers_in(move.to);
      ASSERT_EQ(after.size(), coins.size());
      ASSERT_TRUE(odd_steps(after).is_zero());
      size_t from = coins.size() - 1;
      while (coins[from] == after[from]) --from;  // the highest step that changes gives the coins
      ASSERT_LT(after[from], coins[from]);
      std::vector<Natural> expected = coins;
      expected[from] = after[from];
      if (from > 0) expected[from - 1] = coins[from - 1] + (coins[from] - after[from]);
      ASSERT_EQ(after, expected);
    }
  }
  EXPECT_GT(won, 50'000u);
}

TEST(Stair, SaysWhatItDoes) {
  Budget budget;
  const reference::Position position = stair({3, 1, 4});
  EXPECT_EQ(position->to_string(), "stair([3, 1, 4])");
  EXPECT_EQ(position->value(budget)->to_string(), "7");
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 2u);
  EXPECT_EQ(moves->moves[0].to, "stair([4, 0, 4])");
  EXPECT_EQ(moves->moves[0].how, "1 coin from step 2 to step 1");
  EXPECT_EQ(moves->moves[1].to, "stair([3, 2, 3])");
  EXPECT_EQ(moves->moves[1].how, "1 coin from step 3 to step 2");
  EXPECT_EQ(stair({2, 7})->winning_moves(Play::normal, 1, budget)->moves[0].how,
            "2 coins from step 1 to the ground");
  const Attempt<reference::MoveSet> one =
      stair({2, 0, 2, 0, 1, 0, 1, 0, 3})->moves_to(Ordinal(1), 1, budget);
  EXPECT_EQ(one->moves.size(), 1u);
  EXPECT_FALSE(one->all);
  EXPECT_TRUE(position->moves_to(*Ordinal::parse("w"), 16, budget)->moves.empty());
  EXPECT_TRUE(position->moves_to(Ordinal(7), 16, budget)->moves.empty());
  EXPECT_TRUE(position->explanation().ends_with("  step 1: 3\n  step 3: 4\nValue: 3 ⊕ 4 = 7\n"))
      << position->explanation();
}

TEST(Stair, AMillionSteps) {
  Budget budget;
  std::string text;
  for (size_t i = 1; i <= 1'000'000; ++i) text += std::to_string(i) + "\n";
  const reference::TemporaryFile file(text);
  const reference::Position position =
      *reference::read(*stair_family(), {}, {reference::file(file.path())});
  uint64_t value = 0;
  for (uint64_t i = 1; i <= 1'000'000; i += 2) value ^= i;
  EXPECT_EQ(*position->value(budget), Ordinal(value));
  EXPECT_LT(position->to_string().size(), 400u);
  const Attempt<reference::MoveSet> moves = position->moves_to(Ordinal(value ^ 64), 16, budget);
  EXPECT_EQ(moves->moves.size(), 16u);
  EXPECT_FALSE(moves->all);
  EXPECT_EQ(moves->moves[0].how, "64 coins from step 64 to step 63");
}

TEST(Stair, RefusesWrongInputAndMisere) {
  Budget budget;
  const Family& game = *stair_family();
  EXPECT_EQ(stair({1})->is_lost(Play::misere, budget).error().kind, Error::Kind::declined);
  EXPECT_EQ(stair({1})->winning_moves(Play::misere, 1, budget).error().kind, Error::Kind::declined);
  EXPECT_NE(reference::refusal(game, {}, {}), "");
  EXPECT_NE(reference::refusal(game, {}, {{Natural(3), {}}}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::rows({{1, 2}, {3}})}), "");
  EXPECT_NE(reference::refusal(game, {reference::parameter("k", 1)}, {list({1})}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::file("no/such/file")}).find("no/such/file"),
            std::string::npos);
  const reference::TemporaryFile file("3\n2x\n");
  EXPECT_NE(reference::refusal(game, {}, {reference::file(file.path())}).find(file.path() + ":2:1"),
            std::string::npos);
}

TEST(Stair, NoCoinsAreLost) {
  Budget budget;
  const reference::TemporaryFile file("# nothing\n");
  for (const Argument& argument :
       {list({}), list({0, 0}), list({0, 5}), reference::file(file.path())}) {
    const reference::Position position = *reference::read(*stair_family(), {}, {argument});
    EXPECT_TRUE(position->value(budget)->is_zero());
    EXPECT_TRUE(position->winning_moves(Play::normal, 4, budget)->moves.empty());
    EXPECT_TRUE(
        position->explanation().ends_with("There are no coins on odd steps: the value is 0.\n"));
  }
}

}  // namespace
}  // namespace grundy
