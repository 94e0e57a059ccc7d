// Green hackenbush as a game of cells against the definition: all small graphs with all letters,
// and random larger ones.
#include "engine/board/hackenbush_rule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "game/board_game.h"
#include "language/board_text.h"
#include "language/rulebook.h"
#include "reference/board_values.h"

namespace grundy {
namespace {

const char* const kHackenbushRule =
    "game hackenbush on graph with edges\n  - -> #  then every - that reaches no G through [-.] -> "
    "#\n";

class HackenbushRule : public testing::Test {
 protected:
  const Rule& load(const std::string& text) {
    const auto loaded = rules_.load_text("test", text);
    EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
    return **rules_.rule("hackenbush");
  }
  std::unique_ptr<Solver> open(const Rule& rule) {
    return hackenbush_rule_engine()->open(board_game(games_, rule));
  }

  /// The value and the moves to all values up to it and beyond.
  void compare(const Rule& rule, Solver& solver, BoardDefinition& definition, const Cells& cells) {
    const Position position = board_game(games_, rule).at(definition.at(cells));
    Budget budget;
    const auto value = solver.values({&position, 1}, budget);
    ASSERT_TRUE(value.ok()) << to_string(definition.at(cells)) << ": " << value.error().to_string();
    ASSERT_EQ(value->front(), Value(definition.value(cells))) << to_string(definition.at(cells));
    for (uint64_t n = 0; n <= definition.value(cells) + 2; ++n) {
      std::set<Cells> expected;
      for (const Cells& option : definition.options(cells)) {
        if (definition.value(option) == n) expected.insert(option);
      }
      const auto moves = solver.moves_to(position, Value(n), SIZE_MAX, budget);
      ASSERT_TRUE(moves.ok());
      std::set<Cells> found;
      for (const Move& move : moves->moves)
        found.insert(board_game(games_, rule).position(move.to.at(0)).board.cells);
      ASSERT_EQ(found, expected) << to_string(definition.at(cells)) << " to " << n;
      ASSERT_EQ(moves->moves.size(), expected.size());
    }
  }

  Rulebook rules_;
  Games games_;
};

TEST_F(HackenbushRule, AllGraphsOfFourVertices) {
  const Rule& rule = load(kHackenbushRule);
  const auto solver = open(rule);
  ASSERT_NE(solver, nullptr);
  for (size_t set = 0; set < 64; ++set) {
    std::vector<Place::Edge> edges;
    size_t pair = 0;
    for (size_t v = 0; v < 4; ++v) {
      for (size_t w = v + 1; w < 4; ++w) {
        if ((set >> pair++ & 1) != 0) edges.push_back({v, w});
      }
    }
    const PlacePointer place = graph_place(4, edges, true);
    BoardDefinition definition(rule, place);
    for (size_t letters = 0; letters < 81; ++letters) {
      Cells cells(4 + edges.size(), letter_cell('-'));
      size_t rest = letters;
      for (size_t v = 0; v < 4; ++v, rest /= 3) cells[v] = letter_cell(".G#"[rest % 3]);
      compare(rule, *solver, definition, cells);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(HackenbushRule, RandomGraphs) {
  const Rule& rule = load(
      "game hackenbush on graph with edges\n  A -> B  then every A that reaches no [GH] through "
      "[AGV.] -> C\n");
  const auto solver = open(rule);
  ASSERT_NE(solver, nullptr);
  std::mt19937_64 random(3);
  for (int round = 0; round < 60; ++round) {
    const size_t vertices = 4 + random() % 5;
    std::vector<Place::Edge> edges;
    for (size_t i = 0; i < 9; ++i) {
      const size_t v = random() % vertices;
      const size_t w = random() % vertices;
      if (v != w) edges.push_back({std::min(v, w), std::max(v, w)});  // some of them twice
    }
    BoardDefinition definition(rule, graph_place(vertices, edges, true));
    Cells cells;
    for (size_t v = 0; v < vertices; ++v) cells.push_back(letter_cell("...V.GH#"[random() % 8]));
    for (size_t i = 0; i < edges.size(); ++i)
      cells.push_back(letter_cell(random() % 8 == 0 ? 'B' : 'A'));
    compare(rule, *solver, definition, cells);
    if (HasFatalFailure()) return;
  }
}

TEST_F(HackenbushRule, OtherRulesAndBoardsAreNotTaken) {
  const char* const others[] = {
      "- -> #  then every - that reaches G through [-.] -> #",
      "- -> #  then every - that reaches no G through . -> #",
      "- -> #  then every - that reaches no G through [-.] -> .",
      "- -> .  then every - that reaches no G through [-.] -> #",
      "-. -> #.  then every - that reaches no G through [-.] -> #",
      "- -> #  then every [-G] that reaches no G through [-.] -> #",
      "- -> #  then every - that reaches no [-G] through [-.] -> #",
      "- -> #  then every - that reaches no G through [-.] -> #  if some G",
      "- -> #",
  };
  for (const char* line : others) {
    Rulebook rules;
    const auto loaded =
        rules.load_text("test", fmt::format("game hackenbush on graph with edges\n  {}\n", line));
    if (!loaded) continue;
    EXPECT_EQ(open(**rules.rule("hackenbush")), nullptr) << line;
  }
  const Rule& rule = load(kHackenbushRule);
  const auto solver = open(rule);
  BoardDefinition definition(rule, graph_place(2, {{0, 1}}, true));
  Budget budget;
  for (const char* letters : {"G--", "G.G", "G.."}) {
    Cells cells;
    for (size_t i = 0; i < 3; ++i) cells.push_back(letter_cell(letters[i]));
    const Position position = board_game(games_, rule).at(definition.at(cells));
    EXPECT_FALSE(solver->values({&position, 1}, budget).ok()) << letters;
  }
}

}  // namespace
}  // namespace grundy
