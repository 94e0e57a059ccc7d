#include "engine/board/graph_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "base/instruction_sets.h"
#include "engine/board/twin_cells.h"
#include "language/rulebook.h"
#include "reference/same_graph.h"

namespace grundy {
namespace {

using reference::LabelledGraph;
using reference::SameGraph;

BoardCode graph_code(const std::string& text, size_t rows, size_t columns) {
  Rulebook book;
  EXPECT_TRUE(book.load_text("test", text).ok());
  const Rule& rule = **book.rule("mine");
  Budget budget;
  return *board_code(rule, rectangle(rule.board->space.kind, rows, columns),
                     Alphabet(rule.board->letters), budget);
}

constexpr const char* kDominoes = "game mine on grid\n  .. -> ##\n";
constexpr const char* kKings = "game mine on grid along king\n  .. -> ##\n";
constexpr const char* kStones = "game mine on grid\n  XO -> .X\n  OX -> .O\n";
constexpr const char* kColours = "game mine on grid\n  . -> s  for s in XO\n  always no XO\n";

/// The cells as a graph of its own: those that are there, and the steps between them.
LabelledGraph graph_of(const Planes<1>& planes, size_t rows, size_t columns, bool kings) {
  LabelledGraph graph;
  std::vector<size_t> cells;
  for (size_t cell = 0; cell < rows * columns; ++cell) {
    if (!planes[0].has(cell) && !planes[1].has(cell)) continue;
    cells.push_back(cell);
    graph.labels.push_back(planes[0].has(cell) ? 1 : 2);
  }
  const auto apart = [](size_t a, size_t b) { return a > b ? a - b : b - a; };
  for (const size_t from : cells) {
    uint64_t neighbours = 0;
    for (size_t k = 0; k < cells.size(); ++k) {
      const size_t down = apart(from / columns, cells[k] / columns);
      const size_t across = apart(from % columns, cells[k] % columns);
      if (down + across == 1 || (kings && down == 1 && across == 1)) neighbours |= uint64_t{1} << k;
    }
    graph.rows.push_back(neighbours);
  }
  return graph;
}

/// Parts of equal keys are isomorphic; how many keys there are.
class KeysAndGraphs {
 public:
  void add(const PartKey& key, LabelledGraph graph, bool may_exchange, const std::string& what) {
    const auto [at, fresh] = first_.try_emplace({key.low, key.high}, graph);
    if (fresh) return;
    bool same = SameGraph(at->second, graph).found();
    for (uint64_t& label : graph.labels) label = 3 - label;
    same = same || (may_exchange && SameGraph(at->second, graph).found());
    EXPECT_TRUE(same) << what;
  }
  size_t size() const { return first_.size(); }

