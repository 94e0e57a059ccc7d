// Strips and lists that are sums of heaps against the definition of their rules: the options of the
// heaps are those of the board, and who wins misère play is what playing it out tells.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/search/play_out.h"
#include "engine/sum.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedList;

/// The sizes of the heaps that are not empty, ascending.
std::vector<uint64_t> sizes_of(const Sum& heaps) {
  std::vector<uint64_t> result;
  for (const Position& one : heaps) {
    const uint64_t size = *rule_game(one)->coordinates(one)[0].to_uint64();
    if (size > 0) result.push_back(size);
  }
  std::sort(result.begin(), result.end());
  return result;
}

void compare(LoadedList& game, const Position& here) {
  const auto heaps = game.game->heaps(here);
  ASSERT_TRUE(heaps.has_value());
  std::set<std::vector<uint64_t>> by_board, by_heaps;
  std::set<Position> options;
  const auto listed = here.game->options(
      here,
      [&](const Sum& option) {
        options.insert(option.at(0));
        by_board.insert(sizes_of(*game.game->heaps(option.at(0))));
        return true;
      },
      game.budget);
  ASSERT_TRUE(listed.ok());
  for (size_t i = 0; i < heaps->size(); ++i) {
    const auto moves = (*heaps)[i].game->options(
        (*heaps)[i],
        [&](const Sum& to) {
          Sum after = *heaps;
          after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
          after.insert(after.end(), to.begin(), to.end());
          by_heaps.insert(sizes_of(after));
          const auto back = game.game->with_heap(here, i, to);
          EXPECT_TRUE(back && options.contains(*back))
              << to_string(here) << " heap " << i << " to " << to_string(to);
          if (back) {
            EXPECT_EQ(sizes_of(*game.game->heaps(*back)), sizes_of(after));
          }
          return true;
        },
        game.budget);
    ASSERT_TRUE(moves.ok());
  }
  EXPECT_EQ(by_board, by_heaps) << to_string(here);

  Solvers solvers;
  const auto answer = solve_sum({here}, Play::misere, 100, solvers, game.budget);
  PlayOut search(Play::misere, game.budget);
  const auto found = search.solve({here}, 100);
  ASSERT_TRUE(answer.ok() && found.ok());
  EXPECT_EQ(answer->outcome == Outcome::N, found->mover_wins) << to_string(here);
  for (const SumMove& move : answer->winning_moves) {
    PlayOut after(Play::misere, game.budget);
    EXPECT_TRUE(options.contains(move.move.to.at(0)));
    EXPECT_FALSE(*after.mover_wins({move.move.to.begin(), move.move.to.end()}))
        << to_string(move.move.to);
  }
}

TEST(BoardApart, StripsOfWhichNeighboursAreTaken) {
  for (const char* lines :
       {"  X -> .\n  XX -> ..\n", "  XXX -> ...\n", "  X+ -> .+\n", "  XX* -> OO*\n  X -> .\n",
        "  X -> O  along right\n  XXX* -> ...*  along left\n"}) {
    SCOPED_TRACE(lines);
    LoadedList strip(std::string("game g on strip start X\n") + lines);
    for (size_t length = 1; length <= 7; ++length) {
      const PlacePointer place = rectangle(SpaceKind::strip, 1, length);
      for (uint64_t live = 0; live < uint64_t{1} << length; ++live) {
        std::vector<Cell> cells;
        for (size_t i = 0; i < length; ++i)
          cells.push_back(letter_cell((live >> i) % 2 == 1 ? 'X' : '.'));
        compare(strip, strip.game->at({&strip.game->board_rule(), {}, {}, {place, cells}}));
      }
    }
  }
}

TEST(BoardApart, ListsElementByElement) {
  for (const char* rule :
       {"game g([a])\n  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in {1, 3, 4}\n",
        "game g(bag [a])\n  -> g(a - [x] + [k]) for x in a, k < x\n",
        "game g([a])\n  -> g(a[i -> [k, a[i] - k - 1]]) for i in 1..len(a), k < a[i]\n"}) {
    SCOPED_TRACE(rule);
    LoadedList list(rule);
    for (int64_t a = 0; a < 5; ++a) {
      for (int64_t b = 0; b < 5; ++b) {
        if (list.game->heaps(list.at({a, b}))) compare(list, list.at({a, b}));
      }
    }
  }
}

TEST(BoardApart, OtherStripsAreNone) {
  for (const char* lines :
       {"  X. -> .X\n", "  XX -> X.\n", "  $ X -> $ .\n", "  X -> O\n  O -> .\n",
        "  X -> .\n  over some XX\n", "  X+! -> .+\n", "  X?X -> .?.\n", "  X -> X\n"}) {
    LoadedList strip(std::string("game g on strip start X\n") + lines);
    const PlacePointer place = rectangle(SpaceKind::strip, 1, 3);
    const std::vector<Cell> cells(3, letter_cell('X'));
    EXPECT_FALSE(
        strip.game->heaps(strip.game->at({&strip.game->board_rule(), {}, {}, {place, cells}}))
            .has_value())
        << lines;
  }
}

}  // namespace
}  // namespace grundy
