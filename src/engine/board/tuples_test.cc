// Lists that are valued as tuples against the definition of their rule.
#include "engine/board/tuples.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/plan.h"
#include "engine/round.h"
#include "engine/search/by_definition.h"
#include "game/board_game.h"
#include "language/rulebook.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedList;

std::set<std::string> texts_of(const MoveSet& moves) {
  std::set<std::string> result;
  for (const Move& move : moves.moves) result.insert(to_string(sorted(move.to)));
  EXPECT_EQ(result.size(), moves.moves.size());
  return result;
}

const char* const kPairsLowered =
    "game g(bag [a])\n"
    "  -> g(a - [x] + [x - k])            for x in a, k in 1..x\n"
    "  -> g(a - [x, y] + [x - k, y - k])  for x in a, y in a, k in 1..min(x, y)\n";

TEST(Tuples, ValuesAndMovesByDefinition) {
  for (const std::string& text :
       {std::string(kPairsLowered),
        std::string("game g([a])\n  -> g(a[i -> a[i] - k])  for i in 1..len(a), k in 1..a[i] if k "
                    "<= max(a) - a[1] + 1\n"),
        std::string("game g(bag [a])\n  -> g([a[i] - d[i] for i in 1..len(a)])  for [d] <= a if "
                    "count(x > 0 for x in d) in "
                    "1..2\n"),
        std::string(
            "game g([a])\n  -> g(a[2..len(a)] + [k])  for k < a[1] if len(a) > 0 and k not in a\n"),
        std::string("game h(n)\n  -> h(n - k)  for k in 1..2\ngame g(bag [a])\n  -> g(a - [x] + "
                    "[k]) + h(x)  for x in a, k < "
                    "x if x < max(a)\n"),
        std::string("game g(bag [a])\n  win if sum(a) = 5\n  lose if 4 in a\n  -> g(a - [x] + [x - "
                    "k])  for x in a, k in "
                    "1..2\n"),
        std::string("game g(bag [a])\n  -> g(a[2..len(a)] + [k])  for k < a[1] if len(a) > 0\n  -> "
                    "g(a[len(a) -> 0])  if "
                    "max(a) > 0\n")}) {
    const LoadedList list(text);
    const auto ours = tuples_engine()->open(*list.game);
    const auto theirs = by_definition_engine()->open(*list.game);
    ASSERT_TRUE(ours != nullptr && theirs != nullptr) << text;
    for (int64_t code = 0; code < 125 + 25; ++code) {
      NaturalSet numbers = {code % 5, code / 5 % 5};
      if (code < 125) numbers.push_back(code / 25);
      const Position here = list.at(numbers);
      Budget budget;
      const auto value = ours->values({&here, 1}, budget);
      ASSERT_TRUE(value.ok()) << text << value.error().message();
      ASSERT_EQ(value->front(), theirs->values({&here, 1}, budget)->front())
          << text << to_string(here);
      for (uint64_t target = 0; target < 2; ++target) {
        const auto moves = ours->moves_to(here, Value(target), 1000, budget);
        ASSERT_TRUE(moves.ok()) << text << moves.error().message();
        ASSERT_TRUE(moves->all);
        ASSERT_EQ(texts_of(*moves), texts_of(*theirs->moves_to(here, Value(target), 1000, budget)))
            << text << to_string(here) << " to " << target;
      }
    }
  }
}

TEST(Tuples, WhoWinsFarOut) {
  const LoadedList list(kPairsLowered);
  const auto solver = tuples_engine()->open(*list.game);
  Budget budget;
  const Position lost = list.at({999'999'999'999'999'999, 1'618'033'988'749'894'847});
  const Position won = list.at({1'000'000'000'000'000'000, 1'618'033'988'749'894'848});
  EXPECT_EQ(*solver->outcome(lost, Play::normal, budget), Outcome::P);
  EXPECT_EQ(*solver->outcome(won, Play::normal, budget), Outcome::N);
  const auto moves = solver->winning_moves(won, Play::normal, 10, budget);
  ASSERT_TRUE(moves.ok()) << moves.error().message();
  ASSERT_FALSE(moves->moves.empty());
  for (const Move& move : moves->moves)
    EXPECT_EQ(*solver->outcome(move.to[0], Play::normal, budget), Outcome::P);
  // No value is known, and nothing else would find one.
  Plan plan(*list.game);
  EXPECT_FALSE(plan.values({&won, 1}, budget));
}

TEST(Tuples, ListsThatChangeTheirLengthsAreLeft) {
  const LoadedList list(
      "game g([a])\n  -> g(a[i -> []])  for i in 1..len(a) if i < len(a) or a[1] > 2\n");
  Budget budget;
  const Position here = list.at({1, 2, 3});
  EXPECT_FALSE(tuples_engine()->open(*list.game)->values({&here, 1}, budget));
  Plan plan(*list.game);
  EXPECT_TRUE(plan.values({&here, 1}, budget));
}

TEST(Tuples, LongListsWithLargeNumbersAreForOthersFirst) {
  const LoadedList list(kPairsLowered);
  const Position small = list.at({3, 3, 3, 3, 3, 3});
  const Position large = list.at({30, 30, 30, 30, 30, 30});
  EXPECT_EQ(tuples_engine()->open(*list.game)->cost({&small, 1}), cost::kNothing);
  EXPECT_EQ(tuples_engine()->open(*list.game)->cost({&large, 1}), cost::kManyNumbers);
}

TEST(Tuples, PlayThatGoesRoundIsLeft) {
  const LoadedList list(
      "game g([a])\n  -> g(a[i -> 1 - a[i]])  for i in 1..len(a) if max(a) < 2\n");
  Budget budget;
  const Position here = list.at({0, 1});
  const auto values = tuples_engine()->open(*list.game)->values({&here, 1}, budget);
  ASSERT_FALSE(values.ok());
  EXPECT_TRUE(is_cycle(values.error())) << values.error().message();
}

}  // namespace
}  // namespace grundy
