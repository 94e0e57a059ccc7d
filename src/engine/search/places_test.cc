// Lists that are sums of their places, or of pieces on them, or strips, against the definition of their rule.
#include <gtest/gtest.h>

#include "engine/round.h"
#include "engine/search/by_definition.h"
#include "engine/search/parts.h"
#include "engine/search/sum_reading.h"
#include "game/board_game.h"
#include "reference/loaded_game.h"
#include "reference/move_texts.h"

namespace grundy {
namespace {

using reference::LoadedList;
using reference::texts;

void compare(const std::string& line, std::string_view knows, int64_t most, size_t shortest = 0,
             size_t longest = 3) {
  const std::string text = "game g([c])\n  -> g(" + line + "\n";
  LoadedList list(text);
  const std::unique_ptr<Solver> ours = parts_engine()->open(*list.game);
  const std::unique_ptr<Solver> theirs = by_definition_engine()->open(*list.game);
  ASSERT_TRUE(ours != nullptr && theirs != nullptr) << text;
  EXPECT_EQ(ours->knows(), knows);
  const int64_t base = most + 1;
  for (size_t length = shortest; length <= longest; ++length) {
    int64_t lists = 1;
    for (size_t i = 0; i < length; ++i) lists *= base;
    for (int64_t number = 0; number < lists; ++number) {
      std::vector<int64_t> elements;
      for (int64_t rest = number; elements.size() < length; rest /= base)
        elements.push_back(rest % base);
      const Position here = list.at(elements);
      const auto value = ours->values({&here, 1}, list.budget);
      ASSERT_TRUE(value.ok()) << text << value.error().message();
      const auto known = theirs->values({&here, 1}, list.budget);
      ASSERT_TRUE(known.ok()) << text << known.error().message();
      ASSERT_EQ(value->front(), known->front()) << text << to_string(here);
      for (uint64_t target = 0; target < 3; ++target) {
        const auto moves = ours->moves_to(here, Value(target), 1000, list.budget);
        ASSERT_TRUE(moves.ok()) << text;
        ASSERT_EQ(texts(*moves), texts(*theirs->moves_to(here, Value(target), 1000, list.budget)))
            << text << to_string(here) << " to " << target;
      }
    }
  }
}

TEST(Places, PiecesByDefinition) {
  for (const char* line :
       {"c[i -> c[i] - 1, j -> c[j] + 1]) for i in 1..len(c), j in 1..i-1",
        "c[i -> c[i] - 1, j -> c[j] + 1]) for j in 1..len(c), i in j+1..len(c) if c[i] > 0",
        "c[i -> c[i] - 1, i - 1 -> c[i - 1] + 1]) for i in 2..len(c) if c[i] >= 1",
        "c[i -> c[i] - 1, j -> c[j] + 1, k -> c[k] + 1]) for i in 1..len(c), j in 1..i-1, k in "
        "1..j",
        "c[i -> c[i] - 1, j -> c[j] + 2]) for i in 1..len(c), j in 1..i-1 if (i + j) % 2 = 1",
        "c[i -> c[i] - 1]) for i in 1..len(c) if i % 2 = 1 and c[i] != 0",
        "c[i -> c[i] - 1, j -> c[j] + 1]) for i in 1..len(c), j in i+1..len(c)",
        "c[i -> c[i] - 1, i + 2 -> c[i + 2] + 1]) for i in 1..len(c) - 2"})
    compare(line, "a list of counts is the sum of its pieces", 2);
}

TEST(Places, CoinsByDefinition) {
  for (const char* line :
       {"c[i -> 0, j -> 1 - c[j]]) for i, j in 1..len(c) if c[i] = 1 and j < i\n"
        "  -> g(c[i -> 0]) for i in 1..len(c) if c[i] = 1",
        "c[i -> 0, j -> (c[j] + 1) % 2]) for i in 1..len(c), j in max(1, i-2)..i-1 if c[i] = 1",
        "c[i -> 1 - c[i], d -> 1 ^^ c[d]]) for i in 1..len(c), d in 1..i-1 if c[i] > 0 and i % d = "
        "0",
        "c[k -> 0, k-d -> 1 - c[k-d], k-2*d -> 1 - c[k-2*d]]) for k in 1..len(c), d in 1..(k-1)/2 "
        "if c[k] = 1",
        "c[i -> 0, j -> 1 - c[j], k -> 1 - c[k]]) for i in 1..len(c), j in i+1..len(c), k in "
        "i+1..len(c) if c[i] = 1",
        "c[i..j -> [1 - x for x in c[i..j]]]) for j in 1..len(c), i in 1..j if c[j] = 1",
        "c[i..j -> [1 - c[k] for k in i..j]]) for i in 1..len(c), j in i..len(c) if c[i] = 1",
        "c[i..j -> [1 - x for x in c[i..j]]]) for i, j in 1..len(c) if c[i] = 1 and j >= i",
        "c[1..i-1] + [(x + 1) % 2 for x in c[i..j]] + c[j+1..len(c)]) for j in 1..len(c), i in "
        "1..j if c[j] = 1",
        "c[i..j-1 -> [1 - x for x in c[i..j-1]], j -> 0]) for j in 1..len(c), i in 1..j-1 if c[j] "
        "= 1",
        "c[1..j -> [1 - x for x in c[1..j]]]) for j in 1..len(c) if c[j] = 1",
        "c[i..j -> [1 - x for x in c[i..j]], k -> 1 - c[k]]) for j in 1..len(c), i in 1..j, k in "
        "1..len(c) if c[j] = 1 and k < j"})
    compare(line, "a list of 0 and 1 is the sum of its ones", 1, 0, 7);
}

TEST(Places, CoinsThatAreNot) {
  for (const char* line :
       {"c[i -> 0, j -> 1 - c[j]]) for i in 1..len(c), j in 1..i-1 if c[i] = 1 and c[j] = 1",
        "c[i -> 0, j -> 1 - c[j]]) for i in 1..len(c), j in 1..i-1",
        "c[i -> 0, i-1 -> 1 - c[i-1]]) for i in 1..len(c) if c[i] = 1",
        "c[i -> 0, j -> 1]) for i in 1..len(c), j in 1..i-1 if c[i] = 1",
        "c[k -> 0, k-2*d -> 1 - c[k-2*d]]) for k in 1..len(c), d in 1..k/2 if c[k] = 1",
        "c[i..j -> [1 - x for x in c[i..j]]]) for j in 1..len(c), i in 1..len(c) if c[j] = 1",
        "c[i..j -> [1 - x for x in c[i..j-1]]]) for j in 1..len(c), i in 1..j if c[j] = 1",
        "c[i..j -> [1 - x for x in c[i..j] if x = 1]]) for j in 1..len(c), i in 1..j if c[j] = 1"})
    EXPECT_EQ(coins_reading(*LoadedList(std::string("game g([c])\n  -> g(") + line + "\n").game),
              nullptr)
        << line;
}

TEST(Places, StripsByDefinition) {
  const std::string_view knows = "a list of few small numbers is a strip";
  for (const char* line :
       {"c[i -> 0, i+1 -> 0]) for i in 1..len(c)-1 if c[i] = 1 and c[i+1] = 1",
        "c[i -> 1]) for i in 1..len(c) if c[i] = 0 and (i = 1 or c[i-1] = 0) and (i = len(c) or "
        "c[i+1] = 0)",
        "c[i -> 0, i+1 -> 0, i+2 -> 1]) for i in 1..len(c)-2 if c[i] = 1 and c[i+1] = 1 and "
        "c[i+2] = 0"})
    compare(line, knows, 1, 1, 7);
  for (const char* line :
       {"c[i -> 0, i % len(c) + 1 -> 0]) for i in 1..len(c) if c[i] = 1 and c[i % len(c) + 1] = 1",
        "c[i -> 1]) for i in 1..len(c) if c[i] = 0 and c[i % len(c) + 1] = 0 and "
        "c[(i + len(c) - 2) % len(c) + 1] = 0"})
    compare(line, knows, 1, 3, 7);
  compare("c[i -> k]) for i in 1..len(c), k in 1..2 if c[i] = 0 and (i = 1 or c[i-1] != k)", knows,
          2, 1, 5);
}

TEST(Places, NumbersByDefinition) {
  for (const char* line :
       {"c[i -> c[i] - k]) for i in 1..len(c), k in 1..i", "c[i -> c[i] - i]) for i in 1..len(c)",
        "c[i -> c[i] - i*k]) for i in 1..len(c), k in 1..2",
        "c[i -> k]) for i in 1..len(c), k < c[i] if (k + i) % 2 = 0",
        "c[i -> c[i] - k]) for i in 2..len(c) - 1, k in 1..c[i] if k != i",
        "c[i -> c[i] / 2]) for i in 1..len(c) if i % 2 = 1 and c[i] > 0\n"
        "  -> g(c[i -> c[i] - 1]) for i in 1..len(c) if i = len(c)"})
    compare(line, "a list is the sum of its places", 4);
}

TEST(Places, OtherListsAreLeft) {
  for (const char* line :
       {"c[i -> c[i] - 1, j -> c[j] + 1]) for i in 1..len(c), j in 1..i-1 if c[i] > c[j]",
        "c[i -> c[i] - 1, i + 2 -> c[i + 2] + 1]) for i in 1..len(c)",
        "c[i -> c[i] - 1, j -> c[j] + 1]) for i in 1..len(c), j < i",
        "c[i -> c[i] - 2, j -> c[j] + 1]) for i in 1..len(c), j in 1..i-1",
        "c[i -> c[i] - 1, j -> c[j] + k]) for i in 1..len(c), j in 1..i-1, k in 1..2",
        "c[i -> c[i] - 1, j -> c[j] - 1]) for i in 1..len(c), j in 1..i-1",
        "c[i -> c[i] - k]) for i in 1..len(c), k in 1..i if k <= sum(c)",
        "c[i -> c[i - 1]]) for i in 2..len(c) if c[i] > c[i - 1]"})
    for (auto* reading : {pieces_reading, places_reading})
      EXPECT_EQ(reading(*LoadedList(std::string("game g([c])\n  -> g(") + line + "\n").game),
                nullptr)
          << line;
}

TEST(Places, HugeCounts) {
  LoadedList list(
      "game g([c])\n  -> g(c[i -> c[i] - 1, j -> c[j] + 1]) for i in 1..len(c), j in 1..i-1\n");
  const std::unique_ptr<Solver> solver = parts_engine()->open(*list.game);
  const Position here = list.at({5, 1'000'000'000'000'000'001, 7, 8});
  EXPECT_EQ(solver->values({&here, 1}, list.budget)->front(), Value(1 ^ 2));
}

}  // namespace
}  // namespace grundy
