// Rings, paths, cycles, ladders and caterpillars: what the recursions say against the search of
// boards.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/board/place_search.h"
#include "engine/strip/strip.h"
#include "language/rulebook.h"
#include "reference/frieze_board.h"
#include "rule/board_clauses.h"

namespace grundy {
namespace {

/// A game `g` on boards of one frieze.
class FriezeGame {
 public:
  FriezeGame(const std::string& rule, const std::string& name) {
    const auto loaded = book_.load_text("test", rule);
    EXPECT_TRUE(loaded.ok()) << rule << (loaded ? "" : loaded.error().to_string());
    rule_ = *book_.rule("g");
    const Space& space = rule_->board->space;
    frieze_ = name.empty() ? board_frieze(space.kind, 1)
              : name[0] >= '1' && name[0] <= '9'
                  ? board_frieze(space.kind, static_cast<size_t>(name[0] - '0'))
                  : *named_frieze(name, space, 2);
    Attempt<strip::LocalRule> local = strip::LocalRule::of(*rule_, frieze_, budget_);
    if (local) {
      recursions_.emplace(*std::move(local));
    } else {
      why_ = local.error().message();
    }
  }

  const Frieze& frieze() const { return frieze_; }
  const std::string& why() const { return why_; }
  /// Of the letters, column by column; nothing where the engine declines.
  std::optional<uint64_t> recursive(const std::string& columns) {
    if (!recursions_) return std::nullopt;
    const PlacePointer place = frieze_.place(columns.size() / frieze_.height());
    const std::vector<size_t> cells = frieze_.cells(*place);
    strip::Word word;
    for (size_t i = 0; i < columns.size(); ++i)
      word.push_back(cells[i] == Frieze::kNoCell
                         ? '\0'
                         : recursions_->rule().class_of(letter_cell(columns[i])));
    const Attempt<uint64_t> value = frieze_.is_ring() ? recursions_->ring_value(word, budget_)
                                                      : recursions_->value(word, budget_);
    if (!value) why_ = value.error().message();
    return value ? std::optional(*value) : std::nullopt;
  }
  /// Nothing where the board is not allowed, or play may go round.
  std::optional<uint64_t> searched(const std::string& columns) {
    const PlacePointer place = frieze_.place(columns.size() / frieze_.height());
    const std::vector<Cell> cells = reference::cells_of_columns(frieze_, *place, columns);
    Fault fault;
    if (broken_clause({rule_, {}, {}, {place, cells}}, fault) != nullptr) return std::nullopt;
    const Alphabet alphabet(rule_->board->letters);
    const auto code = board_code(*rule_, place, alphabet, budget_);
    if (!code) return std::nullopt;
    auto search = place_search(*code, alphabet);
    if (!search) return std::nullopt;
    const Attempt<uint64_t> value = (*search)->value(cells, budget_);
    return value ? std::optional(*value) : std::nullopt;
  }
  std::optional<uint64_t> by_definition(const std::string& columns) const {
    const PlacePointer place = frieze_.place(columns.size() / frieze_.height());
    return reference::ValuesByMeaning().value(
        *rule_, place, reference::cells_of_columns(frieze_, *place, columns));
  }

