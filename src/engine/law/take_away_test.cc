// Take-away games with a memory against tables: who wins, all winning moves, and values.
#include "engine/law/take_away.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/law/take_away_rule.h"
#include "engine/table/finite.h"
#include "reference/loaded_game.h"
#include "reference/move_texts.h"

namespace grundy {
namespace {

using reference::LoadedGame;

/// All positions with numbers below `side`: values, who wins, and the moves to each value.
void compare_take_away(const std::string& lines, int64_t side) {
  SCOPED_TRACE(lines);
  LoadedGame one("game g" + lines);
  const RuleGame& game = *one.game;
  const std::unique_ptr<Solver> solver = take_away_engine()->open(game);
  ASSERT_NE(solver, nullptr);
  const std::unique_ptr<Solver> table = finite_engine()->open(game);
  for (int64_t a = 0; a < side; ++a) {
    for (int64_t b = 0; b < side; ++b) {
      const Position here = game.at(std::vector<int64_t>{a, b});
      const auto theirs = table->values({&here, 1}, one.budget);
      ASSERT_TRUE(theirs.ok());
      const auto who = solver->outcome(here, Play::normal, one.budget);
      ASSERT_TRUE(who.ok());
      ASSERT_EQ(*who == Outcome::P, (*theirs)[0].is_zero()) << to_string(here);
      const auto ours = solver->values({&here, 1}, one.budget);
      ASSERT_TRUE(ours.ok());
      ASSERT_EQ((*ours)[0], (*theirs)[0]) << to_string(here);
      for (uint64_t value = 0; value < 3; ++value) {
        const auto found = solver->moves_to(here, Value(value), 100, one.budget);
        const auto listed = table->moves_to(here, Value(value), 100, one.budget);
        ASSERT_TRUE(found.ok() && listed.ok());
        ASSERT_EQ(reference::texts(*found), reference::texts(*listed))
            << to_string(here) << " to " << value;
      }
    }
  }
}

TEST(TakeAway, ValuesAndMovesByTable) {
  for (const char* lines : {"(n, k)\n  -> g(n - j, j)  for j in 1..2*k if j <= n\n",
                            "(n, k)\n  -> g(n - j, j)  for j in 1..2*k + 1 if j <= n\n",
                            "(n, m)\n  -> g(n - j, 2*j + 1)  for j in 1..min(n, m)\n",
                            "(n, m)\n  -> g(n - j, 2*j)  for j in 1..m + 1 if j <= n\n",
                            "(k, n)\n  -> g(j, n - j)  for j in 1..n if j - 1 <= 2*k\n",
                            "(n, q)\n  -> g(n - k, min(2*k, n - k))  for k in 1..min(n, q)\n",
                            "(n, k)\n  -> g(n - j, j)  for j in 1..k\n",
                            "(n, k)\n  -> g(n - j, j)  for j in 1..n if j <= 3*k\n",
                            "(n, k)\n  -> g(n - j, j)  for j >= 1 if 2*j <= 3*k\n",
                            "(n, k)\n  -> g(n - j, j)  for j in 1..k*k + 1\n",
                            "(n, k)\n  -> g(n - j, j)  for j in 1..2**k\n",
                            "(n, k)\n  -> g(n - j, j + 3)  for j in 1..max(k, 2)\n",
                            "(n, k)\n  -> g(n - j, 2*j)  for j in 1..n if j < k\n",
                            // What may be taken falls: the table alone.
                            "(n, k)\n  -> g(n - j, j)  for j in 1..k - 1\n",
                            "(n, k)\n  -> g(n - j, j)  for j in 1..k/2 + 2\n",
                            "(n, k)\n  -> g(n - j, j)  for j in 1..isqrt(k) + 1\n",
                            "(n, k)\n  -> g(n - j, isqrt(j))  for j in 1..min(n, k + 1, 5)\n"})
    compare_take_away(lines, 40);
}

TEST(TakeAway, EveryBoundWithEveryMemory) {
  for (const char* most : {"k", "2*k", "3*k + 1", "k*k", "max(k, 3)", "k/2 + 1", "isqrt(k) + 2",
                           "min(2*k, 9)", "k + 2"}) {
    for (const char* next : {"j", "2*j", "j + 1", "j/2", "min(j, 4)", "j*j", "min(3*j, n - j)",
                             "3*j - 1", "4*j/3", "(3*j - 1)/2", "j*(j + 1)/2", "j*(2*j - 1)/3"}) {
      const std::string lines =
          fmt::format("(n, k)\n  -> g(n - j, {})  for j in 1..{} if j <= n\n", next, most);
      LoadedGame one("game g" + lines);
      if (TakeAwayRule::of(*one.game->rule())) compare_take_away(lines, 22);
    }
  }
}

TEST(TakeAway, OtherRules) {
  for (const char* lines :
       {"(n, k)\n  -> g(n - j, j)  for j in 2..2*k\n", "(n, k)\n  -> g(n - j, j)  for j in 1..n\n",
        "(n, k)\n  -> g(n - j, j)  for j in 1..10 - k\n",
        "(n, k)\n  -> g(n - j, k)  for j in 1..k\n",
        "(n, k)\n  -> g(n - j, n - j)  for j in 1..k/2\n",
        "(n, k)\n  -> g(n - j, min(j, n - j))  for j in 1..k/2\n",
        "(n, k)\n  -> g(n - j, j)  for j in 1..n if j != k\n",
        "(n, k)\n  -> g(n - j, j)  for j in 1..2*k if j % 2 = 1\n",
        "(n, k)\n  -> g(n - j, 9 - j)  for j in 1..k\n",
        "(n, k)\n  -> g(n - 2*j, j)  for j in 1..k\n",
        "(n, k)\n  -> g(n - j, j)  for j in 1..n + k\n",
        "(n, k)\n  -> g(n - j, j) + g(1, 1)  for j in 1..k\n"}) {
    SCOPED_TRACE(lines);
    LoadedGame one(std::string("game g") + lines);
    EXPECT_FALSE(TakeAwayRule::of(*one.game->rule()));
  }
}

TEST(TakeAway, FarHeaps) {
  LoadedGame one("game g(n, k)\n  -> g(n - j, j)  for j in 1..2*k if j <= n\n");
  const std::unique_ptr<Solver> solver = take_away_engine()->open(*one.game);
  constexpr int64_t kFibonacci = 2'880'067'194'370'816'120;  // F(90)
  for (const int64_t more : {0, 1}) {
    const Position here =
        one.game->at(std::vector<int64_t>{kFibonacci + more, (kFibonacci - 1) / 2});
    const auto who = solver->outcome(here, Play::normal, one.budget);
    ASSERT_TRUE(who.ok());
    EXPECT_EQ(*who, more == 0 ? Outcome::P : Outcome::N);
    const auto moves = solver->winning_moves(here, Play::normal, 10, one.budget);
    ASSERT_TRUE(moves.ok());
    ASSERT_EQ(moves->moves.size(), more == 0 ? 0u : 1u);
  }
  EXPECT_TRUE(solver->tells_only_who_wins(
      std::vector<Position>{one.game->at(std::vector<int64_t>{kFibonacci, 5})}));
}

}  // namespace
}  // namespace grundy
