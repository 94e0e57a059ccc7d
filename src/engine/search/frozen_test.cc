// Games with a coordinate that no move changes, against tables.
#include "engine/search/frozen.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/table/finite.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;

TEST(Frozen, ValuesAndMovesAreThoseOfTheTable) {
  for (const char* text :
       {"game g(m, n)\n  -> g(m, n - k)  for k in 1..m\n",
        "game g(n, m)\n  -> g(n - k, m)  for k in 1..n if k & m = k\n",
        "game g(a, m, b)\n  -> g(a - 1, m, b) if a > m\n  -> g(a, m, b - k) for k in 1..2 if any(j*m = k for j in "
        "1..3)\n",
        "game g(m, n)\n  -> g(m, n - k)  for k in 1..3 if not (all(j != m for j in 2..k) and n > 2) or k = 2\n",
        "game h(n)\n  -> h(n - 1)\ngame g(m, n)\n  -> g(m, n - 2)\n  -> h(n - m)\n"}) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const auto frozen = frozen_engine()->open(*one.game);
    ASSERT_NE(frozen, nullptr);
    const auto table = finite_engine()->open(*one.game);
    const size_t arity = one.game->rule()->arity();
    std::vector<int64_t> point(arity, 0);
    for (;;) {
      const Position here = one.game->at(point);
      const auto ours = frozen->values({&here, 1}, one.budget);
      const auto theirs = table->values({&here, 1}, one.budget);
      ASSERT_TRUE(ours.ok() && theirs.ok());
      ASSERT_EQ(ours->front(), theirs->front()) << to_string(here);
      for (uint64_t value = 0; value < 3; ++value) {
        const auto our_moves = frozen->moves_to(here, Value(value), 100, one.budget);
        const auto their_moves = table->moves_to(here, Value(value), 100, one.budget);
        ASSERT_TRUE(our_moves.ok() && their_moves.ok());
        EXPECT_EQ(our_moves->moves.size(), their_moves->moves.size()) << to_string(here) << " to " << value;
        for (const Move& move : our_moves->moves) {
          const auto is_same = [&](const Move& other) { return sorted(other.to) == sorted(move.to); };
          EXPECT_TRUE(std::any_of(their_moves->moves.begin(), their_moves->moves.end(), is_same)) << to_string(move.to);
        }
      }
      size_t i = 0;
      while (i < arity && ++point[i] == 7) point[i++] = 0;
      if (i == arity) break;
    }
  }
}

TEST(Frozen, OtherGamesAreLeft) {
  for (const char* text : {"game g(m, n)\n  -> g(m - 1, n)\n  -> g(m, n - 1)\n", "game g(n)\n  -> g(n - 1)\n",
                           "game h(m, n)\n  -> g(m, n)\ngame g(m, n)\n  -> h(m, n - 1)\n"}) {
    LoadedGame one(text);
    EXPECT_EQ(frozen_engine()->open(*one.game), nullptr) << text;
  }
}

TEST(Frozen, ManyValuesAreForTables) {
  LoadedGame one("game g(m, n)\n  -> g(m, n - k)  for k in 1..m\n");
  const auto frozen = frozen_engine()->open(*one.game);
  std::vector<Position> many;
  for (int64_t m = 0; m < 20; ++m) many.push_back(one.game->at(std::vector<int64_t>{m, 5}));
  EXPECT_EQ(frozen->cost(many), cost::kNever);
  EXPECT_EQ(frozen->cost({many.data(), 2}), cost::kFrozen);
}

}  // namespace
}  // namespace grundy
