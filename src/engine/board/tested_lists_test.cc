#include "engine/board/tested_lists.h"

#include <gtest/gtest.h>

#include "engine/plan.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

TEST(TestedLists, OnlyWithConjecturesAllowed) {
  const reference::LoadedList list(
      "game g(bag [a])\n  -> g(a - [max(a)] + [k]) for k in 0..max(a)-1 if len(a) > 0\n");
  const BoardPosition lost{&list.game->board_rule(), {0}, {{10, 1000, 2000, 2500, 3000, 3000}}, {}};
  Budget budget;
  Plan plan(*list.game, Plan::Engines::conjectures);
  const auto outcome = plan.outcome(list.game->at(lost), Play::normal, budget);
  ASSERT_TRUE(outcome.ok()) << outcome.error().to_string();
  EXPECT_EQ(*outcome, Outcome::P);
  EXPECT_NE(plan.conjecture().find("sum(a) = 0 or count(x = max(a) for x in a) % 2 = 0"),
            std::string::npos);
  for (const Engine* engine : engines()) EXPECT_NE(engine->name(), "conjecture about lists");
}

TEST(TestedLists, WinningMovesLeadToLostLists) {
  const reference::LoadedList list(
      "game g(bag [a])\n  -> g(a - [max(a)] + [k]) for k in 0..max(a)-1 if len(a) > 0\n");
  Budget budget;
  const auto solver = tested_lists_engine()->open(*list.game);
  ASSERT_TRUE(solver);
  const auto moves = [&](const NaturalSet& numbers) {
    std::string text;
    const auto found = solver->winning_moves(list.at(numbers), Play::normal, 9, budget);
    EXPECT_TRUE(found.ok());
    if (!found) return text;
    for (const Move& move : found->moves) text += list.game->text(move.to[0], 99) + " ";
    return text + (found->all ? "all" : "");
  };
  EXPECT_EQ(moves({10, 1000, 2000, 3000}), "g([10, 1000, 2000, 2000]) all");
  EXPECT_EQ(moves({10, 1000, 3000, 3000}), "all");
  EXPECT_TRUE(solver->tells_only_who_wins(std::vector{list.at({10, 1000, 2000, 3000})}));
  EXPECT_FALSE(solver->tells_only_who_wins(std::vector{list.at({1, 2, 3})}));
  EXPECT_FALSE(solver->values(std::vector{list.at({1, 2, 3})}, budget).ok());
}

}  // namespace
}  // namespace grundy