 private:
  Rulebook book_;
  const Rule* rule_ = nullptr;
  Frieze frieze_;
  Budget budget_;
  std::optional<strip::Recursions> recursions_;
  std::string why_;
};

std::string repeated_columns(const std::string& period, size_t n) {
  std::string word;
  for (size_t i = 0; i < n; ++i) word += period;
  return word;
}

constexpr const char* kCoverOnGrid = "game g on grid\n  .. -> ##\n";
constexpr const char* kNodesOnGraph = "game g on graph\n  . -> X\n  always no XX\n";

TEST(Friezes, AreTheGraphsOfTheirNames) {
  Space space;
  space.kind = SpaceKind::graph;
  const auto edges_of = [&](const char* name, size_t columns, size_t rows = 1) {
    const PlacePointer place = named_frieze(name, space, rows)->place(columns);
    std::string text = fmt::format("{}:", place->vertices.size());
    for (const Place::Edge& edge : place->edges)
      text += fmt::format(" {}-{}", place->vertices[edge.from], place->vertices[edge.to]);
    return text;
  };
  EXPECT_EQ(edges_of("path", 4), "4: 1-2 2-3 3-4");
  EXPECT_EQ(edges_of("cycle", 4), "4: 1-2 1-4 2-3 3-4");
  EXPECT_EQ(edges_of("cycle", 2), "2: 1-2");
  EXPECT_EQ(edges_of("cycle", 1), "1:");
  EXPECT_EQ(edges_of("ladder", 3), "6: 1-2 1-4 2-3 2-5 3-6 4-5 5-6");
  EXPECT_EQ(edges_of("grid", 3, 2), edges_of("ladder", 3));
  EXPECT_EQ(edges_of("caterpillar", 3), "6: 1-2 1-4 2-3 2-5 3-6");
  for (const bool edges : {false, true}) {
    space.edges = edges;
    for (const char* name : {"path", "cycle", "ladder", "caterpillar", "grid"}) {
      const Frieze frieze = *named_frieze(name, space, 3);
      for (size_t columns = 4; columns < 9; ++columns) {
        const PlacePointer place = frieze.place(columns);
        const auto found = frieze_of(*place);
        ASSERT_TRUE(found) << name;
        EXPECT_EQ(found->first, frieze) << name;
        EXPECT_EQ(found->second, columns) << name;
        // Every cell once.
        std::vector<size_t> cells = frieze.cells(*place);
        std::erase(cells, Frieze::kNoCell);
        std::sort(cells.begin(), cells.end());
        ASSERT_EQ(cells.size(), place->cells()) << name;
        for (size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], i) << name;
      }
    }
  }
  EXPECT_FALSE(frieze_of(*rectangle(SpaceKind::word, 1, 5)));
}

TEST(Friezes, AreTheSearchedBoards) {
  struct Case {
    const char* rule;
    const char* name;
    const char* period;
    size_t least;  // copies, from where on there has to be a value
  };
  const Case cases[] = {
      {kNodesOnGraph, "path", ".", 0},
      {kNodesOnGraph, "cycle", ".", 16},
      {kNodesOnGraph, "ladder", "..", 0},
      {kNodesOnGraph, "caterpillar", "..", 0},
      {kCoverOnGrid, "path", ".", 0},
      {kCoverOnGrid, "cycle", ".", 12},
      {kCoverOnGrid, "caterpillar", "..", 0},
      {"game g on graph\n  . -> s  for s in XO\n  always no XO\n", "path", ".", 0},
      {"game g on graph\n  . -> s  for s in XO\n  always no XO\n", "cycle", ".", 16},
      {"game g on graph\n  . -> s  for s in XO\n  always no XX and no OO\n", "cycle", ".", 16},
      {"game g on graph\n  . -> s  for s in ABC\n  always all(no ss for s in ABC)\n", "path", ".",
       8},
      {"game g on ring\n  . -> #\n  .. -> ##\n", "", ".", 12},
      {"game g on ring\n  . -> X\n  always no XX and no X?X\n", "", ".", 26},
      {"game g on ring\n  XO -> .X\n  OX -> .O\n", "", "XO", 8},
      {"game g on ring\n  s t -> . s  for s, t in XO\n", "", "X", 12},
      {"game g on ring\n  ... -> ###\n", "", ".", 16},
      {"game g on torus\n  . -> X\n  always no XX\n", "2", "..", 16},
      {"game g on torus\n  .. -> ##  along down\n", "2", "..", 8},
      {"game g on graph with edges\n  . - . -> . # .\n", "path", ".-", 0},
      {"game g on graph with edges\n  . - . -> X # X\n", "path", ".-", 0},
      {"game g on graph with edges\n  . - . -> X # X\n", "cycle", ".-", 14},
      {"game g on graph with edges\n  - . - -> # . #\n", "cycle", ".-", 14},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(fmt::format("{}{} of {}", one.rule, one.name, one.period));
    FriezeGame game(one.rule, one.name);
    size_t compared = 0;
    for (size_t n = 1; n <= std::max<size_t>(one.least + 4, 18) && n * game.frieze().height() < 60;
         ++n) {
      const std::string columns = repeated_columns(one.period, n);
      const std::optional<uint64_t> value = game.recursive(columns);
      if (!value && n < one.least) continue;
      if (!value && one.rule != kCoverOnGrid) {
        ADD_FAILURE() << game.why() << ", n = " << n;
        break;
      }
      if (!value) break;
      EXPECT_EQ(value, game.searched(columns)) << "n = " << n;
      if (columns.size() <= 7) {
        EXPECT_EQ(value, game.by_definition(columns)) << "n = " << n;
      }
      ++compared;
    }
    EXPECT_GT(compared, 2u) << game.why();
  }
}

TEST(Friezes, OfAnyLetters) {
  const struct {
    const char* rule;
    const char* name;
    const char* letters;
  } cases[] = {
      {"game g on ring\n  XO -> .X\n  OX -> .O\n", "", "XO."},
      {"game g on ring\n  . -> #\n  .. -> ##\n", "", ".#"},
      {kNodesOnGraph, "cycle", "..X"},
      {"game g on graph\n  . -> s  for s in XO\n  always no XO\n", "cycle", "...XO"},
      {"game g on graph with edges\n  . - . -> X # X\n", "cycle", ".-#X"},
      {"game g on graph with edges\n  . - . -> X # X\n", "caterpillar", ".-#X"},
  };
  size_t compared = 0;
  for (const auto& one : cases) {
    FriezeGame game(one.rule, one.name);
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 40; ++trial) {
      // Mostly one letter, so that parts are of a kind.
      std::string columns;
      for (size_t n = 12 + random() % 12; n > 0; --n) {
        for (size_t row = 0; row < game.frieze().height(); ++row) {
          const bool is_edge = row >= game.frieze().rows;
          const std::string letters = one.letters;
          columns += random() % 5 > 0 ? (is_edge ? '-' : letters[0])
                     : is_edge        ? "-#"[random() % 2]
                                      : letters[random() % letters.size()];
        }
      }
      const std::optional<uint64_t> searched = game.searched(columns);
      const std::optional<uint64_t> value = game.recursive(columns);
      if (!value || !searched) continue;
      ASSERT_EQ(value, searched) << one.rule << one.name << " " << columns;
      ++compared;
    }
  }
  EXPECT_GT(compared, 60u);
}

