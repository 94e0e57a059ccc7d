// Games that the first move leaves, against the definition.
#include "engine/search/onward.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "reference/loaded_game.h"
#include "reference/value_by_options.h"

namespace grundy {
namespace {

using reference::LoadedGame;
using reference::options_of_value;
using reference::value_by_options;

TEST(Onward, ValuesByDefinition) {
  for (const char* text : {
           "game g(n)\n  -> h(n - k)  for k in 1..2\n"
           "game h(n)\n  -> h(a) + h(b)  for a, b if 1 <= n - a - b <= 2\n",
           "game g(n)\n  -> octal[0.77](n - 2)\n  -> 2*subtract[{1, 3, 4}](n - 1) + nim(n / 2)  if "
           "n % 3 = 1\n  -> 0  "
           "if n = 5\n",
           "game h(n) = octal[0.137](n) + nim(1)\ngame g(n)\n  -> h(n - k)  for k in 1..3\n",
           "game f(a, b)\n  -> f(b, k)  for k < a\ngame g(n)\n  -> f(n - k, 2)  for k in 1..2\n  "
           "-> nim(k)  for k < "
           "n\n",
       }) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const std::unique_ptr<Solver> solver = onward_engine()->open(*one.game);
    ASSERT_NE(solver, nullptr);
    std::map<Position, uint64_t> known;
    std::vector<Position> positions;
    for (int64_t n = 0; n < 25; ++n) positions.push_back(one.game->at(std::vector<int64_t>{n}));
    const auto together = solver->values(positions, one.budget);
    ASSERT_TRUE(together.ok()) << together.error().message();
    for (size_t n = 0; n < positions.size(); ++n) {
      const Value wanted(value_by_options(positions[n], known, one.budget));
      EXPECT_EQ((*together)[n], wanted) << n;
      const auto alone = onward_engine()->open(*one.game)->values({&positions[n], 1}, one.budget);
      ASSERT_TRUE(alone.ok());
      EXPECT_EQ((*alone)[0], wanted) << n;
      for (uint64_t value = 0; value < 3; ++value) {
        const auto moves = solver->moves_to(positions[n], Value(value), 100, one.budget);
        ASSERT_TRUE(moves.ok());
        EXPECT_EQ(moves->moves.size(), options_of_value(positions[n], value, known, one.budget))
            << n << " to " << value;
      }
    }
  }
}

TEST(Onward, OtherGames) {
  for (const char* text : {
           "game g(n)\n  -> h(n - 1)\ngame h(n)\n  -> g(n - 1)\n  -> nim(n)\n",  // leads back
           "game g(n)\n  -> h(n, 3)\ngame h(a, b)\n  -> h(a - 1, b ^^ a)\n",     // to a table
           "game g(n)\n  -> nim(n - 1)\n  -> g(n - 2)\n",
       }) {
    SCOPED_TRACE(text);
    EXPECT_EQ(onward_engine()->open(*LoadedGame(text).game), nullptr);
  }
}

}  // namespace
}  // namespace grundy
