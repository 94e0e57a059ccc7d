// Conditions guessed from small lists against play by its definition on longer ones.
#include "engine/board/lost_lists.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/chance.h"
#include "engine/search/by_definition.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

struct NamedRule {
  const char* text;
  const char* condition;  // that is guessed; empty: none is
};

const NamedRule kRules[] = {
    {"game g(bag [a])\n  -> g([a[i] - d[i] for i in 1..len(a)]) for [d] <= a"
     " if 2*count(x > 0 for x in d) = len(a)\n",
     "len(a) % 2 = 1 or len(a) < 2*count(x = min(a) for x in a)"},
    {"game g(bag [a])\n  -> g(a - [max(a)] + [k]) for k in 0..max(a)-1 if len(a) > 0\n",
     "sum(a) = 0 or count(x = max(a) for x in a) % 2 = 0"},
    {"game g([b])\n  -> g(b[i -> b[i] - 1]) for i in 1..len(b) if b[i] > 0\n", "sum(b) % 2 = 0"},
    {"game g([x])\n  -> g(x[i -> x[i] - k]) for i in 1..len(x), k in 1..x[i]"
     " if all(x[j] = 0 for j in 1..i-1)\n",
     "max(x) > 1 and (count(x[i] = 1 and all(x[j] <= 1 for j in 1..i-1) for i in 1..len(x)) % 2 = "
     "1) or not (max(x) > 1) and xor(x) = 0"},
    {"game g[K = 2](bag [a])\n  win if sum(a) = 0\n  -> g(a - [x] + [x - k]) for x in a, k in "
     "1..min(x, K)\n",
     ""},
    {"game g[K = 3](p, bag [a])\n  -> g(k, a - [x] + [x - k]) for x in a, k in 1..min(x, K) if k "
     "!= p\n",
     ""},
};

TEST(LostLists, GuessesAreTrueOfLongerLists) {
  for (const NamedRule& rule : kRules) {
    SCOPED_TRACE(rule.text);
    const reference::LoadedList list(rule.text);
    Budget budget;
    const Attempt<SmallLists> small = SmallLists::of(*list.game, budget);
    ASSERT_TRUE(small.ok()) << small.error().to_string();
    const Attempt<std::optional<TermText>> guess = small->guess(budget);
    ASSERT_TRUE(guess.ok()) << guess.error().to_string();
    EXPECT_EQ(*guess ? (*guess)->text() : "", rule.condition);
    if (!*guess) continue;
    const auto reference = by_definition_engine()->open(*list.game);
    Chance chance(7);
    const Rule& game = list.game->board_rule();
    for (int round = 0; round < 60; ++round) {
      NaturalSet numbers(2 + chance.below(4));
      for (int64_t& n : numbers) n = static_cast<int64_t>(chance.below(8));
      if (game.board->kinds[0] == CoordinateKind::bag) std::sort(numbers.begin(), numbers.end());
      const BoardPosition position{&game, {0}, {numbers}, {}};
      const auto lost = reference->has_value(list.game->at(position), Value(), budget);
      ASSERT_TRUE(lost.ok()) << lost.error().to_string();
      EXPECT_EQ(*(*guess)->at(position) != 0, *lost)
          << list.game->text(list.game->at(position), 99);
    }
  }
}

TEST(LostLists, TheLeastCounterexample) {
  const reference::LoadedList list(
      "game g[K = 2](bag [a])\n  -> g(a - [x] + [x - k]) for x in a, k in 1..min(x, K)\n");
  Budget budget;
  const Attempt<SmallLists> small = SmallLists::of(*list.game, budget);
  ASSERT_TRUE(small.ok());
  const auto judged = [&](const char* text) {
    const auto refuted = small->refutation(*small->condition(text), budget);
    return !refuted   ? refuted.error().message()
           : *refuted ? list.game->text(list.game->at((*refuted)->position), 99)
                      : "true";
  };
  EXPECT_EQ(judged("xor(x % 3 for x in a) = 0"), "true");
  EXPECT_EQ(judged("xor(x % (K + 1) for x in a) = 0"), "true");
  EXPECT_EQ(judged("xor(a) = 0"), "g([3])");
  EXPECT_EQ(judged("len(a) < 5 and xor(x % 3 for x in a) = 0"), "g([0, 0, 0, 0, 0])");
  EXPECT_EQ(
      judged("a[1] = 0"),
      "'a[1] = 0' has no value there: an element beyond the ends of a list (places count from 1)");
  EXPECT_FALSE(small->condition("sum(b) = 0").ok());
}

TEST(LostLists, WhatIsDeclined) {
  const auto why = [](const char* text) {
    const reference::LoadedList list(text);
    Budget budget;
    const Attempt<SmallLists> small = SmallLists::of(*list.game, budget);
    return small ? "" : small.error().message();
  };
  EXPECT_EQ(why("game g({A})\n  -> g({x for x in A if x < k}) for k in A\n"),
            "the positions are not lists");
  EXPECT_EQ(why("game g([a], [b])\n  -> g(b, []) for x in a\n"), "the positions are not lists");
  EXPECT_EQ(why("game g([a])\n  -> g(a + [1])\n"), "too few small lists of the game can be solved");
}

}  // namespace
}  // namespace grundy
