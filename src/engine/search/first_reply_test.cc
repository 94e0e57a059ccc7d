// Who wins by the first winning reply, against the values of all options.
#include "engine/search/first_reply.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/table/finite.h"
#include "generate/rules.h"
#include "reference/loaded_game.h"
#include "reference/value_by_options.h"

namespace grundy {
namespace {

using reference::LoadedGame;
using reference::options_of_value;
using reference::value_by_options;

constexpr size_t kMostMoves = 100'000;
constexpr uint64_t kSteps = 20'000;

TEST(FirstReply, IsTheWinnerByDefinition) {
  size_t told = 0, lost = 0;
  for (const char* text : {
           "game g(n)\n  -> g(n/d)  for d in 2..n if d % 2 = 1 and n % d = 0\n  -> g(n - 1)  if n "
           "> 1\n",
           "game g(n)\n  -> g(n - k)  for k in {1, 3, 4}\n",
           "game g(n)\n  -> g(a) + g(b)  for a, b if a + b = n - 2\n",  // some are sums
           "game g(n)\n  -> g(a) + g(a)  for a if 2*a <= n - 1\n  -> g(n - 2)\n",
           "game h(n)\n  -> h(n - 2)\n  -> nim(n/3)\ngame g(n)\n  -> h(n - 1)\n  -> g(n - 3)\n",
           "game g(n)\n  -> nim(n - k)  for k in 2..n if k % 3 = 0\n",
       }) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    std::map<Position, uint64_t> known;
    const auto by_definition = [&](const auto& what) {
      return value_by_options(what, known, one.budget);
    };
    for (int64_t n = 0; n < 60; ++n) {
      const std::unique_ptr<Solver> solver = first_reply_engine()->open(*one.game);
      ASSERT_NE(solver, nullptr);
      const Position here = one.game->at(std::vector<int64_t>{n});
      const auto who = solver->outcome(here, Play::normal, one.budget);
      if (!who) {
        EXPECT_EQ(who.error().kind, Error::Kind::declined);
        continue;
      }
      ++told;
      ASSERT_EQ(*who == Outcome::P, by_definition(here) == 0) << n;
      if (*who == Outcome::P) {
        ++lost;
        const auto value = solver->values({&here, 1}, one.budget);
        ASSERT_TRUE(value.ok());
        EXPECT_EQ(value->front(), Value());
        continue;
      }
      const auto value = solver->values({&here, 1}, one.budget);
      ASSERT_TRUE(value.ok());
      EXPECT_EQ(value->front(), Value(by_definition(here)));
      const auto moves = solver->winning_moves(here, Play::normal, kMostMoves, one.budget);
      ASSERT_TRUE(moves.ok());
      EXPECT_GT(moves->moves.size(), 0u) << n;
      for (const Move& move : moves->moves) EXPECT_EQ(by_definition(move.to), 0u) << n;
      if (moves->all) {
        EXPECT_EQ(moves->moves.size(), options_of_value(here, 0, known, one.budget)) << n;
      }
    }
  }
  EXPECT_GT(told, 300u);
  EXPECT_GT(lost, 60u);
}

TEST(FirstReply, FarOutTheValueMayStayUnknown) {
  LoadedGame one(
      "game g(n)\n  -> g(n/d)  for d in 2..n if d % 2 = 1 and n % d = 0\n  -> g(n - 1)  if n > "
      "1\n");
  const std::unique_ptr<Solver> solver = first_reply_engine()->open(*one.game);
  const auto at = [&](int64_t n) { return one.game->at(std::vector<int64_t>{n}); };
  constexpr int64_t kPower = int64_t{1} << 29, kWon = 1'000'000'000;
  const Position lost = at(kPower), won = at(kWon);
  EXPECT_EQ(*solver->outcome(lost, Play::normal, one.budget), Outcome::P);
  EXPECT_EQ(*solver->outcome(won, Play::normal, one.budget), Outcome::N);
  EXPECT_FALSE(solver->tells_only_who_wins({&lost, 1}));
  EXPECT_TRUE(solver->tells_only_who_wins({&won, 1}));
  EXPECT_EQ(solver->values({&lost, 1}, one.budget)->front(), Value());
  const auto value = solver->values({&won, 1}, one.budget);
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.error().kind, Error::Kind::declined);
  const auto moves = solver->winning_moves(won, Play::normal, 9, one.budget);
  ASSERT_TRUE(moves.ok());
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_EQ(to_string(moves->moves[0].to[0]), "g(512)");
}

