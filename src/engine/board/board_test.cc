// Boards against the definition of their language: moves, parts and values.
#include "engine/board/board.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/board/place_search.h"
#include "language/rulebook.h"
#include "reference/board_values.h"

namespace grundy {
namespace {

TEST(BoardTest, GridsAgreeWithTheDefinition) {
  compare_examples(
      {{"game a on grid\n  .. -> ##\n", "..#"},
       {"game b on grid\n  ... -> ###\n  ..|.? -> ##|#?\n", "...#"},
       {"game c on grid\n  XO -> .X\n  OX -> .O\n", "XO."},
       {"game d on grid\n  s t -> . s   for s, t in XO\n", "XXO."},
       {"game e on grid\n  . -> s   for s in XO\n  always every X reaches . through X and every O "
        "reaches . "
        "through O\n",
        ".XO#"},
       {"game f on grid\n  . -> X\n  always no XX\n", ".X#"},
       {"game g on grid\n  . -> s   for s in XO\n  always no XO\n", ".XO#"},
       {"game h on grid\n  . -> s   for s in XO\n  always no XX and no OO\n", ".XO"},
       {"game i on grid along king\n  . -> X\n  over some XXX\n", ".X#"},
       {"game j on grid\n  . -> s   for s in XO\n  always all(no ss for s in XO)\n", ".XO"},
       {"game k on grid\n  . -> s   for s in XO\n  over any(some sst for s in XO, t in XO if s != "
        "t)\n",
        ".XO"}},
      {rectangle(SpaceKind::grid, 2, 3), rectangle(SpaceKind::grid, 1, 5)}, 12);
}

TEST(BoardTest, RunsStepsAndDirectionsAgreeWithTheDefinition) {
  compare_examples(
      {{"game a on grid along king\n  s .* q:. -> . .* s  then  q:s .* . -> s .* #   for s in XO\n",
        "...XO#"},
       {"game b on grid\n  .X. -> X.X\n", ".X#"},
       {"game c on grid start XO|OX\n  X (O.)* O . -> . (..)* . X\n  O (X.)* X . -> . (..)* . O\n",
        "XO."},
       {"game d on grid start X\n  X+ -> .+\n", "X.#"},
       {"game e on grid along king\n  . -> Q\n  always no Q.*Q\n", "...Q#"},
       {"game f on grid along right, (1, 2)\n  X[O.] -> ..\n", "XO.#"},
       {"game g on grid\n  X? -> .?\n", "X.#"}},
      {rectangle(SpaceKind::grid, 2, 3), rectangle(SpaceKind::grid, 3, 2)}, 12);
}

/// Cells kept beside a part, because play there asks for them, stay as they were.
TEST(BoardTest, FrozenCellsStayFrozenInParts) {
  compare_examples({{"game a on grid along king\n  . -> Q\n  always no Q.*Q\n", "...........Q"},
                    {"game b on grid\n  . -> Q\n  always no Q.*Q\n", "...Q##"}},
                   {rectangle(SpaceKind::grid, 3, 4)}, 8);
  compare_examples(
      {{"game c on grid\n  . -> X\n  always no X.X\n", "...X"},
       {"game d on grid\n  . -> s   for s in XO\n  always no XO and no X.X\n", "...XO"}},
      {rectangle(SpaceKind::grid, 2, 4)}, 8);
}

/// After some hundred boards parts are found in a rougher and faster way, where that has shown to
/// be as fine.
TEST(BoardTest, BoardsAfterTheFirstHundredsAgreeWithTheDefinition) {
  compare_examples(
      {{"game a on grid\n  XO -> .X\n  OX -> .O\n", "XOXO."},
       {"game b on grid\n  .X. -> X.X\n", ".X#"},
       {"game c on grid start XO|OX\n  X (O.)* O . -> . (..)* . X\n  O (X.)* X . -> . (..)* . O\n",
        "XO."},
       {"game d on grid along king\n  s .* q:. -> . .* s  then  q:s .* . -> s .* #   for s in XO\n",
        "..XO###"}},
      {rectangle(SpaceKind::grid, 3, 3)}, 10);
  compare_examples({{"game a on strip\n  X. -> .X  along right\n  O. -> .O  along left\n  XO. -> "
                     ".OX  along right\n",
                     "XO.#"}},
                   {rectangle(SpaceKind::strip, 1, 9)}, 150);
}

TEST(BoardTest, StripsAndRingsAgreeWithTheDefinition) {
  compare_examples({{"game a on strip start X\n  [XO#]+! -> .+\n", "XO#."},
                    {"game b on strip start H\n  [TH]* H -> [HT]* T  along right\n", "THH."},
                    {"game c on strip\n  X. -> .X  along right\n  O. -> .O  along left\n  XO. -> "
                     ".OX  along right\n",
                     "XO.#"},
                    {"game d on strip\n  $ XX -> $ X.\n  X$ -> .$\n", "XX."},
                    {"game e on strip\n  [^X]X -> ..\n", "X#."}},
                   {rectangle(SpaceKind::strip, 1, 7), rectangle(SpaceKind::strip, 1, 4)}, 25);
  compare_examples({{"game a on ring\n  .. -> ##\n", "..#"},
                    {"game b on ring\n  XO -> .X\n  OX -> .O\n", "XO."}},
                   {rectangle(SpaceKind::ring, 1, 7)}, 25);
  compare_examples({{"game a on torus\n  .. -> ##\n", "..#"}}, {rectangle(SpaceKind::torus, 3, 3)},
                   10);
}

/// Cells that can't be filled any more end walks, stones side by side are one, and steps that no
/// walk takes link nothing.
TEST(BoardTest, RowsWithWalksAgreeWithTheDefinition) {
  compare_examples(
      {{"game a on strip\n  . -> s   for s in XO\n  always every X reaches . through X and every O "
        "reaches . "
        "through O\n",
        "...XO#"},
       {"game b on strip\n  . -> s   for s in XO\n  always every X reaches . through [XO] and "
        "every O reaches .\n",
        "..XO"},
       {"game c on strip\n  . -> X\n  . -> O\n  always every X reaches . through X\n", "...XO"},
       {"game d on strip\n  . -> s   for s in XOA\n  always every X reaches . through [XA] and "
        "every A reaches . "
        "through A\n",
        "...XOA"},
       {"game e on strip\n  . -> s   for s in XO\n  X. -> .X  along right\n  always every O "
        "reaches . through O\n",
        "...XO"}},
      {rectangle(SpaceKind::strip, 1, 7), rectangle(SpaceKind::strip, 1, 6)}, 60);
}

TEST(BoardTest, GroupsOnAllPlacesAgreeWithTheDefinition) {
  const std::string moves = "  . -> s   for s in XO\n";
  const std::string both =
      moves + "  always every X reaches . through X and every O reaches . through O\n";
  const std::string one = moves + "  always every X reaches . through X\n";
  const std::string together = moves + "  always every [XO] reaches . through [XO]\n";
  const std::string crossed =
      moves + "  always every X reaches . through X and every [XO] reaches . through [XO]\n";
  const std::string grid_both = "game a on grid\n" + both, grid_one = "game b on grid\n" + one,
                    grid_together = "game c on grid\n" + together,
                    grid_crossed = "game d on grid\n" + crossed,
                    kings = "game e on grid along king\n" + both,
                    uneven = "game f on grid along right, down\n" + both;
  compare_examples({{grid_both.c_str(), "...XO#"},
                    {grid_one.c_str(), "..XO"},
                    {grid_together.c_str(), "..XO"},
                    {grid_crossed.c_str(), "..XO"},
                    {kings.c_str(), "...XO#"},
                    {uneven.c_str(), "....XO"}},
                   {rectangle(SpaceKind::grid, 2, 4), rectangle(SpaceKind::grid, 3, 3)}, 15);
  const std::string ring = "game a on ring\n" + both, torus = "game b on torus\n" + both;
  compare_examples({{ring.c_str(), "...XO#"}}, {rectangle(SpaceKind::ring, 1, 7)}, 40);
  compare_examples({{torus.c_str(), "...XO"}},
                   {rectangle(SpaceKind::torus, 2, 3), rectangle(SpaceKind::torus, 3, 3)}, 10);
  const std::string on_graph = "game a on graph\n" + both;
  compare_examples(
      {{on_graph.c_str(), "...XO#"}},
      {graph_place(7, {{0, 1}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {4, 6}}, false)},
      40);
}

/// Stones that never pass each other fall apart back to back.
TEST(BoardTest, RowsThatKeepTheirOrderAgreeWithTheDefinition) {
  compare_examples(
      {{"game a on strip\n  X. -> .X  along right\n  O. -> .O  along left\n", "XO...#"},
       {"game b on strip\n  X. -> .X  along right\n  XO. -> .XO  along right\n  A. -> .A  along "
        "left\n",
        "XOA..."},
       {"game c on strip\n  X.. -> .X.  along right\n  X. -> .X  along right\n  O.. -> ..O  along "
        "left\n  $ X -> $ .\n",
        "XO..."},
       {"game d on strip\n  X. -> .X  along right\n  O. -> .O  along left\n  XO -> .X\n", "XO..."},
       {"game e on strip\n  X. -> .X  along right\n  X. -> ..  along left\n  O. -> .O  along "
        "left\n",
        "XO..."}},
      {rectangle(SpaceKind::strip, 1, 8), rectangle(SpaceKind::strip, 1, 5)}, 80);
  Rulebook rules;
  ASSERT_TRUE(
      rules.load_text("test", "game a on strip\n  X. -> .X  along right\n  O. -> .O  along left\n")
          .ok());
  const Rule& rule = **rules.rule("a");
  const Alphabet alphabet(rule.board->letters);
  const PlacePointer place = rectangle(SpaceKind::strip, 1, 10);
  Budget budget;
  auto search = *place_search(*board_code(rule, place, alphabet, budget), alphabet);
  Cells cells;
  for (const char letter : std::string("X..O..X..O")) cells.push_back(letter_cell(letter));
  EXPECT_EQ(search->parts(cells).size(), 2u);
}

TEST(BoardTest, GraphsAgreeWithTheDefinition) {
  const std::vector<Place::Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {1, 3}, {3, 4}};
  compare_examples({{"game a on graph\n  . -> X\n  always no XX\n", "..X#"},
                    {"game b on graph\n  T. -> #T\n", "..T#"},
                    {"game c on graph\n  . -> s   for s in XO\n  always no XO\n", ".XO"},
                    {"game d on graph\n  .. -> ##\n", "..#"}},
                   {graph_place(5, edges, false)}, 20);
  compare_examples(
      {{"game a on graph with edges\n  T-. -> .#T\n", ".T-#"},
       {"game b on graph with edges\n  - -> X\n  always no u: X . X . X u:\n", ".--X"}},
      {graph_place(4, {{0, 1}, {1, 2}, {0, 2}, {2, 3}}, true)}, 20);
}

Attempt<uint64_t> value_on(const std::string& text, const PlacePointer& place, char letter,
                           uint64_t* expansions) {
  Rulebook rules;
  if (auto loaded = rules.load_text("test", text); !loaded) return std::move(loaded).error();
  const Rule& rule = **rules.rule("a");
  const Alphabet alphabet(rule.board->letters);
  Budget budget;
  auto search = *place_search(*board_code(rule, place, alphabet, budget), alphabet);
  auto value = search->value(Cells(place->cells(), letter_cell(letter)), budget);
  *expansions = search->work().expansions;
  return value;
}

TEST(BoardTest, BoardsThatAreTheirOwnImageAreAnsweredByTheSecondPlayer) {
  uint64_t expansions = 0;
  const std::string cram = "game a on grid\n  .. -> ##\n";
  EXPECT_EQ(*value_on(cram, rectangle(SpaceKind::grid, 20, 20), '.', &expansions), 0u);
  EXPECT_EQ(expansions, 0u);
  EXPECT_EQ(*value_on(cram, rectangle(SpaceKind::grid, 4, 5), '.', &expansions), 2u);
  EXPECT_GT(expansions, 0u);
  // No cell is its own image, and yet a move may meet its image.
  const std::string three = "game a on strip\n  ... -> ###\n";
  EXPECT_EQ(*value_on(three, rectangle(SpaceKind::strip, 1, 4), '.', &expansions), 1u);
}

TEST(BoardTest, AMoveToABoardThatIsItsOwnImageWins) {
  Rulebook rules;
  ASSERT_TRUE(rules.load_text("test", "game a on grid\n  .. -> ##\n").ok());
  const Rule& rule = **rules.rule("a");
  const Alphabet alphabet(rule.board->letters);
  Budget budget;
  for (const auto& [rows, columns] : {std::pair<size_t, size_t>{8, 9}, {9, 8}, {2, 3}, {4, 5}}) {
    const PlacePointer place = rectangle(SpaceKind::grid, rows, columns);
    auto search = *place_search(*board_code(rule, place, alphabet, budget), alphabet);
    Cells cells(rows * columns, letter_cell('.'));
    EXPECT_FALSE(*search->has_value(cells, 0, budget)) << rows << columns;
    if (rows % 2 == 0) continue;
    const size_t middle = rows / 2 * columns + columns / 2;
    cells[middle] = cells[middle - 1] = letter_cell('#');
    EXPECT_TRUE(*search->has_value(cells, 0, budget)) << rows << columns;
    EXPECT_FALSE(*search->has_value(cells, 1, budget)) << rows << columns;
  }
}

TEST(BoardTest, ForcedPlayIsProvedByALine) {
  Rulebook rules;
  ASSERT_TRUE(rules.load_text("test", "game a on grid\n  .X. -> X.X\n").ok());
  const Rule& rule = **rules.rule("a");
  const Alphabet alphabet(rule.board->letters);
  const PlacePointer place = rectangle(SpaceKind::grid, 6, 6);
  Budget budget;
  auto search = *place_search(*board_code(rule, place, alphabet, budget), alphabet);
  Cells cells(36, letter_cell('.'));
  cells[14] = letter_cell('X');
  EXPECT_EQ(*search->value(cells, budget), 0u);
  EXPECT_LT(search->work().expansions, 20'000u);  // in set alone: a million
}

TEST(BoardTest, WordsOfAllSizesGiveOneAnswer) {
  uint64_t expansions = 0;
  const std::string cram = "game a on strip\n  .. -> ##\n";
  // Octal 0.07 has period 34 from 53 on.
  for (const size_t n : {size_t{53}, size_t{55}, size_t{59}}) {
    const Attempt<uint64_t> value =
        value_on(cram, rectangle(SpaceKind::strip, 1, n), '.', &expansions);
    EXPECT_EQ(*value, *value_on(cram, rectangle(SpaceKind::strip, 1, n + 34), '.', &expansions))
        << n;
    EXPECT_EQ(*value, *value_on(cram, rectangle(SpaceKind::strip, 1, n + 102), '.', &expansions))
        << n;
  }
}

/// Lines of at most three items that lower a weight of letters, now and then a clause.
std::string random_rule(std::mt19937_64& random) {
  const std::string letters = ".XO#";
  const char* kinds[] = {"grid", "strip", "ring", "grid along king", "grid along right, down"};
  std::string text = fmt::format("game random on {}\n", kinds[random() % 5]);
  std::map<char, int> weight;
  for (const char letter : letters) weight[letter] = static_cast<int>(random() % 4);
  weight['X'] = 4;
  for (int lines = 0; lines < 2;) {
    std::string left;
    std::string right;
    int lowered = 0;
    for (size_t i = 0; i <= random() % 3; ++i) {
      const char a = letters[random() % 4];
      const char b = letters[random() % 4];
      if (random() % 8 == 0) {
        left += '?';
        right += '?';
        continue;
      }
      left += a == '#' ? "[#]" : std::string(1, a);
      right += b;
      lowered += weight[a] - weight[b];
    }
    if (lowered <= 0) continue;
    text += fmt::format("  {} -> {}\n", left, right);
    ++lines;
  }
  if (random() % 3 == 0) {
    const char* between[] = {"", "", ".", ".*", "?", "[XO]"};
    text += fmt::format("  always no {}{}{}\n", letters[1 + random() % 2], between[random() % 6],
                        letters[random() % 3]);
  }
  return text;
}

/// A placement of one line may be implied by another's for some of its letters alone.
TEST(BoardTest, LettersThatTwoLinesTake) {
  compare_examples({{"game a on grid along right, left\n  [^.]+! -> .+\n  X+! -> .+\n", "X.#"},
                    {"game b on grid\n  [XO] -> .\n  X+ -> .+\n", "XO."}},
                   {rectangle(SpaceKind::grid, 2, 4)}, 30);
}

/// What has been cut away can't be written on.
TEST(BoardTest, CellsOfAnyLetterThatAreWrittenOn) {
  compare_examples({{"game a on grid along right, left\n  .*! ? -> .* .\n", ".#"},
                    {"game b on grid\n  ? O -> . .\n", "OO.#"},
                    {"game c on grid along right\n  ?X -> X.\n  X -> .\n", "X.#"}},
                   {rectangle(SpaceKind::grid, 2, 4), rectangle(SpaceKind::grid, 3, 2)}, 30);
}

/// On boards that are no squares rows and columns are exchanged in small parts alone, and runs may
/// end beyond these.
TEST(BoardTest, SmallPartsOfOblongBoards) {
  compare_examples({{"game a on grid along right\n  X . X*! -> . X .*\n", "X.#"},
                    {"game b on grid along right, left\n  X+! -> .+\n", "XX."},
                    {"game c on grid along right, down\n  X . X*! -> . X .*\n", "X.#"}},
                   {rectangle(SpaceKind::grid, 2, 4), rectangle(SpaceKind::grid, 4, 2),
                    rectangle(SpaceKind::grid, 2, 3)},
                   40);
}

/// A stone that is frozen as its way is blocked would block that way itself.
TEST(BoardTest, BlockersThatRestOnEachOther) {
  compare_examples(
      {{"game a on grid along right, down\n  [X.] [^X] -> . X\n  always no XX\n", "XX..#"}},
      {rectangle(SpaceKind::grid, 2, 4)}, 300);
}

TEST(BoardTest, RunsThatGoRoundARing) {
  compare_examples({{"game a on ring\n  [XO]+! -> .+\n  [^.]+! -> .+\n", "XXO#"}},
                   {rectangle(SpaceKind::ring, 1, 6)}, 40);
}

TEST(BoardTest, RandomRunsAgreeWithTheDefinition) {
  std::mt19937_64 random(20261123);
  const char* kinds[] = {
      "grid", "strip", "strip along right", "grid along right, left", "grid along king", "ring"};
  const char* lines[] = {"X+! -> .+",     "[XO]+! -> .+",    "[XO#]+! -> .+", "X{2}! -> ..",
                         "X+! O -> .+ .", "O -> .",          "XO -> ..",      "XOX -> .O.",
                         "[XO] -> .",     "X+ -> .+",        "O X+! -> O .+", "[^.]+! -> .+",
                         "[X.] O -> . .", "X [O.] -> . [O.]"};
  for (int round = 0; round < 40; ++round) {
    std::string text = fmt::format("game random on {}\n", kinds[random() % std::size(kinds)]);
    for (size_t i = 0; i <= random() % 3; ++i)
      text += fmt::format("  {}\n", lines[random() % std::size(lines)]);
    SCOPED_TRACE(text);
    Rulebook rules;
    const auto loaded = rules.load_text("random", text);
    if (!loaded.ok()) continue;  // a line twice
    const Attempt<const Rule*> rule = rules.rule("random");
    ASSERT_TRUE(rule.ok());
    const SpaceKind kind = (*rule)->board->space.kind;
    const PlacePointer place =
        kind == SpaceKind::grid ? rectangle(kind, 2, 4) : rectangle(kind, 1, 7);
    std::string letters = "..#";
    for (const char c : {'X', 'O'}) {
      if ((*rule)->board->letters[static_cast<size_t>(c)]) letters += std::string(2, c);
    }
    Budget budget;
    if (!board_code(**rule, place, Alphabet((*rule)->board->letters), budget)) continue;
    compare_boards(**rule, place, letters, 6, random());
    if (HasFailure()) return;
  }
}

TEST(BoardTest, RandomRulesAgreeWithTheDefinition) {
  std::mt19937_64 random(20261122);
  for (int round = 0; round < 60; ++round) {
    const std::string text = random_rule(random);
    SCOPED_TRACE(text);
    Rulebook rules;
    const auto loaded = rules.load_text("random", text);
    ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
    const Attempt<const Rule*> rule = rules.rule("random");
    ASSERT_TRUE(rule.ok());
    const SpaceKind kind = (*rule)->board->space.kind;
    const bool line = kind == SpaceKind::strip || kind == SpaceKind::ring;
    compare_boards(**rule, line ? rectangle(kind, 1, 6) : rectangle(kind, 2, 3), "..XO#", 6,
                   random());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace grundy
