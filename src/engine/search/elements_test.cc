// Lists that are played element by element against the definition of their rule.
#include <gtest/gtest.h>

#include <set>

#include "engine/round.h"
#include "engine/search/by_definition.h"
#include "engine/search/parts.h"
#include "game/board_game.h"
#include "language/board_text.h"
#include "language/rulebook.h"
#include "reference/loaded_game.h"
#include "reference/move_texts.h"

namespace grundy {
namespace {

using reference::LoadedList;
using reference::texts;

void compare_lists(const std::string& text, bool is_bag) {
  LoadedList list(text);
  const std::unique_ptr<Solver> ours = parts_engine()->open(*list.game);
  const std::unique_ptr<Solver> theirs = by_definition_engine()->open(*list.game);
  ASSERT_TRUE(ours != nullptr && theirs != nullptr) << text;
  for (int64_t a = 0; a < 8; ++a) {
    for (int64_t b = is_bag ? a : 0; b < 8; ++b) {
      for (int64_t c = is_bag ? b : 0; c < (is_bag ? 8 : 3); ++c) {
        const Position here = list.at({a, b, c});
        const auto value = ours->values({&here, 1}, list.budget);
        ASSERT_TRUE(value.ok()) << text << value.error().message();
        ASSERT_EQ(value->front(), theirs->values({&here, 1}, list.budget)->front())
            << text << to_string(here);
        for (uint64_t target = 0; target < 3; ++target) {
          const auto moves = ours->moves_to(here, Value(target), 1000, list.budget);
          ASSERT_TRUE(moves.ok()) << text;
          ASSERT_EQ(texts(*moves), texts(*theirs->moves_to(here, Value(target), 1000, list.budget)))
              << text << to_string(here) << " to " << target;
          EXPECT_EQ(**ours->count_moves_to(here, Value(target), list.budget),
                    Natural(moves->moves.size()));
        }
      }
    }
  }
}

TEST(Elements, OfListsByDefinition) {
  for (const char* line :
       {"a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i]",
        "a[i -> a[i] - k]) for i in 1..len(a), k in {1, 3, 4}",
        "a[i -> [k, a[i] - k]]) for i in 1..len(a), k in 1..a[i]-1 if 2*k < a[i]",
        "a[i -> []]) for i in 1..len(a) if a[i] % 3 = 1",
        "a - [x]) for x in a\n  -> g(a - [x] + [k]) for x in a, k < x if k > 0",
        "a[i -> []]) for i in 1..len(a)\n  -> g(a[i -> k]) for i in 1..len(a), k in 1..a[i]-1",
        "a[i -> []]) for i in 1..len(a)\n  -> g(a - [x] + [k]) for x in a, k < x if k > 0",
        "a - [x] + [x - k]) for x in a, k in 1..x if k % 2 = 0 or k = x",
        "a[i -> [j for j in 0..a[i] - 1]]) for i in 1..len(a) if a[i] > 0",
        "a[i -> a[i] / d]) for i in 1..len(a), d in 2..a[i] if all(e*e > d or d % e > 0 for e in "
        "2..d-1)"})
    compare_lists(std::string("game g([a])\n  -> g(") + line + "\n", false);
}

TEST(Elements, OfBagsByDefinition) {
  for (const char* line :
       {"a - [x] + [k]) for x in a, k < x", "a - [x] + [k, x - k - 1]) for x in a, k < x",
        "a - [x]) for x in a if x % 2 = 1\n  -> g(a - [x] + [x - 2]) for x in a if x > 1",
        "a - [x] + [j for j in 1..x - 1 if j % 2 = 0]) for x in a if x > 0"})
    compare_lists(std::string("game g(bag [a])\n  -> g(") + line + "\n", true);
}

TEST(Elements, OfAnySize) {
  LoadedList list("game g([a])\n  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i]\n");
  const std::unique_ptr<Solver> solver = parts_engine()->open(*list.game);
  const Position here = list.at({1'000'000'000'000'000'000, 999'999'999'999'999'999, 5});
  const uint64_t value = uint64_t{1'000'000'000'000'000'000} ^ 999'999'999'999'999'999 ^ 5;
  EXPECT_EQ(solver->values({&here, 1}, list.budget)->front(), Value(value));
  const auto moves = solver->moves_to(here, Value(0), 5, list.budget);
  ASSERT_TRUE(moves.ok());
  ASSERT_EQ(moves->moves.size(), 1U);
  EXPECT_EQ(solver->value_of(moves->moves[0].to, list.budget)->to_string(), "0");
}

TEST(Elements, PlayThatGoesRoundIsLeft) {
  LoadedList list("game g([a])\n  -> g(a[i -> 1 - a[i]]) for i in 1..len(a) if a[i] < 2\n");
  const Position here = list.at({0, 1});
  const auto values = parts_engine()->open(*list.game)->values({&here, 1}, list.budget);
  ASSERT_FALSE(values.ok());
  EXPECT_TRUE(is_cycle(values.error()));
}

TEST(Elements, OtherListsAreLeft) {
  for (const char* line :
       {"a[i -> a[i] - 1]) for i in 1..len(a) if a[i] = max(a)", "a - [x, y]) for x in a, y in a",
        "a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i] if k <= sum(a)"})
    EXPECT_EQ(
        parts_engine()->open(*LoadedList(std::string("game g([a])\n  -> g(") + line + "\n").game),
        nullptr);
}

}  // namespace
}  // namespace grundy