// A search that is given up does not take what another one has found.
TEST(FirstReply, TheWinningMoveStaysKnown) {
  LoadedGame one(
      "game long(n)\n  -> long(n - k)  for k in 1..2\n"
      "game even(n)\n  -> even(n - 1)\n"
      "game g(n)\n  -> long(n - 1)\n  -> even(2)\n");
  const std::unique_ptr<Solver> solver = first_reply_engine()->open(*one.game);
  const Position here = one.game->at(std::vector<int64_t>{1'000'000'000});
  EXPECT_EQ(*solver->outcome(here, Play::normal, one.budget), Outcome::N);
  const auto moves = solver->winning_moves(here, Play::normal, 9, one.budget);
  ASSERT_TRUE(moves.ok());
  EXPECT_FALSE(moves->all);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_EQ(to_string(moves->moves[0].to[0]), "even(2)");
}

// What comes again on a line of play is not taken for won or lost.
TEST(FirstReply, WherePlayMayGoRound) {
  LoadedGame one("game g(n)\n  -> g(n + 1)  if n < 3\n  -> g(n - 1)\n  -> nim(0)  if n = 3\n");
  // 3 is won; from 2 play may go to 1 and back, and 2 has no lost option that is seen at once.
  const std::unique_ptr<Solver> solver = first_reply_engine()->open(*one.game);
  const std::map<int64_t, Outcome> wanted{{1, Outcome::N}, {0, Outcome::P}, {3, Outcome::N}};
  for (int64_t n = 0; n < 4; ++n) {
    const auto who =
        solver->outcome(one.game->at(std::vector<int64_t>{n}), Play::normal, one.budget);
    if (!who) continue;
    const auto found = wanted.find(n);
    ASSERT_NE(found, wanted.end()) << n;
    EXPECT_EQ(*who, found->second) << n;
  }
}

TEST(FirstReply, RandomRules) {
  size_t told = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const generate::RandomRules rules = generate::random_rules(seed);
    SCOPED_TRACE(rules.text);
    Rulebook book;
    if (!book.load_text("random", rules.text).ok()) continue;
    const auto rule = book.rule(rules.games[0].name);
    if (!rule.ok() || (*rule)->is_alias || rules.unbounded > 0) continue;
    Games games;
    const RuleGame& game = games.of(**rule);
    const std::unique_ptr<Solver> solver = first_reply_engine()->open(game);
    const std::unique_ptr<Solver> table = finite_engine()->open(game);
    if (solver == nullptr || table == nullptr) continue;
    std::vector<int64_t> x(game.rule()->arity(), 0);
    for (int64_t n = 0; n < 12; ++n) {
      for (size_t i = 0; i < x.size(); ++i) x[i] = (n * static_cast<int64_t>(3 * i + 1)) % 9;
      const Position here = game.at(x);
      const Budget whole;
      Budget part(whole, kSteps);
      const auto value = table->values({&here, 1}, part);
      if (!value) continue;
      Budget other(whole, kSteps);
      const auto who = solver->outcome(here, Play::normal, other);
      if (!who) continue;
      ++told;
      EXPECT_EQ(*who, value->front().outcome()) << to_string(here);
    }
  }
  EXPECT_GT(told, 500u);
}

}  // namespace
}  // namespace grundy