TEST(Friezes, OfRandomRulesAreTheSearchedBoards) {
  const struct {
    const char* space;
    const char* name;
  } spaces[] = {{"ring", ""},
                {"graph", "cycle"},
                {"graph", "path"},
                {"graph", "ladder"},
                {"graph", "caterpillar"},
                {"graph with edges", "cycle"},
                {"graph with edges", "path"},
                {"graph with edges", "caterpillar"},
                {"torus", "2"}};
  std::map<std::string, size_t> compared;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    std::mt19937_64 random(seed);
    const auto& [space, name] = spaces[random() % std::size(spaces)];
    const std::string rule = reference::random_game(random, space);
    Rulebook book;
    if (!book.load_text("test", rule)) continue;
    FriezeGame game(rule, name);
    std::string period;
    const std::string filling = ".XO";
    for (size_t columns = 1 + random() % 2; columns > 0; --columns) {
      for (size_t row = 0; row < game.frieze().height(); ++row)
        period += row < game.frieze().rows ? filling[random() % 3] : '-';
    }
    for (const size_t n : {size_t{7}, size_t{10}, size_t{13}}) {
      const std::string columns = repeated_columns(period, n);
      if (columns.size() > 40) break;
      const std::optional<uint64_t> value = game.recursive(columns);
      if (!value) continue;
      const std::optional<uint64_t> searched = game.searched(columns);
      if (!searched) break;
      ASSERT_EQ(value, searched) << rule << name << " " << columns << ", seed " << seed;
      ++compared[std::string(space) + " " + name];
    }
  }
  for (const auto& one : spaces)
    EXPECT_GT(compared[std::string(one.space) + " " + one.name], 5u)
        << one.space << " " << one.name;
}

TEST(Friezes, DeclineWhatIsNotLocalOrOfNoKinds) {
  const auto why = [](const char* rule, const char* name, const char* period) {
    FriezeGame game(rule, name);
    EXPECT_FALSE(game.recursive(repeated_columns(period, 30))) << rule;
    return game.why();
  };
  EXPECT_NE(why("game g on ring start H\n  H -> T\n  TT -> ..\n", "", "H").find("stays a ring"),
            std::string::npos);
  EXPECT_NE(why(kCoverOnGrid, "ladder", "..").find("kinds"), std::string::npos);
  EXPECT_NE(why("game g on graph\n  X? -> .?\n", "path", "X").find("far away"), std::string::npos);
  EXPECT_NE(why("game g on arcs\n  .. -> #.\n", "cycle", ".").find("not the same"),
            std::string::npos);
}

}  // namespace
}  // namespace grundy
