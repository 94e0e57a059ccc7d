// Other names against their sums, near and far.
#include "engine/search/other_name.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/plan.h"
#include "engine/search/play_out.h"
#include "engine/sum.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;

constexpr const char* kNames[] = {
    "game g(a, b) = nim(a + b)\n",
    "game g(a, b) = nim(a) + nim(2*b) + nim(3)\n",
    "game h(n)\n  -> h(n - k) for k in 1..3\ngame g(a, b) = h(a + 2*b)\n",
    "game h(n)\n  -> h(n - k) + h(k) for k in 1..n/2\n"
    "game k(n)\n  -> k(n / 2) if n > 0\ngame g(a, b) = h(b) + k(a) + h(b + 1)\n",
    "game p(n)\n  -> p(n)\n  -> p(n - 1)\ngame g(a, b) = p(a) + nim(b)\n",
};

std::set<Sum> sums_of(const MoveSet& moves) {
  std::set<Sum> result;
  for (const Move& move : moves.moves) result.insert(sorted(move.to));
  return result;
}

TEST(OtherNames, ValuesAndMovesAreThoseOfTheSum) {
  for (const char* text : kNames) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const auto ours = other_name_engine()->open(*one.game);
    ASSERT_NE(ours, nullptr);
    for (int64_t a = 0; a < 5; ++a) {
      for (int64_t b = 0; b < 5; ++b) {
        const Position here = one.game->at(std::vector<int64_t>{a, b});
        const auto value = ours->values({&here, 1}, one.budget);
        ASSERT_TRUE(value.ok()) << value.error().message();
        const auto sum = one.game->normal_form(here, one.budget);
        ASSERT_TRUE(sum.ok());
        Value expected;
        for (const Position& part : *sum) {
          Plan plan(*part.game);
          expected = nim_sum(expected, plan.values({&part, 1}, one.budget)->front());
        }
        EXPECT_EQ(value->front(), expected) << a << ", " << b;
        if (expected.is_loopy()) continue;
        // All options, each in the set of its value.
        std::set<Sum> listed;
        size_t told = 0;
        (void)one.game->options(
            here, [&](const Sum& to) { return listed.insert(sorted(to)).second || true; },
            one.budget);
        for (uint64_t v = 0; v < 16; ++v) {
          const auto moves = ours->moves_to(here, Value(v), 1000, one.budget);
          if (!moves.ok()) continue;
          for (const Sum& to : sums_of(*moves)) {
            EXPECT_TRUE(listed.contains(to)) << to_string(to);
            ++told;
          }
        }
        EXPECT_EQ(told, listed.size()) << a << ", " << b;
      }
    }
  }
}

TEST(OtherNames, FarAway) {
  LoadedGame one("game g(x, y) = nim(y - x - 1)\n");
  const Position far = one.game->at(Coordinates{Natural(5), Natural::pow(10, 30)});
  Plan plan(*one.game);
  const auto value = plan.values({&far, 1}, one.budget);
  ASSERT_TRUE(value.ok()) << value.error().message();
  EXPECT_EQ(value->front(), Value(Ordinal(Natural::pow(10, 30) - Natural(6))));
  const auto moves = plan.moves_to(far, Value(7), 10, one.budget);
  ASSERT_TRUE(moves.ok());
  ASSERT_EQ(moves->moves.size(), 1U);
  EXPECT_EQ(to_string(moves->moves[0].to), "nim(7)");
}

TEST(OtherNames, MisereByPlay) {
  LoadedGame one(
      "game h(n)\n  -> h(n - k) + h(k/2) for k in 1..3\ngame g(a, b) = h(a + b) + nim(b)\n");
  Solvers solvers;
  for (int64_t a = 0; a < 6; ++a) {
    for (int64_t b = 0; b < 5; ++b) {
      const Position here = one.game->at(std::vector<int64_t>{a, b});
      const auto answer = solve_sum({here}, Play::misere, 100, solvers, one.budget);
      ASSERT_TRUE(answer.ok()) << answer.error().message();
      std::set<Sum> expected, found;
      bool has_move = false;
      (void)one.game->options(
          here,
          [&](const Sum& to) {
            has_move = true;
            const auto wins =
                PlayOut(Play::misere, one.budget, 100'000).mover_wins({to.begin(), to.end()});
            if (wins.ok() && !*wins) expected.insert(sorted(to));
            return true;
          },
          one.budget);
      EXPECT_EQ(answer->mover_wins(), !has_move || !expected.empty()) << a << ", " << b;
      for (const SumMove& move : answer->winning_moves) found.insert(sorted(move.move.to));
      EXPECT_EQ(found, expected) << a << ", " << b;
    }
  }
}

}  // namespace
}  // namespace grundy
