// Games whose numbers are played apart, against tables of the whole: random rules, values, moves.
#include "engine/search/parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/table/finite.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;

/// A game of three numbers, of which one, two or all are played apart.
std::string random_game(std::mt19937& random) {
  const auto pick = [&](auto... choices) {
    const std::string all[] = {choices...};
    return all[random() % std::size(all)];
  };
  std::string text = "game g(a, b, c)\n";
  text += "  -> " +
          pick("g(a - k, b, c) for k in 1..(a + 1)/2", "g(k, b, c) for k < a if k != 2",
               "g(a - k, b, c) for k in {1, 3}", "g(a/2, b, c) if a > 0") +
          "\n";
  text += "  -> " +
          pick("g(a, b - k, c) for k in 1..b if k % 2 = 1", "g(a, b - 1, c + 1)",
               "g(a, b - k, c) for k in 1..min(b, c)", "g(a, b/3, c) if b > 1") +
          "\n";
  text += "  -> " +
          pick("g(a, b, c - k) for k in 1..c", "g(a, b, c - 2)", "g(a, b, c - 1) if b % 2 = 0",
               "g(a, b - 1, c - 1)") +
          "\n";
  if (random() % 3 == 0) text += "  -> g(a, b, c - 1) if c > 4\n";
  return text;
}

std::set<std::string> texts_of(const MoveSet& moves) {
  std::set<std::string> result;
  for (const Move& move : moves.moves) result.insert(to_string(move.to));
  return result;
}

TEST(Parts, NumbersApartByTables) {
  std::mt19937 random(5);
  size_t opened = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string text = random_game(random);
    LoadedGame one(text);
    const auto ours = parts_engine()->open(*one.game);
    if (ours == nullptr) continue;
    ++opened;
    const auto theirs = finite_engine()->open(*one.game);
    for (int i = 0; i < 12; ++i) {
      std::vector<int64_t> numbers;
      for (int c = 0; c < 3; ++c) numbers.push_back(static_cast<int64_t>(random() % 7));
      const Position here = one.game->at(numbers);
      const auto found = ours->values({&here, 1}, one.budget);
      const auto expected = theirs->values({&here, 1}, one.budget);
      ASSERT_TRUE(found.ok() && expected.ok()) << text;
      EXPECT_EQ((*found)[0], (*expected)[0]) << text << to_string(here);
      for (uint64_t value = 0; value < 4; ++value) {
        const Value wanted{Ordinal(value)};
        const auto moves = ours->moves_to(here, wanted, 50, one.budget);
        const auto all = theirs->moves_to(here, wanted, 50, one.budget);
        ASSERT_TRUE(moves.ok() && all.ok());
        EXPECT_EQ(texts_of(*moves), texts_of(*all)) << text << to_string(here) << " to " << value;
        const auto count = ours->count_moves_to(here, wanted, one.budget);
        ASSERT_TRUE(count.ok() && count->has_value());
        EXPECT_EQ(**count, Natural(all->moves.size())) << text << to_string(here);
      }
      const auto few = ours->moves_to(here, Value(), 1, one.budget);
      ASSERT_TRUE(few.ok());
      EXPECT_LE(few->moves.size(), 1U);
    }
  }
  EXPECT_GE(opened, 40U);
}

}  // namespace
}  // namespace grundy
