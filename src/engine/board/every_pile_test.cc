// Lists of which every pile is lowered by the same number, against the definition.
#include "engine/board/every_pile.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedList;

constexpr const char* kEvery =
    "game g(bag [a])\n  -> g([x - k for x in a if x > k])  for k in 1..min(a)\n";

class EveryByDefinition {
 public:
  static std::set<NaturalSet> options(const NaturalSet& piles) {
    std::set<NaturalSet> result;
    const int64_t least = piles.empty() ? 0 : *std::min_element(piles.begin(), piles.end());
    for (int64_t k = 1; k <= least; ++k) {
      NaturalSet to;
      for (const int64_t pile : piles) {
        if (pile > k) to.push_back(pile - k);
      }
      result.insert(to);
    }
    return result;
  }
  uint64_t value(const NaturalSet& piles) {
    const auto known = known_.find(piles);
    if (known != known_.end()) return known->second;
    std::set<uint64_t> seen;
    for (const NaturalSet& to : options(piles)) seen.insert(value(to));
    uint64_t mex = 0;
    while (seen.contains(mex)) ++mex;
    return known_[piles] = mex;
  }

 private:
  std::map<NaturalSet, uint64_t> known_;
};

TEST(EveryPile, ByDefinition) {
  std::mt19937_64 random(1);
  EveryByDefinition reference;
  LoadedList bag(kEvery);
  LoadedList row(
      "game g([a])\n  -> g([x - k for x in a if x > k])  for k in 1..min(a) if len(a) > 0\n");
  const auto of_bag = every_pile_engine()->open(*bag.game),
             of_row = every_pile_engine()->open(*row.game);
  ASSERT_NE(of_bag, nullptr);
  ASSERT_NE(of_row, nullptr);
  for (int i = 0; i < 400; ++i) {
    NaturalSet piles;
    for (uint64_t left = random() % 5; left > 0; --left)
      piles.push_back(
          static_cast<int64_t>(random() % (i % 7 == 0 ? 4 : 15) + (i % 5 == 0 ? 0 : 1)));
    for (const auto& [list, solver] :
         {std::pair(&bag, of_bag.get()), std::pair(&row, of_row.get())}) {
      const Position here = list->at(piles);
      const NaturalSet written = list->game->position(here).sets[0];
      const auto value = solver->values({&here, 1}, list->budget);
      ASSERT_TRUE(value.ok());
      EXPECT_EQ((*value)[0], Value(reference.value(written))) << to_string(here);
      for (uint64_t wanted = 0; wanted < 15; ++wanted) {
        const auto moves = solver->moves_to(here, Value(wanted), 10, list->budget);
        ASSERT_TRUE(moves.ok());
        std::set<NaturalSet> found, options;
        for (const Move& move : moves->moves)
          found.insert(list->game->position(move.to[0]).sets[0]);
        for (const NaturalSet& to : EveryByDefinition::options(written)) {
          if (reference.value(to) == wanted) options.insert(to);
        }
        EXPECT_EQ(found, options) << to_string(here) << " to value " << wanted;
      }
    }
  }
}

TEST(EveryPile, OtherGames) {
  for (const char* text :
       {"game g(bag [a])\n  -> g([x - k for x in a if x > k])  for k in 1..max(a)\n",
        "game g(bag [a])\n  -> g([x - k for x in a if x >= k])  for k in 1..min(a)\n",
        "game g(bag [a])\n  -> g([x - k for x in a if x > k])  for k in 2..min(a)\n"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(every_pile_engine()->open(*LoadedList(text).game), nullptr);
  }
}

}  // namespace
}  // namespace grundy