 private:
  std::map<std::pair<uint64_t, uint64_t>, LabelledGraph> first_;
};

TEST(GraphKey, AllSetsOfTwelveCells) {
  for (const bool kings : {false, true}) {
    auto keys = GraphKey::of(graph_code(kings ? kKings : kDominoes, 3, 4));
    ASSERT_TRUE(keys);
    KeysAndGraphs met;
    std::vector<LabelledGraph> classes;
    for (uint64_t cells = 0; cells < 4096; ++cells) {
      Planes<1> planes{};
      planes[0].words[0] = cells;
      const LabelledGraph graph = graph_of(planes, 3, 4, kings);
      met.add(keys->key(planes), graph, false, std::to_string(cells));
      const auto is_met = [&](const LabelledGraph& one) { return SameGraph(one, graph).found(); };
      if (std::none_of(classes.begin(), classes.end(), is_met)) classes.push_back(graph);
    }
    EXPECT_GE(met.size(), classes.size());
    EXPECT_LE(met.size(), classes.size() + 5);  // which of several cells is named first may matter
  }
}

TEST(GraphKey, StonesThatMayBeExchanged) {
  auto keys = GraphKey::of(graph_code(kStones, 2, 4));
  ASSERT_TRUE(keys);
  KeysAndGraphs met;
  for (uint64_t code = 0; code < 6561; ++code) {
    Planes<1> planes{};
    uint64_t rest = code;
    for (size_t cell = 0; cell < 8; ++cell, rest /= 3) {
      if (rest % 3 > 0) planes[rest % 3 - 1].add(cell);
    }
    met.add(keys->key(planes), graph_of(planes, 2, 4, false), true, std::to_string(code));
  }
  EXPECT_LT(met.size(), 450u);
}

TEST(GraphKey, LargeBoardsTurnedAndBent) {
  std::mt19937_64 random(11);
  for (const auto& [rows, columns] :
       {std::pair<size_t, size_t>{8, 8}, {5, 9}, {6, 10}, {2, 25}, {21, 3}}) {
    auto keys = GraphKey::of(graph_code(kDominoes, rows, columns));
    ASSERT_TRUE(keys) << rows << " " << columns;
    KeysAndGraphs met;
    for (int round = 0; round < 300; ++round) {
      // A walk of some cells, so that many are alike.
      Planes<1> planes{};
      size_t row = random() % rows;
      size_t column = random() % columns;
      for (uint64_t i = 3 + random() % 9; i > 0; --i) {
        planes[0].add(row * columns + column);
        if (random() % 2 == 0) {
          row = std::min<size_t>(rows - 1, row + random() % 2);
        } else {
          column =
              random() % 2 == 0 ? std::min(columns - 1, column + 1) : column - (column > 0 ? 1 : 0);
        }
      }
      met.add(keys->key(planes), graph_of(planes, rows, columns, false), false,
              std::to_string(round));
    }
    EXPECT_LT(met.size(), 30u);
  }
}

TEST(GraphKey, AreTheSameWithEveryInstructionSet) {
  auto keys = GraphKey::of(graph_code(kStones, 4, 5));
  ASSERT_TRUE(keys);
  std::mt19937_64 random(3);
  for (int round = 0; round < 50; ++round) {
    Planes<1> planes{};
    for (size_t cell = 0; cell < 20; ++cell) {
      if (const uint64_t k = random() % 3; k > 0) planes[k - 1].add(cell);
    }
    const PartKey best = keys->key(planes);
    limit_instruction_sets(1 << HWY_HIGHEST_TARGET_BIT);  // plain loops
    EXPECT_EQ(keys->key(planes), best);
    limit_instruction_sets(0);
  }
}

TEST(GraphKey, OtherRulesHaveNone) {
  for (const char* text :
       {"game mine on grid\n  ... -> ###\n", "game mine on grid along right\n  XO -> .X\n",
        "game mine on torus\n  .. -> ##\n", "game mine on grid\n  .. -> ##\n  over some ..|..\n",
        "game mine on grid\n  XO -> .X  along right\n  XX -> ..\n"})
    EXPECT_FALSE(GraphKey::of(graph_code(text, 3, 4))) << text;
  for (const char* text : {kDominoes, kKings, kStones, kColours})
    EXPECT_TRUE(GraphKey::of(graph_code(text, 3, 4))) << text;
  EXPECT_FALSE(GraphKey::of(graph_code(kDominoes, 1, 12)));
  EXPECT_FALSE(GraphKey::of(graph_code(kDominoes, 5, 13)));
}

uint64_t value_by_definition(uint64_t cells, std::map<uint64_t, uint64_t>& known) {
  const auto at = known.find(cells);
  if (at != known.end()) return at->second;
  uint64_t found = 0;
  for (size_t cell = 0; cell < 12; ++cell) {
    for (const size_t step : {size_t{1}, size_t{4}}) {
      if (step == 1 && cell % 4 == 3) continue;
      const uint64_t both = uint64_t{1} << cell | uint64_t{1} << (cell + step);
      if (cell + step < 12 && (cells & both) == both)
        found |= uint64_t{1} << value_by_definition(cells & ~both, known);
    }
  }
  return known[cells] = static_cast<uint64_t>(std::countr_one(found));
}

TEST(TwinCells, ValuesStayWhenTheyAreGone) {
  const BoardCode code = graph_code(kDominoes, 3, 4);
  const TwinCells<1> twins(code, shapes_of<1>(code.moves));
  std::map<uint64_t, uint64_t> known;
  size_t fewer = 0;
  for (uint64_t cells = 0; cells < 4096; ++cells) {
    Planes<1> planes{};
    planes[0].words[0] = cells;
    const uint64_t left = twins.left_out(planes)[0].words[0];
    EXPECT_EQ(left & ~cells, 0u);
    EXPECT_EQ(value_by_definition(left, known), value_by_definition(cells, known)) << cells;
    fewer += left != cells ? 1 : 0;
  }
  EXPECT_GT(fewer, 500u);
}

TEST(TwinCells, OtherRulesKeepTheirCells) {
  for (const char* text : {kStones, kColours, "game mine on grid\n  ... -> ###\n",
                           "game mine on grid\n  .. -> #.\n"}) {
    const BoardCode code = graph_code(text, 3, 3);
    const TwinCells<1> twins(code, shapes_of<1>(code.moves));
    Planes<1> planes{};
    for (const size_t cell : {1u, 3u, 4u, 5u}) planes[0].add(cell);
    EXPECT_EQ(twins.left_out(planes), planes) << text;
  }
}

}  // namespace
}  // namespace grundy
