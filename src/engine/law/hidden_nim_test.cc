// Nim in disguise against tables: values, moves, and the rules that are none.
#include "engine/law/hidden_nim.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <random>
#include <string>

#include "engine/law/hidden_heaps.h"
#include "engine/table/finite.h"
#include "reference/loaded_game.h"
#include "reference/move_texts.h"

namespace grundy {
namespace {

using reference::LoadedGame;

/// Calls visit for all tuples below `side`.
template <class Visit>
void for_each_tuple(size_t arity, int64_t side, const Visit& visit) {
  std::vector<int64_t> point(arity);
  for (;;) {
    visit(point);
    size_t i = 0;
    while (i < arity && ++point[i] == side) point[i++] = 0;
    if (i == arity) return;
  }
}

/// Values and moves of all positions in which heaps are seen; how many these are.
size_t compare_with_table(const std::string& text, int64_t side) {
  SCOPED_TRACE(text);
  LoadedGame one(text);
  const RuleGame& game = *one.game;
  const std::unique_ptr<Solver> solver = hidden_nim_engine()->open(game);
  EXPECT_NE(solver, nullptr);
  const std::unique_ptr<Solver> table = finite_engine()->open(game);
  size_t compared = 0;
  for_each_tuple(game.rule()->arity(), side, [&](const std::vector<int64_t>& point) {
    const Position here = game.at(point);
    const auto ours = solver->values({&here, 1}, one.budget);
    if (!ours) return;
    const auto theirs = table->values({&here, 1}, one.budget);
    ASSERT_TRUE(theirs.ok());
    ASSERT_EQ((*ours)[0], (*theirs)[0]) << to_string(here);
    ++compared;
    for (uint64_t value = 0; value < 4; ++value) {
      const auto found = solver->moves_to(here, Value(value), 100, one.budget);
      const auto listed = table->moves_to(here, Value(value), 100, one.budget);
      ASSERT_TRUE(found.ok() && listed.ok());
      ASSERT_EQ(reference::texts(*found), reference::texts(*listed))
          << to_string(here) << " to " << value;
    }
  });
  return compared;
}

TEST(HiddenNim, ValuesAndMovesByTable) {
  EXPECT_EQ(compare_with_table("game g(a, b, c)\n"
                               "  -> g(a - k, b, c)      for k in 1..a\n"
                               "  -> g(a + k, b - k, c)  for k in 1..b\n"
                               "  -> g(a, b + k, c - k)  for k in 1..c\n",
                               6),
            216u);
  // Coins that stand in order: others have no heaps.
  EXPECT_EQ(compare_with_table("game g(a, b, c)\n"
                               "  -> g(a - k, b, c)      for k in 1..a\n"
                               "  -> g(a, b - k, c)      for k in 1..b if b - k > a\n"
                               "  -> g(a, b, c - k)      for k >= 1 if c - k > b\n",
                               8),
            56u);
  EXPECT_EQ(compare_with_table("game g(c, b, a)\n"
                               "  -> g(c, b, a - k)      for k in 1..a\n"
                               "  -> g(c, b - k, a)      for k in 1..b if b - k >= a\n"
                               "  -> g(c - k, b, a)      for k in 1..c - b\n",
                               7),
            84u);
  // A heap that a move raises, and a coordinate that only says what was taken.
  EXPECT_EQ(compare_with_table("game g(a, b)\n"
                               "  -> g(a, b - k)      for k in 1..b\n"
                               "  -> g(a - k, b + k)  for k in 1..a\n",
                               7),
            49u);
  EXPECT_GT(compare_with_table("game g(a, b)\n  -> g(a - k, b + k)  for k in 1..a\n", 7), 40u);
}

TEST(HiddenNim, WhatIsLeft) {
  // The coins of above by the places that they come to.
  EXPECT_EQ(compare_with_table("game g(a, b, c)\n"
                               "  -> g(k, b, c)  for k < a\n"
                               "  -> g(a, k, c)  for k in a + 1..b - 1\n"
                               "  -> g(a, b, k)  for k < c if k > b\n",
                               8),
            56u);
  // Northcott's game, in which both come nearer; the distance falls.
  EXPECT_EQ(compare_with_table("game g(x, y)\n"
                               "  -> g(k, y)  for k < y if k > x\n"
                               "  -> g(x, k)  for k < y if x < k\n",
                               9),
            81u);
  EXPECT_EQ(compare_with_table("game g(x, y)\n"
                               "  -> g(x + k, y)  for k in 1..y - x - 1\n"
                               "  -> g(x, y - k)  for k in 1..y - x - 1\n",
                               9),
            81u);
}

TEST(HiddenNim, MovesOfOtherLengths) {
  EXPECT_EQ(compare_with_table("game g(a, b)\n"
                               "  -> g(a - k, b)      for k in 1..a\n"
                               "  -> g(a + k, b - k)  for k in 1..min(3, b)\n",
                               7),
            49u);
  EXPECT_EQ(compare_with_table("game g(a, b)\n  -> g(a - k, b)  for k in 1..a\n"
                               "  -> g(a + 1, b - 1)\n",
                               7),
            49u);
}

TEST(HiddenNim, AtMostSoMuch) {
  EXPECT_EQ(compare_with_table("game g(x, y)\n"
                               "  -> g(x + k, y)  for k in 1..3 if x + k < y\n"
                               "  -> g(x, y - k)  for k in 1..3 if y - k > x\n",
                               12),
            144u);
  EXPECT_EQ(compare_with_table("game g(a, b, c)\n"
                               "  -> g(a - k, b + k, c)  for k in 1..min(a, 2)\n"
                               "  -> g(a, b - k, c + k)  for k in 1..2\n"
                               "  -> g(a, b, k)          for k < c if k >= c - 2\n",
                               6),
            216u);
}

/// Lines put together at random: where heaps are seen, the values are those of a table.
TEST(HiddenNim, RandomLines) {
  std::mt19937 random(7);
  const auto any = [&](std::initializer_list<const char*> words) {
    return *(words.begin() + random() % words.size());
  };
  size_t compared = 0;
  for (int round = 0; round < 1500; ++round) {
    std::string text = "game g(a, b)\n";
    for (auto lines = 1 + random() % 3; lines > 0; --lines) {
      text += fmt::format(
          "  -> g({}, {})  for k in {}..{}{}\n", any({"a", "a", "a - k", "a + k", "k", "a - 2*k"}),
          any({"b", "b - k", "k", "b + k", "b - a + k"}), any({"0", "1", "1", "a", "a + 1", "2"}),
          any({"a", "b", "b - 1", "b - a", "b - a - 1", "2", "3", "a - 1", "min(a, 2)",
               "min(b, 3)"}),
          any({"", "", " if k < b", " if a < b", " if a + k < b", " if b - k > a", " if k > a"}));
    }
    LoadedGame one(text);
    const RuleGame& game = *one.game;
    const std::unique_ptr<Solver> solver = hidden_nim_engine()->open(game);
    if (solver == nullptr) continue;
    const std::unique_ptr<Solver> table = finite_engine()->open(game);
    if (table == nullptr) continue;
    for_each_tuple(2, 7, [&](const std::vector<int64_t>& point) {
      const Position here = game.at(point);
      const auto ours = solver->values({&here, 1}, one.budget);
      const auto theirs = ours ? table->values({&here, 1}, one.budget) : ours;
      if (!ours) return;
      ASSERT_TRUE(theirs.ok()) << text;
      ASSERT_EQ((*ours)[0], (*theirs)[0]) << text << to_string(here);
      ++compared;
    });
  }
  EXPECT_GT(compared, 500u);
}

TEST(HiddenNim, OtherRules) {
  for (const char* lines : {
           "  -> g(a - k, b)  for k in 1..a\n  -> g(a - k, b - k)  for k in 1..min(a, b)\n  -> "
           "g(a, b - k)  for k in "
           "1..b\n",  // changes two heaps
           "  -> g(a - k, b)  for k in 1..a if k < 4\n  -> g(a, b - k)  for k in 1..b\n",  // not to
                                                                                           // any
                                                                                           // number
           "  -> g(a - k, b)  for k in 2..a\n  -> g(a, b - k)  for k in 1..b\n",
           "  -> g(a - k, b + k)  for k in 1..a\n  -> g(a + k, b - k)  for k in 1..b\n",  // play
                                                                                          // need
                                                                                          // not end
           "  -> g(a - k, b)  for k in 1..a if k % 2 = 1\n  -> g(a, b - k)  for k in 1..b\n",
           "  -> g(a - k, b)  for k in 1..a if k != 3\n  -> g(a, b - k)  for k in 1..b\n",
           "  -> g(a - k, b)  for k in 1..a if b > 0\n  -> g(a, b - k)  for k in 1..b\n",
           "  -> g(a - 2*k, b)  for k in 1..a\n  -> g(a, b - k)  for k in 1..b\n",
           "  -> g(a, b - k)  for k in 1..b - a\n  -> g(a + k, b)  for k in 1..b - a\n  -> g(a - "
           "1, b)\n",
       }) {
    SCOPED_TRACE(lines);
    LoadedGame one(fmt::format("game g(a, b)\n{}", lines));
    HiddenHeapsOfRule heaps(*one.game->rule());
    for_each_tuple(2, 9, [&](const std::vector<int64_t>& point) {
      if (!HiddenHeapsOfRule::accepts(*one.game->rule())) return;
      EXPECT_EQ(heaps.at(point), nullptr) << point[0] << " " << point[1];
    });
  }
}

TEST(HiddenNim, FarPositions) {
  std::string text = "game g(a1";
  constexpr int kCoins = 40;
  for (int i = 2; i <= kCoins; ++i) text += fmt::format(", a{}", i);
  text += ")\n";
  for (int i = 1; i <= kCoins; ++i) {
    std::string to;
    for (int j = 1; j <= kCoins; ++j)
      to += fmt::format("{}a{}{}", j == 1 ? "" : ", ", j, j == i ? " - k" : "");
    text += fmt::format("  -> g({})  for k in 1..a{} {}\n", to, i,
                        i == 1 ? "" : fmt::format("if a{} - k > a{}", i, i - 1));
  }
  LoadedGame one(text);
  const std::unique_ptr<Solver> solver = hidden_nim_engine()->open(*one.game);
  ASSERT_NE(solver, nullptr);
  std::vector<int64_t> point;
  uint64_t wanted = 0;
  for (int64_t i = 0; i < kCoins; ++i) {
    point.push_back(1'000'000'007 * i + i * i);
    if (i % 2 == 1) wanted ^= static_cast<uint64_t>(point.back() - point[point.size() - 2] - 1);
  }
  const Position here = one.game->at(point);
  const auto value = solver->values({&here, 1}, one.budget);
  ASSERT_TRUE(value.ok()) << value.error().message();
  EXPECT_EQ((*value)[0], Value(wanted));
  EXPECT_EQ(linear_text({{-1, 1, 0}, -1}, {"a", "b", "c"}), "b - a - 1");
}

}  // namespace
}  // namespace grundy
