// Sequential nim against the definition of its rule: small worlds as a whole.
#include "engine/board/first_pile.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/search/by_definition.h"
#include "game/board_game.h"
#include "language/rulebook.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedList;

const char* const kFirstPiles[] = {
    "  -> g(a[1 -> a[1] - k]) for k in 1..a[1]-1 if len(a) > 0\n  -> g(a[1 -> []]) if len(a) > 0\n",
    "  -> g(a[1 -> []]) if len(a) != 0\n  -> g(a[1 -> k]) for k in 1..a[1]-1 if len(a) >= 1\n",
    "  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i] if all(a[j] = 0 for j in 1..i-1)\n",
    "  -> g(a[i -> k]) for i in 1..len(a), k < a[i] if all(a[j] = 0 for j in 1..i-1)\n"};

TEST(FirstPile, ValuesAndMovesByDefinition) {
  for (const char* lines : kFirstPiles) {
    LoadedList list("game g([a])\n" + std::string(lines));
    SCOPED_TRACE(lines);
    const auto ours = first_pile_engine()->open(*list.game);
    const auto theirs = by_definition_engine()->open(*list.game);
    ASSERT_TRUE(ours != nullptr && theirs != nullptr);
    for (size_t length = 0; length <= 4; ++length) {
      for (uint64_t code = 0; code < uint64_t{1} << 2 * length; ++code) {
        NaturalSet piles;
        for (size_t i = 0; i < length; ++i)
          piles.push_back(static_cast<int64_t>(code >> 2 * i & 3));
        const Position here = list.at(piles);
        const auto found = ours->values({&here, 1}, list.budget);
        const auto expected = theirs->values({&here, 1}, list.budget);
        ASSERT_TRUE(found && expected);
        EXPECT_EQ((*found)[0], (*expected)[0]) << to_string(here);
        for (uint64_t value = 0; value < 4; ++value) {
          const auto moves = ours->moves_to(here, Value(Ordinal(value)), 16, list.budget);
          const auto all = theirs->moves_to(here, Value(Ordinal(value)), 16, list.budget);
          ASSERT_TRUE(moves && all);
          ASSERT_EQ(moves->moves.size(), all->moves.size()) << to_string(here) << " to " << value;
          for (size_t i = 0; i < all->moves.size(); ++i)
            EXPECT_EQ(moves->moves[i].to, all->moves[i].to);
        }
      }
    }
  }
}

TEST(FirstPile, IsForNoOtherRules) {
  for (
      const char* lines :
      {"  -> g(a[1 -> a[1] - k]) for k in 1..a[1] if len(a) > 0\n  -> g(a[1 -> []]) if len(a) > "
       "0\n",
       "  -> g(a[1 -> a[1] - k]) for k in 1..a[1]-2 if len(a) > 0\n  -> g(a[1 -> []]) if len(a) > "
       "0\n",
       "  -> g(a[1 -> a[1] - k]) for k in 1..a[1]-1 if len(a) > 0\n  -> g(a[2 -> []]) if len(a) > "
       "1\n",
       "  -> g(a[1 -> a[1] - k]) for k in 1..a[1]-1 if len(a) > 1\n  -> g(a[1 -> []]) if len(a) > "
       "0\n",
       "  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i] if all(a[j] = 0 for j in 1..i)\n",
       "  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i] if all(a[j] = 1 for j in "
       "1..i-1)\n",
       "  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i] if all(a[j] = 0 for j in "
       "i..len(a))\n",
       "  -> g(a[i -> k]) for i in 1..len(a), k in 1..a[i]-1 if all(a[j] = 0 for j in 1..i-1)\n"}) {
    EXPECT_EQ(first_pile_engine()->open(*LoadedList("game g([a])\n" + std::string(lines)).game),
              nullptr)
        << lines;
  }
}

}  // namespace
}  // namespace grundy
