#include "check/drawn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "language/rulebook.h"
#include "rule/board_meaning.h"

namespace grundy {
namespace {

using Cells = DrawnMoves::Cells;

struct Drawing {
  const char* rule;
  const char* letters;
  size_t rows;
  size_t columns;
};
constexpr const char* kNogo =
    "game g on grid\n  . -> s  for s in XO\n  always every X reaches . through X and every O "
    "reaches . through O\n";
constexpr Drawing kDrawings[] = {
    {"game g on grid\n  .. -> ##\n", ".#", 3, 3},
    {"game g on grid\n  XO -> .X\n  OX -> .O\n", ".XO", 3, 3},
    {"game g on grid along king\n  s .* q:. -> . .* s  then  q:s .* . -> s .* #      for s in XO\n",
     ".X#", 2, 3},
    {"game g on grid\n  .X. -> X.X\n", ".X#", 3, 3},
    {"game g on strip\n  X .{d} -> .{d} X  along right   for d in 1..2\n  O X -> . O\n", ".XO", 1,
     7},
    {"game g on strip\n  [TH]* H -> [HT]* T  along right\n", "HT", 1, 7},
    {"game g on grid\n  X ? X -> . ? #  along right, down\n", ".X#", 3, 3},
    {"game g on grid along diag\n  X+ -> .+\n", ".X", 3, 3},
    {"game g on grid\n  . -> X\n  always no XX\n", ".X", 3, 4},
    {"game g on strip\n  . -> s  for s in XO\n  always no XO\n", ".XO", 1, 8},
    {"game g on grid along king\n  . -> Q\n  always no Q.*Q\n", ".Q", 3, 3},
    {"game g on strip\n  . -> X\n  O. -> #.\n  O -> . along right\n  always no XX and no XOX\n",
     ".XO#", 1, 8},
    {"game g on grid along king\n  . -> X\n  over some XXX or some XX.X\n", ".X", 3, 3},
    // Walks.
    {kNogo, ".XO", 1, 9},
    {kNogo, ".XO", 2, 4},
    {kNogo, ".XO#", 3, 3},
    {"game g on strip\n  . -> s  for s in XO\n  always every X reaches . through [XO]\n", ".XO", 1,
     8},
    {"game g on grid along right, down\n  . -> s  for s in XO\n  always every X reaches . and "
     "every O reaches . "
     "through O\n",
     ".XO", 2, 4},
    {"game g on strip\n  . -> X\n  .. -> OO\n  always every X reaches . through X and no XO\n",
     ".XO", 1, 7},
    {"game g on grid\n  X. -> .X  along right, down\n  X -> #\n  always every X reaches . through "
     "X\n",
     ".X#", 2, 4},
    {"game g on ring\n  . -> s  for s in XO\n  always every X reaches . through X and every O "
     "reaches . through O\n",
     ".XO", 1, 8},
    // Blocks, edges, runs of all, groups, all neighbours.
    {"game g on grid\n  ..|.? -> ##|#?\n", ".#", 3, 3},
    {"game g on grid along hex\n  ..|.? -> ##|#?\n", ".#", 3, 3},
    {"game g on torus\n  .. -> ##\n", ".#", 3, 3},
    {"game g on ring\n  X [XO]{k} . -> . [XO]{k} X  along right  for k in 1..2\n  X -> .\n", ".XO",
     1, 7},
    {"game g on strip\n  $ X{k} -> $ X{k-1} .  along right  for k >= 1\n  O X{k} $ -> . X{k} $  "
     "for k >= 1\n",
     ".XO", 1, 7},
    {"game g on strip\n  [XO#]+! -> .+\n", ".XO#", 1, 6},
    {"game g on grid\n  X (O.)* O . -> . (..)* . X\n  O (X.)* X . -> . (..)* . O\n", ".XO", 2, 5},
    {"game g on grid\n  u:H -> T  then every [HT] that u reaches -> T\n", "HT", 2, 4},
    {"game g on grid\n  . -> s  for s in AB\n  always all(no ss for s in AB)\n", ".AB", 2, 4},
};

class OfDrawing {
 public:
  explicit OfDrawing(const Drawing& drawing) {
    EXPECT_TRUE(book_.load_text("test", drawing.rule).ok());
    rule_ = *book_.rule("g");
    lie_on(rectangle(rule_->board->space.kind, drawing.rows, drawing.columns));
  }
  /// On a graph with so many vertices.
  OfDrawing(const char* rule, size_t vertices, std::vector<Place::Edge> edges) {
    EXPECT_TRUE(book_.load_text("test", rule).ok());
    rule_ = *book_.rule("g");
    Place place;
    place.kind = rule_->board->space.kind;
    place.edge_cells = rule_->board->space.edges;
    for (size_t i = 0; i < vertices; ++i) place.vertices.push_back(static_cast<int64_t>(i + 1));
    place.edges = std::move(edges);
    lie_on(std::make_shared<const Place>(std::move(place)));
  }
  const DrawnMoves& moves() const { return moves_; }
  const PlacePointer& place() const { return place_; }
  size_t cells() const { return place_->cells(); }

