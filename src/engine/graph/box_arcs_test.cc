#include "engine/graph/box_arcs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/closed_box.h"
#include "code/jit/jit.h"
#include "engine/graph/loopy.h"
#include "engine/loopy/rule_graph.h"
#include "engine/table/graph_table.h"
#include "game/games.h"
#include "language/rulebook.h"
#include "rule/meaning.h"
#include "value/mex.h"

namespace grundy {
namespace {

const Rule& rule_of(Rulebook& book, const std::string& text) {
  const auto loaded = book.load_text("own.game", text);
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  return **book.rule("x");
}

std::vector<uint32_t> sorted_set(std::vector<uint32_t> list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

/// Every cell's arcs against the meaning of the rule.
void agree_with_definition(const Rule& rule, const std::vector<int64_t>& most) {
  Budget budget;
  const auto box = BoxArcs::of(rule, most, budget);
  ASSERT_TRUE(box.ok()) << box.error().to_string();
  EXPECT_EQ(budget.memory_used(), box->bytes());
  for (uint32_t cell = 0; cell < box->arcs().vertices(); ++cell) {
    const std::vector<int64_t> position = box->cells().position(cell);
    ASSERT_EQ(box->cells().cell(position), cell);
    std::vector<uint32_t> wanted;
    moves_by_definition(rule, position, 100, [&](const RuleSum& sum) {
      wanted.push_back(box->cells().cell(sum.at(0).coordinates));
    });
    const auto found = box->arcs().of(cell);
    ASSERT_EQ(sorted_set({found.begin(), found.end()}), sorted_set(wanted)) << cell;
  }
}

TEST(BoxArcs, MovesOfAllKinds) {
  if (!JitSweep::available()) GTEST_SKIP();
  const std::pair<const char*, std::vector<int64_t>> cases[] = {
      {"game x(k)\n  -> x((k + s) % 60) for s in {2, 3, 17} if k >= 1\n", {70}},
      {"game x(a, b)\n  -> x(a + d - 1, b + e - 1) for d <= 2, e <= 2 if a + d <= 9 and b + e <= 9 "
       "and a + b > 0\n",
       {8, 8}},
      {"game x(a, b)\n  -> x(c, b) for c < a\n  -> x(a, c) for c <= 8 if c != b\n", {9, 8}},
      {"game x(n)\n  -> x(n - d) for d >= 1 if d*d <= n\n  -> x(n/2) if n >= 1\n  -> x(2*n) if n "
       "<= 40\n",
       {80}},
      {"game x(a, b)\n  -> x(b, a % 5)\n  -> x(a - 1, a) if a <= 6\n", {6, 6}},
      {"game x(a)\n  -> x(a - d) for d in 1..a if a % d = 0\n", {60}},
  };
  for (const auto& [text, most] : cases) {
    SCOPED_TRACE(text);
    Rulebook book;
    agree_with_definition(rule_of(book, text), most);
  }
}

TEST(BoxArcs, MoreOptionsThanWereExpected) {
  if (!JitSweep::available()) GTEST_SKIP();
  Rulebook book;
  agree_with_definition(rule_of(book, "game x(n)\n  -> x(m) for m <= 299 if m != n\n"), {299});
}

TEST(BoxArcs, Declines) {
  Budget budget;
  Rulebook book, splitting;
  EXPECT_FALSE(BoxArcs::of(rule_of(splitting, "game x(n)\n  -> x(n - 1) + x(n - 2)\n"),
                           std::vector<int64_t>{9}, budget));
  budget.set_memory_limit(1000);
  const auto large =
      BoxArcs::of(rule_of(book, "game x(n)\n  -> x(n - 1)\n"), std::vector<int64_t>{9999}, budget);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(budget.memory_used(), 0U);
}

/// A rule on a board of some thousand places, with moves that go back and forth.
std::string random_rule(std::mt19937_64& random, int64_t& rows, int64_t& columns) {
  rows = 20 + static_cast<int64_t>(random() % 60);
  columns = 6000 / rows;
  const auto step = [&] { return static_cast<int64_t>(random() % 7) - 3; };
  std::string text = "game x(a, b)\n";
  for (uint64_t lines = 2 + random() % 3; lines > 0; --lines) {
    const int64_t d = step(), e = step();
    switch (random() % 3) {
      case 0:
        text +=
            fmt::format("  -> x(a + {}, b + {}) if a + {} <= {} and b + {} <= {} and a + b >= 1\n",
                        d, e, d, rows - 1, e, columns - 1);
        break;
      case 1:
        text += fmt::format("  -> x((a + {}) % {}, b - {}) if b % {} != 0\n", d + 3, rows,
                            1 + (e + 3) % 3, e + 5);
        break;
      default:
        text += fmt::format("  -> x(a - s, (b + {}*s) % {}) for s in {{1, 2, 5}} if a >= {}\n",
                            d + 4, columns, e + 3);
    }
  }
  return text;
}

// A box as a whole, and the same positions followed one by one.
TEST(BoxArcs, LabelsAgreeWithThoseOfFollowedPositions) {
  if (!JitSweep::available()) GTEST_SKIP();
  size_t drawn = 0, numbers = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    std::mt19937_64 random(seed);
    int64_t rows = 0, columns = 0;
    const std::string text = random_rule(random, rows, columns);
    SCOPED_TRACE(text);
    Rulebook book;
    const Rule& rule = rule_of(book, text);
    Games games;
    const RuleGame game(rule, games);
    Budget budget;
    const std::vector<int64_t> corner = {rows - 1, columns - 1};
    ASSERT_EQ(closed_box(game.facts(), corner), corner);
    const auto box = BoxArcs::of(rule, corner, budget);
    ASSERT_TRUE(box.ok()) << box.error().to_string();
    const auto labels = LoopyLabels::of(box->arcs(), budget);
    ASSERT_TRUE(labels.ok());
    SumGraph followed({1 << 20, 1 << 24, 0});
    std::vector<Sum> starts;
    for (uint32_t cell = 0; cell < box->arcs().vertices(); cell += 7)
      starts.push_back({game.at(box->cells().position(cell))});
    const auto vertices = followed.reach(starts, budget);
    ASSERT_TRUE(vertices.ok()) << vertices.error().to_string();
    const auto wanted = LoopyLabels::of(followed.arcs(), budget);
    ASSERT_TRUE(wanted.ok());
    RuleGraph graph(game, {1 << 20, 1 << 24, 0});
    const auto reached = graph.reach(starts, budget);
    ASSERT_TRUE(reached.ok()) << reached.error().to_string();
    const auto found = LoopyLabels::of(graph.arcs(), budget);
    for (size_t i = 0; i < starts.size(); ++i) {
      const Value value = wanted->value(followed.arcs(), (*vertices)[i]);
      const auto cell = static_cast<uint32_t>(7 * i);
      ASSERT_EQ(labels->value(box->arcs(), cell), value) << to_string(starts[i]);
      ASSERT_EQ(labels->moves_to_end(box->arcs(), cell),
                wanted->moves_to_end(followed.arcs(), (*vertices)[i]));
      ASSERT_EQ(graph.at((*reached)[i]), starts[i]);
      ASSERT_EQ(found->value(graph.arcs(), (*reached)[i]), value) << to_string(starts[i]);
      (value.is_loopy() ? drawn : numbers) += 1;
    }
  }
  EXPECT_GT(drawn, 200U);
  EXPECT_GT(numbers, 200U);
}

TEST(RuleGraph, TakesABoxAndLeavesItForAnother) {
  Rulebook book;
  Games games;
  const RuleGame game(
      rule_of(book, "game x(n)\n  -> x((n + s) % 9000) for s in {1, 4} if n >= 1\n"), games);
  Budget budget;
  RuleGraph graph(game, {1 << 20, 1 << 24, 0});
  for (const int64_t n : {1, 8999, 20'000, 5}) {
    const std::vector<Sum> start = {{game.at(std::vector<int64_t>{n})}};
    const auto vertex = graph.reach(start, budget);
    ASSERT_TRUE(vertex.ok()) << vertex.error().to_string();
    EXPECT_EQ(graph.at((*vertex)[0]), start[0]);
    EXPECT_EQ(graph.arcs().of((*vertex)[0]).size(), 2U);
  }
}

// Of a large box little is met at first, and then more, from a position that lies outside of it.
TEST(RuleGraph, ABoxThatWasTooLargeGrows) {
  Rulebook book;
  Games games;
  const RuleGame game(
      rule_of(book,
              "game x(a, b)\n  -> x((a + 2) % 20000, b)\n  -> x(a, (b + 7) % 40) if a = 4001\n"),
      games);
  Budget budget;
  RuleGraph graph(game, {1 << 20, 1 << 24, 0});
  for (const std::vector<int64_t>& place : {std::vector<int64_t>{0, 0}, {4001, 45}, {0, 0}}) {
    const std::vector<Sum> start = {{game.at(place)}};
    const auto vertex = graph.reach(start, budget);
    ASSERT_TRUE(vertex.ok()) << vertex.error().to_string();
    EXPECT_EQ(graph.at((*vertex)[0]), start[0]);
    EXPECT_EQ(graph.arcs().of((*vertex)[0]).size(), place[0] == 0 ? 1U : 2U);
  }
}

TEST(GraphTable, FillsWithoutAnOrderAndNamesACycle) {
  if (!JitSweep::available()) GTEST_SKIP();
  Rulebook ending, round;
  Budget budget;
  Work work;
  const Rule& rule =
      rule_of(ending, "game x(a, n)\n  -> x(a - 1, (5*n + 3) % 200)\n  -> x(a, n - 8)\n");
  const BoxPositions all(rule, {0, 0}, {99, 199});
  const auto table = fill_by_graph(rule, {99, 199}, all, budget, work);
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  EXPECT_EQ(work.positions, 20'000U);
  all.each([&](const RulePosition& position) {
    std::vector<uint64_t> values;
    moves_by_definition(rule, position.coordinates, 0, [&](const RuleSum& sum) {
      values.push_back((*table)->value(&rule, sum.at(0).coordinates));
    });
    EXPECT_EQ((*table)->value(&rule, position.coordinates), mex(values));
    return !testing::Test::HasFailure();
  });
  const Rule& circle = rule_of(round, "game x(n)\n  -> x((n + 2) % 10) if n >= 1\n");
  const BoxPositions odd(circle, {1}, {1}), even(circle, {2}, {2});
  EXPECT_EQ(fill_by_graph(circle, {9}, odd, budget, work).error().message(),
            "play need not end: a cycle of 5 moves, x(1) → x(3) → x(5) → x(7) → x(9) → x(1)");
  const auto ends = fill_by_graph(circle, {9}, even, budget, work);
  ASSERT_TRUE(ends.ok());
  EXPECT_TRUE((*ends)->covers(&circle, std::vector<int64_t>{8}));
  EXPECT_FALSE((*ends)->covers(&circle, std::vector<int64_t>{1}));
}

}  // namespace
}  // namespace grundy
