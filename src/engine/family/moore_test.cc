#include "engine/family/moore.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/family/families.h"
#include "reference/family_positions.h"
#include "reference/level_games.h"

namespace grundy {
namespace {

using reference::list;
using reference::Numbers;
using reference::parameter;

struct MooreWorld {
  size_t piles;
  uint64_t limit;
};
constexpr MooreWorld kWorlds[] = {{1, 9}, {2, 9}, {3, 6}, {4, 4}, {5, 2}, {6, 1}};

reference::Position moore(const Numbers& piles, uint64_t k) {
  return *reference::read(*moore_family(), {parameter("k", k)}, {list(piles)});
}

Numbers after(Numbers piles, const std::vector<Change<uint64_t>>& changes) {
  for (const Change<uint64_t>& change : changes) piles[change.place] = change.to;
  return piles;
}

bool is_legal(const Numbers& before, const Numbers& result, uint64_t k) {
  return reference::moore_is_legal(reference::naturals(before), reference::naturals(result), k);
}

TEST(Moore, OutcomesAndMovesOfAllSmallPositionsAreThoseOfTheDefinition) {
  Budget budget;
  for (const auto& [count, limit] : kWorlds) {
    for (uint64_t k = 1; k <= count; ++k) {
      const std::vector<uint64_t> values = reference::moore_values(count, limit, k);
      const std::vector<bool> misere = reference::moore_misere_lost(count, limit, k);
      for (size_t index = 0; index < values.size(); ++index) {
        const Numbers piles = reference::position_at(index, count, limit + 1);
        const reference::Position position = moore(piles, k);
        SCOPED_TRACE(position->to_string());
        for (const Play play : {Play::normal, Play::misere}) {
          const auto is_lost = [&](size_t i) {
            return play == Play::normal ? values[i] == 0 : misere[i];
          };
          ASSERT_EQ(moore_is_lost(piles, k, play), is_lost(index));
          ASSERT_EQ(*position->is_lost(play, budget), is_lost(index));

          const std::vector<Change<uint64_t>> move = moore_winning_move(piles, k, play);
          const bool is_over =
              std::count(piles.begin(), piles.end(), 0) == static_cast<std::ptrdiff_t>(count);
          ASSERT_EQ(move.empty(), is_lost(index) || is_over);
          if (!move.empty()) {
            const Numbers result = after(piles, move);
            ASSERT_TRUE(is_legal(piles, result, k));
            ASSERT_TRUE(is_lost(reference::index_of(result, limit + 1)));
          }

          std::vector<Numbers> winning;
          for (const Numbers& option : reference::moore_options(piles, k))
            if (is_lost(reference::index_of(option, limit + 1))) winning.push_back(option);
          std::sort(winning.begin(), winning.end());
          const Attempt<reference::MoveSet> listed = position->winning_moves(play, 1000, budget);
          ASSERT_TRUE(listed.ok());
          ASSERT_TRUE(listed->all);
          ASSERT_EQ(reference::results(*listed), winning);
        }
      }
    }
  }
}

TEST(Moore, ValuesAndMovesToThemAreThoseOfTheDefinition) {
  Budget budget;
  for (const auto& [count, limit] : kWorlds) {
    for (uint64_t k = 1; k <= count; ++k) {
      const std::vector<uint64_t> values = reference::moore_values(count, limit, k);
      for (size_t index = 0; index < values.size(); index += 1 + index / 50) {
        const Numbers piles = reference::position_at(index, count, limit + 1);
        const reference::Position position = moore(piles, k);
        SCOPED_TRACE(position->to_string());
        ASSERT_EQ(*position->value(budget), Ordinal(values[index]));
        for (uint64_t value = 0; value <= values[index] + 2; ++value) {
          std::vector<Numbers> expected;
          for (const Numbers& option : reference::moore_options(piles, k))
            if (values[reference::index_of(option, limit + 1)] == value) expected.push_back(option);
          std::sort(expected.begin(), expected.end());
          const Attempt<reference::MoveSet> listed =
              position->moves_to(Ordinal(value), 1000, budget);
          ASSERT_TRUE(listed.ok());
          ASSERT_TRUE(listed->all);
          ASSERT_EQ(reference::results(*listed), expected);
        }
        EXPECT_TRUE(position->moves_to(Ordinal::omega(), 1000, budget)->moves.empty());
      }
    }
  }
}

// With k + 1 piles none of which is empty; the table would do for these sizes, so the formula is
// asked at multiples that it cannot do.
TEST(Moore, TheFormulaForOnePileMoreThanAMoveLowersAgreesWithTheDefinition) {
  Budget budget;
  const std::vector<uint64_t> values = reference::moore_values(3, 13, 2);
  for (size_t index = 0; index < values.size(); ++index)
    ASSERT_EQ(*moore(reference::position_at(index, 3, 14), 2)->value(budget),
              Ordinal(values[index]));
  // The least pile m = 2^62, y = 2: z = 3, and the value is 3 + (2^62 - 4) mod 3.
  const uint64_t m = uint64_t{1} << 62;
  EXPECT_EQ(*moore({m, m + 1, m + 1}, 2)->value(budget), Ordinal(3 + (m - 4) % 3));
}

TEST(Moore, AWinningMoveIsLegalAndLeavesALostPosition) {
  std::mt19937_64 random(20240);
  Budget budget;
  for (int round = 0; round < 100'000; ++round) {
    const size_t count = 1 + random() % 12;
    const uint64_t k = 1 + random() % count;
    const uint64_t bits = 1 + random() % 64;
    Numbers piles(count);
    for (uint64_t& pile : piles) pile = random() % 4 == 0 ? random() % 3 : random() >> (64 - bits);
    for (const Play play : {Play::normal, Play::misere}) {
      const std::vector<Change<uint64_t>> move = moore_winning_move(piles, k, play);
      if (moore_is_lost(piles, k, play)) {
        ASSERT_TRUE(move.empty());
        continue;
      }
      if (std::count(piles.begin(), piles.end(), 0) == static_cast<std::ptrdiff_t>(count)) continue;
      const Numbers result = after(piles, move);
      ASSERT_TRUE(is_legal(piles, result, k)) << round;
      ASSERT_TRUE(moore_is_lost(result, k, play)) << round;
      if (round % 200 != 0) continue;
      const reference::Position position = moore(piles, k);
      ASSERT_FALSE(*position->is_lost(play, budget));
      const Attempt<reference::MoveSet> listed = position->winning_moves(play, 3, budget);
      ASSERT_TRUE(listed.ok());
      ASSERT_FALSE(listed->moves.empty());
      for (const Numbers& listed_result : reference::results(*listed)) {
        ASSERT_TRUE(is_legal(piles, listed_result, k));
        ASSERT_TRUE(moore_is_lost(listed_result, k, play));
      }
    }
  }
}

TEST(Moore, PilesOfAnyNumberOfDigits) {
  std::mt19937_64 random(7);
  Budget budget;
  for (int round = 0; round < 300; ++round) {
    const size_t count = 2 + random() % 8;
    const uint64_t k = 1 + random() % count;
    Argument argument;
    std::vector<Natural> piles;
    for (size_t i = 0; i < count; ++i) {
      Natural pile = 0;
      for (uint64_t words = random() % 5; words > 0; --words)
        pile = (pile << 64) + Natural(random());
      piles.push_back(pile);
    }
    argument.value = piles;
    const reference::Position position =
        *reference::read(*moore_family(), {parameter("", k)}, {argument});
    for (const Play play : {Play::normal, Play::misere}) {
      const Attempt<reference::MoveSet> moves = position->winning_moves(play, 1, budget);
      ASSERT_TRUE(moves.ok());
      ASSERT_EQ(moves->moves.empty(),
                *position->is_lost(play, budget) ||
                    std::all_of(piles.begin(), piles.end(), [](auto& p) { return p.is_zero(); }));
      if (moves->moves.empty()) continue;
      argument.value = reference::numbers_in(moves->moves[0].to);
      ASSERT_TRUE(reference::moore_is_legal(piles, reference::numbers_in(moves->moves[0].to), k));
      ASSERT_TRUE(*(*reference::read(*moore_family(), {parameter("", k)}, {argument}))
                       ->is_lost(play, budget));
    }
  }
}

// "Lower Q piles, where Q is the largest remainder modulo k + 1 of the number of piles that have a
// bit."
TEST(Moore, LoweringAsManyPilesAsTheLargestRemainderIsNotEnough) {
  const auto largest_remainder = [](const Numbers& piles, uint64_t k) {
    uint64_t largest = 0;
    for (int bit = 0; bit < 64; ++bit) {
      uint64_t count = 0;
      for (uint64_t pile : piles) count += (pile >> bit) & 1;
      largest = std::max(largest, count % (k + 1));
    }
    return largest;
  };
  const auto recipe_fails = [&](const Numbers& piles, uint64_t k) {
    if (moore_is_lost(piles, k, Play::normal)) return false;
    for (const Numbers& option : reference::moore_options(piles, largest_remainder(piles, k)))
      if (moore_is_lost(option, k, Play::normal)) return false;
    return true;
  };
  // The least counterexample, by the number of stones: all positions with up to three of them.
  std::vector<std::pair<Numbers, uint64_t>> failures;
  for (uint64_t k = 1; k <= 3; ++k)
    for (size_t index = 0; index < 64; ++index) {
      const Numbers piles = reference::position_at(index, 3, 4);
      if (piles[0] <= piles[1] && piles[1] <= piles[2] && piles[0] + piles[1] + piles[2] <= 3 &&
          recipe_fails(piles, k))
        failures.emplace_back(piles, k);
    }
  const std::vector<std::pair<Numbers, uint64_t>> expected = {{{0, 1, 2}, 2}, {{0, 1, 2}, 3}};
  EXPECT_EQ(failures, expected);
  EXPECT_TRUE(recipe_fails({1, 2, 4}, 2));
}

TEST(Moore, ReadsWhatItWrites) {
  Budget budget;
  const reference::Position position = moore({3, 5, 7}, 2);
  EXPECT_EQ(position->to_string(), "moore[k=2]([3, 5, 7])");
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_EQ(moves->moves[0].to, "moore[k=2]([3, 3, 3])");
  EXPECT_EQ(moves->moves[0].how, "pile 2: 5 → 3, pile 3: 7 → 3");
  EXPECT_EQ(
      position->explanation(),
      "A position is lost exactly if, for every bit, the number of piles that have it is divisible "
      "by k + 1 = 3.\n"
      "  bit 2 (4): piles 2, 3: 2 piles, remainder 2\n"
      "  bit 1 (2): piles 1, 3: 2 piles, remainder 2\n"
      "  bit 0 (1): piles 1, 2, 3: 3 piles, remainder 0\n"
      "Some remainder is not 0: the player to move wins by lowering piles so that all become 0.\n");
  const reference::TemporaryFile file("3\n5  # five\n\n7\n");
  EXPECT_EQ((*reference::read(*moore_family(), {parameter("k", 2)}, {reference::file(file.path())}))
                ->to_string(),
            "moore[k=2]([3, 5, 7])");
}

TEST(Moore, LargePositionsDeclineTheirValueButNotTheirOutcome) {
  Budget budget;
  const reference::Position won = moore({1000, 2000, 3000, 4000, 5000}, 2);
  EXPECT_EQ(won->value(budget).error().kind, Error::Kind::declined);
  EXPECT_EQ(won->moves_to(Ordinal(1), 1, budget).error().kind, Error::Kind::declined);
  EXPECT_FALSE(*won->is_lost(Play::normal, budget));
  const reference::Position lost = moore({4000, 4000, 4000, 0, 0, 1000, 1000, 1000}, 2);
  EXPECT_TRUE(lost->value(budget)->is_zero());
  // As many piles as a move may lower: the value is the sum, and a move to a value is unique only
  // by luck.
  const reference::Position free = moore({1'000'000'000, 2'000'000'000}, 2);
  EXPECT_EQ(*free->value(budget), Ordinal(3'000'000'000));
  const Attempt<reference::MoveSet> moves = free->moves_to(Ordinal(500), 4, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_FALSE(moves->all);
  EXPECT_EQ(moves->moves[0].to, "moore[k=2]([0, 500])");
}

TEST(Moore, RefusesWrongInput) {
  const Family& game = *moore_family();
  EXPECT_NE(reference::refusal(game, {parameter("k", 0)}, {list({1, 2})}).find("k is 0"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {parameter("k", 3)}, {list({1, 2})})
                .find("k is 3, but there are only 2 piles"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {list({1, 2})}).find("moore needs one parameter"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {parameter("q", 1)}, {list({1, 2})}), "");
  EXPECT_NE(reference::refusal(game, {parameter("k", 1)}, {}), "");
  EXPECT_NE(reference::refusal(game, {parameter("k", 1)}, {{Natural(3), {}}}), "");
  EXPECT_NE(reference::refusal(game, {parameter("k", 1)}, {reference::file("/no/such/file")}), "");
  for (const char* text : {"3\n-1\n", "3\nx\n", "3 4\n", "1.5\n"}) {
    const reference::TemporaryFile file(text);
    EXPECT_NE(reference::refusal(game, {parameter("k", 1)}, {reference::file(file.path())})
                  .find(file.path() + ":"),
              std::string::npos)
        << text;
  }
}

TEST(Moore, NoPilesAreALostPosition) {
  Budget budget;
  const reference::Position position = moore({}, 2);
  EXPECT_TRUE(*position->is_lost(Play::normal, budget));
  EXPECT_FALSE(*position->is_lost(Play::misere, budget));
  EXPECT_TRUE(position->value(budget)->is_zero());
  EXPECT_TRUE(position->winning_moves(Play::misere, 5, budget)->moves.empty());
}

}  // namespace
}  // namespace grundy