  Board board(const std::string& letters) const {
    Board board{place_, {}};
    for (const char letter : letters) board.cells.push_back(letter_cell(letter));
    return board;
  }
  std::set<std::vector<Cell>> options_by_definition(const Board& board) const {
    std::set<std::vector<Cell>> result;
    const Fault fault = board_moves_by_definition({rule_, {}, {}, board}, [&](BoardMove move) {
      result.insert(move.to[0].board.cells);
      return true;
    });
    EXPECT_EQ(fault.kind, Fault::Kind::none);
    return result;
  }
  /// By the options of the whole board; -1 while it is being worked on.
  int64_t value(const Cells& cells) {
    const auto [at, fresh] = values_.try_emplace(cells, -1);
    if (!fresh) return at->second;
    std::set<int64_t> found;
    for (const Cells& option : moves_.options(cells)) found.insert(value(option));
    int64_t mex = 0;
    while (found.contains(mex)) ++mex;
    return values_[cells] = mex;
  }

 private:
  void lie_on(PlacePointer place) {
    place_ = std::move(place);
    auto made = DrawnMoves::of(*rule_, place_);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
    moves_ = *std::move(made);
  }

  Rulebook book_;
  const Rule* rule_ = nullptr;
  PlacePointer place_;
  DrawnMoves moves_ = {};
  std::map<Cells, int64_t> values_;
};

/// A board that is allowed.
Board random_board(const OfDrawing& of, const std::string& letters, std::mt19937_64& random) {
  while (true) {
    std::string cells;
    const size_t free = random() % 4;
    for (size_t i = 0; i < of.cells(); ++i)
      cells += letters[random() % 4 < free ? 0 : random() % letters.size()];
    Board board = of.board(cells);
    if (of.moves().is_allowed(*of.moves().cells(board))) return board;
  }
}

TEST(DrawnMoves, AreThoseOfTheDefinition) {
  for (const Drawing& drawing : kDrawings) {
    const OfDrawing of(drawing);
    std::mt19937_64 random(1);
    for (int round = 0; round < 60; ++round) {
      const Board board = random_board(of, drawing.letters, random);
      std::set<std::vector<Cell>> options;
      for (const Cells& option : of.moves().options(*of.moves().cells(board)))
        options.insert(of.moves().letters(option));
      EXPECT_EQ(options, of.options_by_definition(board)) << drawing.rule;
    }
  }
}

TEST(DrawnMoves, ABoardIsTheSumOfItsParts) {
  size_t fell_apart = 0;
  for (const Drawing& drawing : kDrawings) {
    OfDrawing of(drawing);
    std::mt19937_64 random(2);
    for (int round = 0; round < 60; ++round) {
      const Cells cells = *of.moves().cells(random_board(of, drawing.letters, random));
      const std::vector<Cells> parts = of.moves().parts(cells);
      int64_t sum = 0;
      for (const Cells& part : parts) {
        sum ^= of.value(part);
        EXPECT_EQ(*of.moves().read(of.moves().text(part)), part);
        EXPECT_EQ(of.moves().parts(part).size(), 1u);
      }
      EXPECT_EQ(sum, of.value(cells)) << drawing.rule << of.moves().text(cells);
      fell_apart += parts.size() > 1;
    }
  }
  EXPECT_GT(fell_apart, 60u);
}

// Every board of nine cells: what lies on one side of a stone that lives for ever, or of a cell
// that nobody fills, is on its own.
TEST(DrawnMoves, EveryBoardOfNogoIsTheSumOfItsParts) {
  for (const auto& [rows, columns] : {std::pair<size_t, size_t>{1, 9}, {3, 3}}) {
    const Drawing nogo{kNogo, ".XO", rows, columns};
    OfDrawing of(nogo);
    size_t allowed = 0;
    size_t fell_apart = 0;
    for (size_t number = 0; number < 19'683; ++number) {  // 3^9
      std::string letters;
      for (size_t rest = number; letters.size() < 9; rest /= 3) letters += ".XO"[rest % 3];
      const Cells cells = *of.moves().cells(of.board(letters));
      if (!of.moves().is_allowed(cells)) continue;
      ++allowed;
      const std::vector<Cells> parts = of.moves().parts(cells);
      fell_apart += parts.size() > 1;
      int64_t sum = 0;
      for (const Cells& part : parts) sum ^= of.value(part);
      ASSERT_EQ(sum, of.value(cells)) << letters;
    }
    EXPECT_GT(allowed, 1000u);
    EXPECT_GE(fell_apart, rows == 1 ? 300u : 0u);
  }
}

TEST(DrawnMoves, ACellThatNobodyFillsParts) {
  const OfDrawing nogo({kNogo, ".XO", 1, 9});
  const auto parts = [&](const char* letters) {
    std::string text;
    for (const Cells& part : nogo.moves().parts(*nogo.moves().cells(nogo.board(letters))))
      text += (text.empty() ? "" : " ") + nogo.moves().text(part);
    return text;
  };
  EXPECT_EQ(parts("..X.OX..#"), "..O ..O-");
  // Neighbours with the same letter are one, and X and O back to back are not.
  EXPECT_EQ(parts(".XX.OO..."), parts(".X.O...##"));
  EXPECT_EQ(parts("..XXOO..."), "...O ..O");
}

TEST(DrawnMoves, AGraphIsTheSumOfItsParts) {
  struct OnGraph {
    const char* rule;
    const char* letters;
  };
  constexpr OnGraph kOnGraphs[] = {
      {"game g on graph\n  . -> X\n  always no XX\n", ".X"},
      {"game g on graph\n  . -> s  for s in XO\n  always no XO\n", ".XO"},
      {"game g on graph\n  .. -> ##\n", ".#"},
      {"game g on graph\n  T. -> #T\n", "..T"},
      {"game g on arcs\n  T. -> #T\n  .T. -> #.#\n", "..T#"},
      {"game g on graph with edges\n  T-. -> .#T\n", ".-T"},
      {"game g on graph with edges\n  - -> X\n  always no u: X . X . X u:\n", ".-"},
      {"game g on graph\n  . -> s  for s in XO\n  always every X reaches . through X and every O "
       "reaches . through O\n",
       ".XO"},
      {"game g on arcs\n  . -> s  for s in XO\n  always every X reaches . through X\n", ".XO"},
      {"game g on graph\n  u:X -> #  then every . that u reaches -> X\n", ".X"},
  };
  std::mt19937_64 random(3);
  size_t fell_apart = 0;
  size_t met_before = 0;
  for (const OnGraph& game : kOnGraphs) {
    for (int round = 0; round < 40; ++round) {
      const bool has_edges = std::string(game.letters).find('-') != std::string::npos;
      const size_t vertices = has_edges ? 5 : 7;
      std::vector<Place::Edge> edges;
      for (size_t a = 0; a < vertices; ++a) {
        for (size_t b = a + 1; b < vertices; ++b) {
          if (random() % vertices < 2) edges.push_back({a, b});
        }
      }
      OfDrawing of(game.rule, vertices, edges);
      for (int board = 0; board < 3; ++board) {
        const Cells cells = *of.moves().cells(random_board(of, game.letters, random));
        std::set<std::vector<Cell>> options;
        for (const Cells& option : of.moves().options(cells))
          options.insert(of.moves().letters(option));
        EXPECT_EQ(options, of.options_by_definition({of.place(), of.moves().letters(cells)}))
            << game.rule;
        const std::vector<Cells> parts = of.moves().parts(cells);
        int64_t sum = 0;
        for (const Cells& part : parts) {
          sum ^= of.value(part);
          EXPECT_EQ(*of.moves().read(of.moves().text(part)), part);
        }
        EXPECT_EQ(sum, of.value(cells)) << game.rule << of.moves().text(cells);
        fell_apart += parts.size() > 1;
        met_before += parts.size() > 1 && parts[0] == parts[1];
      }
    }
  }
  EXPECT_GT(fell_apart, 200u);
  EXPECT_GT(met_before, 20u);
}

TEST(DrawnMoves, ImagesOfAPartAreOne) {
  const OfDrawing cram(kDrawings[0]);
  EXPECT_EQ(cram.moves().symmetries(), 8u);
  const auto part = [&](const char* letters) {
    return cram.moves().parts(*cram.moves().cells(cram.board(letters)));
  };
  EXPECT_EQ(part("..##.####"), part("####.##.."));
  EXPECT_EQ(part("..#######"), part("#####.##."));
  EXPECT_NE(part("...######"), part("..##.####"));
  EXPECT_TRUE(part("#.#.#.#.#").empty());
  // Downwards and to the right are upwards and to the left where . and # are exchanged.
  EXPECT_EQ(OfDrawing(kDrawings[6]).moves().symmetries(), 4u);
}

TEST(DrawnMoves, OtherRulesAreDeclined) {
  for (const char* rule :
       {"game g on grid\n  . -> X\n  over count(X) = 3\n",
        "game g on strip\n  X. -> .X  if some OO\n", "game g on strip\n  [X.] -> X\n",
        "game g on strip\n  . -> X\n  always every X reaches [X.]\n",
        "game g on grid\n  X -> .  then every X that reaches no O through X -> .\n"}) {
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", rule).ok()) << rule;
    const Rule& read = **book.rule("g");
    EXPECT_FALSE(DrawnMoves::of(read, rectangle(read.board->space.kind, 1, 5)).ok()) << rule;
  }
}

}  // namespace
}  // namespace grundy
