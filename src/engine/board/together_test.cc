// Lists lowered together against the definition of their rule: small worlds as a whole.
#include "engine/board/together.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/search/by_definition.h"
#include "game/board_game.h"
#include "language/rulebook.h"
#include "reference/loaded_game.h"
#include "rewriting/list_together.h"

namespace grundy {
namespace {

struct TogetherGame : reference::LoadedList {
  TogetherGame(const std::string& kind, const std::string& condition)
      : LoadedList("game g(" + kind +
                   " [a])\n  -> g([a[i] - d[i] for i in 1..len(a)])  for [d] <= a if " + condition +
                   "\n") {}
};

const char* const kTakenTogether[] = {
    "count(x > 0 for x in d) in 1..2",
    "count(x > 0 for x in d) in 1..2000",
    "count(x > 0 for x in d) = 1",
    "1 <= count(x > 0 for x in d) and count(x != 0 for x in d) < 3",
    "max(d) > 0",
    "sum(d) >= 1",
    "any(x > 0 for x in d)",
    "max(d) = 1",
    "max(d) in 1..2",
    "sum(d) > 0 and all(x in {0, 1, 3} for x in d)",
    "max(d) != 0 and all(x % 2 = 0 or x = 1 for x in d) and max(d) <= 4",
};

/// All lists of at most three numbers up to 5, in ascending order.
template <class Visit>
void each_list(Visit&& visit) {
  visit(NaturalSet{});
  for (int64_t a = 0; a <= 5; ++a) {
    visit(NaturalSet{a});
    for (int64_t b = a; b <= 5; ++b) {
      visit(NaturalSet{a, b});
      for (int64_t c = b; c <= 5; ++c) visit(NaturalSet{a, b, c});
    }
  }
}

TEST(Together, OutcomesAndMovesByDefinition) {
  for (const std::string kind : {"", "bag"}) {
    for (const char* condition : kTakenTogether) {
      TogetherGame list(kind, condition);
      SCOPED_TRACE(condition);
      const auto ours = together_engine()->open(*list.game);
      const auto theirs = by_definition_engine()->open(*list.game);
      ASSERT_TRUE(ours != nullptr && theirs != nullptr);
      each_list([&](const NaturalSet& piles) {
        const Position here = list.at(piles);
        const auto expected = theirs->winning_moves(here, Play::normal, 1000, list.budget);
        ASSERT_TRUE(expected);
        const auto who = ours->outcome(here, Play::normal, list.budget);
        ASSERT_TRUE(who);
        EXPECT_EQ(*who == Outcome::N, !expected->moves.empty()) << to_string(here);
        const auto found = ours->winning_moves(here, Play::normal, 1000, list.budget);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->moves.empty(), expected->moves.empty()) << to_string(here);
        if (found->all) {
          EXPECT_EQ(found->moves.size(), expected->moves.size()) << to_string(here);
        }
        for (const Move& move : found->moves) {
          EXPECT_TRUE(std::any_of(expected->moves.begin(), expected->moves.end(),
                                  [&](const Move& one) { return one.to == move.to; }))
              << to_string(here) << " → " << to_string(move.to);
        }
      });
    }
  }
}

TEST(Together, MisereMooreByDefinition) {
  TogetherGame list("bag", "count(x > 0 for x in d) in 1..2");
  const auto ours = together_engine()->open(*list.game);
  ASSERT_TRUE(ours);
  std::map<NaturalSet, bool> wins;
  each_list([&](const NaturalSet& piles) {
    if (piles.size() != 3) return;
    // Lists in this order come behind all that a move makes of them, sorted.
    bool some = std::all_of(piles.begin(), piles.end(), [](int64_t pile) { return pile == 0; });
    (void)list.game->options(
        list.at(piles),
        [&](const Sum& to) {
          some = some || !wins.at(list.game->position(to[0]).sets[0]);
          return true;
        },
        list.budget);
    wins[piles] = some;
    const auto who = ours->outcome(list.at(piles), Play::misere, list.budget);
    ASSERT_TRUE(who);
    EXPECT_EQ(*who == Outcome::N, some) << to_string(list.at(piles));
  });
}

TEST(Together, IsForLongListsAndLargeNumbers) {
  TogetherGame list("bag", "max(d) = 1");
  const auto ours = together_engine()->open(*list.game);
  ASSERT_TRUE(ours);
  const NaturalSet even(1000, 1'000'000'000'000'000'000);
  EXPECT_TRUE(ours->tells_only_who_wins(std::vector<Position>{list.at(even)}));
  EXPECT_EQ(*ours->outcome(list.at(even), Play::normal, list.budget), Outcome::P);
  NaturalSet odd = even;
  odd.front() = 7;
  const auto moves = ours->winning_moves(list.at(odd), Play::normal, 16, list.budget);
  ASSERT_TRUE(moves);
  ASSERT_EQ(moves->moves.size(), 1U);
  EXPECT_EQ(list.game->position(moves->moves[0].to[0]).sets[0].front(), 6);
  EXPECT_FALSE(ours->tells_only_who_wins(std::vector<Position>{list.at({2, 3, 4})}));
}

/// Laws and small tables tell values of few numbers, and this engine none.
TEST(Together, LeavesFewNumbersWithLawsToOthers) {
  TogetherGame moore("bag", "count(x > 0 for x in d) in 1..2");
  const auto of_two = together_engine()->open(*moore.game);
  const auto alone = [&](NaturalSet piles) {
    return of_two->tells_only_who_wins(std::vector<Position>{moore.at(std::move(piles))});
  };
  EXPECT_TRUE(alone({300, 200, 100}));
  EXPECT_FALSE(alone({100'000, 1}));
  EXPECT_FALSE(alone({0, 0, 0, 100'000}));
  TogetherGame one("bag", "max(d) = 1");
  EXPECT_FALSE(together_engine()->open(*one.game)->tells_only_who_wins(
      std::vector<Position>{one.at({1000, 1000})}));
}

TEST(Together, IsForNoOtherRules) {
  for (const char* condition :
       {"sum(d) in 1..3", "count(x > 0 for x in d) in 2..3", "count(x > 0 for x in d) in {1, 3}",
        "min(d) > 0", "max(d) in 2..3", "all(x > 0 for x in d)", "count(x > 1 for x in d) in 1..2",
        "max(a) > 0 and max(d) > 0", "count(x > 0 for x in d) in 1..2 and max(d) < 4",
        "d[1] > 0"}) {
    const TogetherGame list("bag", condition);
    EXPECT_FALSE(lowered_together(list.game->board_rule())) << condition;
  }
}

}  // namespace
}  // namespace grundy
