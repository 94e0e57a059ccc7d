// Boards of numbers and boards beside coordinates against the definition of their language: moves,
// parts and values.
#include "engine/board/row_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "language/board_text.h"
#include "language/rulebook.h"
#include "rule/board_meaning.h"

namespace grundy {
namespace {

/// Values as the language defines them.
class RowsByDefinition {
 public:
  uint64_t value(const BoardPosition& here) {
    const auto known = values_.find(here);
    if (known != values_.end()) return known->second;
    ValueSet found;
    std::vector<BoardPosition> options;
    const Fault fault = board_moves_by_definition(here, [&](const BoardMove& move) {
      options.push_back(move.to.at(0));
      return true;
    });
    EXPECT_EQ(fault.kind, Fault::Kind::none);
    for (const BoardPosition& option : options) found.add(value(option));
    return values_[here] = found.mex();
  }

 private:
  std::map<BoardPosition, uint64_t> values_;
};

struct RowExample {
  const char* text;
  std::vector<Cell> cells;  // that boards are made of
  std::vector<int64_t> coordinates;
};

constexpr Cell kWallCell = letter_cell('#');
constexpr Cell kFreeCell = letter_cell('.');
constexpr Cell kCellX = letter_cell('X');
constexpr Cell kCellO = letter_cell('O');

const Rule& rule_of_rows(Rulebook& rules, const std::string& text) {
  const auto read = rules.load_text("test", text);
  EXPECT_TRUE(read.ok()) << text;
  return **rules.rule("a");
}

void rows_agree(const RowExample& example, const PlacePointer& place, int rounds, uint64_t seed) {
  SCOPED_TRACE(example.text);
  Rulebook rules;
  const Rule& rule = rule_of_rows(rules, example.text);
  std::mt19937_64 random(seed);
  RowsByDefinition definition;
  Budget budget;
  size_t taken = 0;
  for (int round = 0; round < rounds; ++round) {
    BoardPosition here;
    here.game = &rule;
    here.coordinates = example.coordinates;
    here.board.place = place;
    for (size_t i = 0; i < place->cells(); ++i)
      here.board.cells.push_back(example.cells[random() % example.cells.size()]);
    auto search = RowSearch::of(here);
    if (!search.ok()) continue;
    ++taken;
    const uint64_t expected = definition.value(here);
    const auto value = (*search)->value(here, budget);
    ASSERT_TRUE(value.ok()) << to_string(here) << value.error().to_string();
    ASSERT_EQ(*value, expected) << to_string(here) << ", seed " << seed;
    ASSERT_EQ(*(*search)->has_value(here, expected + round % 2u, budget), round % 2 == 0)
        << to_string(here);
    // What a move leads to is searched by the same rows.
    const Fault fault = board_moves_by_definition(here, [&](const BoardMove& move) {
      EXPECT_TRUE((*search)->holds(move.to.at(0))) << to_string(move.to.at(0));
      EXPECT_EQ(*(*search)->value(move.to.at(0), budget), definition.value(move.to.at(0)))
          << to_string(move.to.at(0));
      return !testing::Test::HasFailure();
    });
    ASSERT_EQ(fault.kind, Fault::Kind::none);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(taken, 0u);
}

void all_rows_agree(const std::vector<RowExample>& examples,
                    const std::vector<PlacePointer>& places, int rounds) {
  for (const RowExample& example : examples) {
    for (const PlacePointer& place : places) {
      rows_agree(example, place, rounds, 29 + place->cells());
      if (testing::Test::HasFailure()) return;
    }
  }
}

const char* const kHerds =
    "game a on grid of numbers along hex\n  h 0{n}! -> h-k 0{n-1} k   for n >= 1, k in 1..h-1\n";

TEST(RowSearchTest, BoardsOfNumbersAgreeWithTheDefinition) {
  all_rows_agree(
      {{kHerds, {0, 0, 0, 0, kWallCell, 1, 2, 3}, {}},
       {"game a on grid of numbers\n  n m -> n-1 m-1   for n >= 1, m >= 1\n",
        {0, 1, 2, 3, kWallCell},
        {}},
       {"game a on grid of numbers along king\n  n -> k   for k in 0..n-1 if n != 2\n",
        {0, 1, 2, 3},
        {}},
       {"game a on grid of numbers along right\n  n 0*! -> 0 0*   for n >= 1\n", {0, 0, 1, 2}, {}},
       {"game a on grid of numbers along orth\n  n ? n -> 0 ? n-1   for n >= 1\n",
        {0, 1, 2, kWallCell},
        {}},
       {"game a on grid of numbers\n  n+1 n -> n n   for n in 0..3\n", {0, 1, 2, 3}, {}}},
      {rectangle(SpaceKind::grid, 2, 3), rectangle(SpaceKind::grid, 3, 2)}, 10);
  all_rows_agree(
      {{"game a on strip of numbers\n  h 0{n}! -> h-k 0{n-1} k   for n >= 1, k in 1..h-1\n",
        {0, 0, 0, 0, kWallCell, 1, 2, 4},
        {}},
       {"game a on strip of numbers along right\n  n ?{2} -> 0 ?{2}   for n >= 1\n",
        {0, 1, 2, kWallCell},
        {}}},
      {rectangle(SpaceKind::strip, 1, 7)}, 20);
}

TEST(RowSearchTest, CoordinatesBesideTheBoardAgreeWithTheDefinition) {
  const std::vector<Cell> kings = {kFreeCell, kFreeCell, kFreeCell, kCellX, kCellO, kWallCell};
  const char* const king =
      "game a(b, w, m) on grid along king\n  . -> X  to a(b - 1, w, m)\n  . -> O  to a(b, w - 1, "
      "m)\n"
      "  X. -> #X   if m = 0 or b = 0\n  O. -> #O   if m = 0 or w = 0\n";
  const char* const passes =
      "game a(n) on strip\n  XO -> .X  to a(n - 1)\n  .X -> X.  along right\n  X.+! -> .+ O  if n "
      "= 0\n";
  all_rows_agree(
      {{king, kings, {0, 0, 0}},
       {king, kings, {1, 0, 1}},
       {king, kings, {0, 1, 0}},
       {"game a(n) on grid\n  .. -> XO  to a(n - 1)\n  [XO]. -> .#   if n = 0\n", kings, {2}},
       {"game a(n) on grid\n  X. -> .X  to a(n - k)  for k in 1..2\n", kings, {3}}},
      {rectangle(SpaceKind::grid, 2, 3)}, 8);
  all_rows_agree({{passes, {kFreeCell, kCellX, kCellO, kWallCell}, {0}},
                  {passes, {kFreeCell, kCellX, kCellO}, {2}}},
                 {rectangle(SpaceKind::strip, 1, 6)}, 10);
}

/// More letters than planes, and rows that are refused by what lies behind them.
TEST(RowSearchTest, ManyLettersAgreeWithTheDefinition) {
  const std::vector<Cell> letters = {kFreeCell,        kFreeCell,        kCellX,          kCellO,
                                     letter_cell('A'), letter_cell('B'), letter_cell('C')};
  all_rows_agree(
      {{"game a on strip\n  X.*! A -> . .* B\n  OC+! -> ..+\n  B+! -> .+\n", letters, {}},
       {"game a on strip\n  [XO]+! -> .+\n  A.*! -> . .*\n  B -> C\n", letters, {}},
       {"game a on grid along right, down\n  [AB] [^C]*! -> . ?*\n  [XO] . -> # .\n", letters, {}}},
      {rectangle(SpaceKind::strip, 1, 5), rectangle(SpaceKind::grid, 2, 3)}, 4);
}

/// Lines that lower the sum of the numbers, or a weight of letters.
TEST(RowSearchTest, RandomRulesAgreeWithTheDefinition) {
  std::mt19937_64 random(20261124);
  const char* spaces[] = {"grid of numbers along hex", "grid of numbers", "strip of numbers",
                          "grid of numbers along right, up", "grid of numbers along king"};
  const char* lines[] = {"n 0{k}! -> n-1 0{k}   for n >= 1, k >= 1",
                         "n 0 -> 0 k   for k in 0..n-1",
                         "n m -> m n-1   for n >= 1",
                         "n n+! -> 0 0+   for n >= 1",
                         "n+1 n -> 0 n   for n in 0..2",
                         "n 0 m -> n-1 1 m-1   for n >= 1, m >= 1 if n + m > 2",
                         "n ? -> n-1 ?   for n >= 2",
                         "2 0+! 1 -> 0 0+ 1",
                         "[A] n -> [A] k   for k in 0..n-1",
                         "n [A] -> [A] 0   for n >= 1"};
  for (int round = 0; round < 40; ++round) {
    std::string text = fmt::format("game a on {}\n", spaces[random() % std::size(spaces)]);
    for (size_t i = 0; i <= random() % 3; ++i)
      text += fmt::format("  {}\n", lines[random() % std::size(lines)]);
    Rulebook rules;
    if (!rules.load_text("random", text).ok()) continue;  // a line twice
    const bool strip = text.find("strip") != std::string::npos;
    std::vector<Cell> cells = {0, 0, 0, 1, 2, 3};
    if (text.find("[A]") != std::string::npos) cells.push_back(letter_cell('A'));
    const PlacePointer place =
        strip ? rectangle(SpaceKind::strip, 1, 5) : rectangle(SpaceKind::grid, 2, 3);
    rows_agree({text.c_str(), cells, {}}, place, 3, random());
    if (HasFailure()) return;
  }
}

TEST(RowSearchTest, HerdsApartAreParts) {
  Rulebook rules;
  BoardPosition here;
  here.game = &rule_of_rows(rules, kHerds);
  here.board.place = rectangle(SpaceKind::grid, 3, 5);
  here.board.cells = {3, 0, kWallCell, 0, 0, 0, 0, 1, 0, 0, 0, 0, kWallCell, 0, 3};
  auto search = RowSearch::of(here);
  ASSERT_TRUE(search.ok());
  std::vector<uint8_t> letters;
  for (const Cell cell : here.board.cells) letters.push_back(*(*search)->code().letter(cell));
  const auto parts = (*search)->mover().parts(letters, 0);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].key, parts[1].key);  // turned by half a turn
  EXPECT_EQ((*search)->mover().symmetries(), 12u);
}

TEST(RowSearchTest, CountsTellThatPlayEnds) {
  const auto falls = [](const std::string& text, std::vector<Cell> cells,
                        std::vector<int64_t> coordinates) {
    Rulebook rules;
    BoardPosition here;
    here.game = &rule_of_rows(rules, text);
    here.board.place = rectangle(SpaceKind::strip, 1, cells.size());
    here.board.cells = std::move(cells);
    here.coordinates = std::move(coordinates);
    const auto code = row_code(here);
    EXPECT_TRUE(code.ok()) << text;
    return code.ok() && counts_fall(*code);
  };
  const std::vector<Cell> letters = {kCellX, kFreeCell, kFreeCell, kCellX};
  EXPECT_TRUE(
      falls("game a on strip of numbers\n  h 0{n}! -> h-k 0{n-1} k   for n >= 1, k in 1..h-1\n",
            {0, 3, 0}, {}));
  EXPECT_TRUE(falls("game a on strip of numbers\n  n m -> m n-1   for n >= 1\n", {2, 3, 1}, {}));
  EXPECT_TRUE(
      falls("game a(n) on strip\n  X. -> .X  to a(n - 1)\n  X. -> ..  if n = 0\n", letters, {2}));
  EXPECT_FALSE(falls("game a(n) on strip\n  X. -> .X  if n = 0\n  X. -> ..\n", letters, {0}));
  EXPECT_FALSE(falls("game a on strip of numbers\n  n m -> m n   for n >= 1\n", {2, 3, 1}, {}));
}

TEST(RowSearchTest, DeclinesWhatIsNoRow) {
  Rulebook rules;
  BoardPosition here;
  here.game = &rule_of_rows(rules, "game a on strip of numbers\n  n m -> n-2 m+1\n");
  here.board.place = rectangle(SpaceKind::strip, 1, 3);
  here.board.cells = {3, 0, 2};
  const auto search = RowSearch::of(here);
  ASSERT_FALSE(search.ok());
  EXPECT_NE(search.error().to_string().find("numbers grow"), std::string::npos);
}

}  // namespace
}  // namespace grundy
