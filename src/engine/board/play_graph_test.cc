// Keys of what can still be played, against the definition: on all small graphs, with all letters,
// for random rules.
#include "engine/board/play_graph.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "language/board_text.h"
#include "language/rulebook.h"
#include "reference/board_values.h"

namespace grundy {
namespace {

using Edges = std::vector<Place::Edge>;
using WholeKey = std::pair<uint64_t, uint64_t>;

const char* const kRulesOnVertices[] = {
    "game a on graph\n  . -> X\n  always no XX\n",
    "game a on graph\n  T. -> #T\n",
    "game a on graph\n  .. -> ##\n",
    "game a on graph\n  . -> s   for s in XO\n  always no XO\n",
    "game a on graph\n  . -> s   for s in XO\n  always no XX and no OO\n",
    "game a on graph\n  X.O -> O#.\n",
    "game a on graph\n  . -> X\n  over some XXX\n",
    "game a on graph\n  . -> s   for s in ABC\n  always all(no ss for s in ABC)\n",
    "game a on graph\n  . -> s   for s in XO\n  over any(some sss for s in XO)\n",
    "game a on graph\n  . -> s   for s in XO\n  always all(every s reaches . through s for s in "
    "XO)\n",
    "game a on graph\n  . -> s   for s in XO\n  always every X reaches . through X and every O "
    "reaches . through O\n",
};
const char* const kRulesOnEdges[] = {
    "game a on graph with edges\n  T-. -> .#T\n",
    "game a on graph with edges\n  - -> X\n  always no u: X . X . X u:\n",
    "game a on graph with edges\n  .-X -> X#.\n  X-X -> .-.\n",
    "game a on graph with edges\n  .-X -> X#.\n  XAX -> .-X\n",
};

/// Letters that the rule reads or writes, and one more.
std::string letters_of(const Rule& rule) {
  std::string letters;
  for (size_t c = 0; c < rule.board->letters.size(); ++c) {
    if (rule.board->letters[c]) letters += static_cast<char>(c);
  }
  return letters;
}

/// Keys of boards on one graph.
class Keys {
 public:
  Keys(const Rule& rule, const PlacePointer& place) : alphabet_(rule.board->letters) {
    Budget budget;
    Attempt<BoardCode> code = board_code(rule, place, alphabet_, budget);
    if (!code) return;
    code_ = *std::move(code);
    graph_.emplace(code_, shapes_of<1>(code_.moves), shapes_of<1>(code_.never),
                   shapes_of<1>(code_.over));
  }
  bool is_searched() const { return graph_.has_value(); }
  std::optional<WholeKey> key(const Cells& cells) {
    Planes<1> planes{};
    for (size_t i = 0; i < cells.size(); ++i) {
      const uint8_t k = code_.class_of_letter[alphabet_.number(letter_of(cells[i]))];
      if (k > 0) planes[k - 1u].add(i);
    }
    const auto named = graph_->named(planes);
    return named ? std::optional(WholeKey{named->key.high, named->key.low}) : std::nullopt;
  }

 private:
  Alphabet alphabet_;
  BoardCode code_;
  std::optional<PlayGraph<1>> graph_;
};

/// Equal keys have equal values, whatever the graphs.
class KeyedValues {
 public:
  explicit KeyedValues(const std::string& text) {
    const auto loaded = rules_.load_text("test", text);
    EXPECT_TRUE(loaded.ok()) << text << loaded.error().to_string();
    if (loaded.ok()) rule_ = *rules_.rule("a");
  }
  const Rule& rule() const { return *rule_; }

  void add(Keys& keys, BoardDefinition& definition, const Cells& cells) {
    if (!definition.is_legal(cells)) return;
    const std::optional<WholeKey> key = keys.key(cells);
    ++boards_;
    if (!key) return;
    const uint64_t value = definition.value(cells);
    const auto [at, fresh] = values_.try_emplace(*key, value, cells);
    ASSERT_EQ(at->second.first, value)
        << to_string(definition.at(cells)) << " and board "
        << to_string(definition.at(at->second.second)) << " of another graph";
    told_ += fresh ? 0 : 1;
  }
  void add_all(const PlacePointer& place) {
    Keys keys(*rule_, place);
    ASSERT_TRUE(keys.is_searched());
    BoardDefinition definition(*rule_, place);
    const std::string letters = letters_of(*rule_);
    size_t boards = 1;
    for (size_t i = 0; i < place->cells(); ++i) boards *= letters.size();
    for (size_t board = 0; board < boards && !testing::Test::HasFailure(); ++board) {
      Cells cells;
      size_t rest = board;
      for (size_t i = 0; i < place->cells(); ++i, rest /= letters.size())
        cells.push_back(letter_cell(letters[rest % letters.size()]));
      add(keys, definition, cells);
    }
  }
  size_t boards() const { return boards_; }
  size_t told() const { return told_; }

 private:
  Rulebook rules_;
  const Rule* rule_ = nullptr;
  std::map<WholeKey, std::pair<uint64_t, Cells>> values_;
  size_t boards_ = 0;
  size_t told_ = 0;
};

/// Every graph on so many vertices, one of each shape.
std::vector<Edges> shapes_of_graphs(size_t vertices) {
  Edges pairs;
  for (size_t v = 0; v < vertices; ++v) {
    for (size_t w = v + 1; w < vertices; ++w) pairs.push_back({v, w});
  }
  std::set<Edges> met;
  std::vector<Edges> result;
  for (size_t set = 0; set < size_t{1} << pairs.size(); ++set) {
    Edges edges;
    for (size_t i = 0; i < pairs.size(); ++i) {
      if ((set >> i & 1) != 0) edges.push_back(pairs[i]);
    }
    if (met.contains(edges)) continue;
    result.push_back(edges);
    std::vector<size_t> order(vertices);
    std::iota(order.begin(), order.end(), size_t{0});
    do {
      Edges image;
      for (const auto& [from, to] : edges)
        image.push_back({std::min(order[from], order[to]), std::max(order[from], order[to])});
      std::sort(image.begin(), image.end());
      met.insert(image);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return result;
}

TEST(PlayGraphTest, KeysTellValuesOnAllSmallGraphs) {
  for (const char* text : kRulesOnVertices) {
    KeyedValues values(text);
    const size_t letters = letters_of(values.rule()).size();
    for (size_t vertices = 1; vertices <= (letters > 4 ? 3 : letters > 3 ? 4 : 5); ++vertices) {
      for (const Edges& edges : shapes_of_graphs(vertices))
        values.add_all(graph_place(vertices, edges, false));
    }
    EXPECT_GT(2 * values.told(), values.boards()) << text;
  }
  for (const char* text : kRulesOnEdges) {
    KeyedValues values(text);
    for (size_t vertices = 2; vertices <= 4; ++vertices) {
      for (const Edges& edges : shapes_of_graphs(vertices)) {
        if (vertices + edges.size() <= 7) values.add_all(graph_place(vertices, edges, true));
      }
    }
    EXPECT_GT(2 * values.told(), values.boards()) << text;
  }
}

Edges random_edges(size_t vertices, uint64_t density, std::mt19937_64& random) {
  Edges edges;
  for (size_t v = 0; v < vertices; ++v) {
    for (size_t w = v + 1; w < vertices; ++w) {
      if (random() % 100 < density) edges.push_back({v, w});
    }
  }
  return edges;
}

/// Lines of paths of at most three vertices that lower a weight of letters, now and then a clause.
std::string random_rule_on_graphs(std::mt19937_64& random) {
  const std::string letters = ".XO#";
  std::string text = "game a on graph\n";
  const int weight[] = {static_cast<int>(random() % 4), 4, static_cast<int>(random() % 4),
                        static_cast<int>(random() % 3)};
  for (int lines = 0; lines < 1 + static_cast<int>(random() % 2);) {
    std::string left;
    std::string right;
    int lowered = 0;
    for (size_t i = 0; i <= random() % 3; ++i) {
      const size_t a = random() % 4;
      const size_t b = random() % 4;
      if (random() % 6 == 0) {
        left += "[XO]";
        right += "?O"[random() % 2];
        continue;
      }
      left += a == 3 ? "[#]" : std::string(1, letters[a]);
      right += letters[b];
      lowered += weight[a] - weight[b];
    }
    if (lowered <= 0) continue;
    text += fmt::format("  {} -> {}\n", left, right);
    ++lines;
  }
  const char* clauses[] = {"",
                           "",
                           "  always no XO\n",
                           "  always no XX and no O.O\n",
                           "  always no X.X\n",
                           "  always every X reaches . through [XO]\n",
                           "  over some XOX\n"};
  return text + clauses[random() % std::size(clauses)];
}

TEST(PlayGraphTest, KeysOfRandomRulesTellValues) {
  std::mt19937_64 random(20261124);
  for (int round = 0; round < 250 && !HasFailure(); ++round) {
    const std::string text = random_rule_on_graphs(random);
    SCOPED_TRACE(text);
    Rulebook rules;
    if (!rules.load_text("test", text)) continue;  // a line twice
    KeyedValues values(text);
    for (size_t vertices = 1; vertices <= 4; ++vertices) {
      for (const Edges& edges : shapes_of_graphs(vertices)) {
        const PlacePointer place = graph_place(vertices, edges, false);
        if (Keys(values.rule(), place).is_searched()) values.add_all(place);
      }
    }
  }
}

/// Vertices renamed, the key stays.
TEST(PlayGraphTest, NamesOfVerticesDoNotMatter) {
  std::mt19937_64 random(5);
  std::vector<std::string> texts(std::begin(kRulesOnVertices), std::end(kRulesOnVertices));
  for (int i = 0; i < 20; ++i) texts.push_back(random_rule_on_graphs(random));
  size_t keys = 0;
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    Rulebook rules;
    if (!rules.load_text("test", text)) continue;
    const Rule& rule = **rules.rule("a");
    const std::string letters = letters_of(rule) + "...";
    for (int round = 0; round < 12; ++round) {
      const size_t vertices = 6 + random() % 10;
      const Edges edges = random_edges(vertices, 30, random);
      std::vector<size_t> order(vertices);
      std::iota(order.begin(), order.end(), size_t{0});
      std::shuffle(order.begin(), order.end(), random);
      Edges images;
      for (const auto& [from, to] : edges)
        images.push_back({std::min(order[from], order[to]), std::max(order[from], order[to])});
      Cells cells;
      for (size_t v = 0; v < vertices; ++v)
        cells.push_back(letter_cell(letters[random() % letters.size()]));
      Cells image(vertices);
      for (size_t v = 0; v < vertices; ++v) image[order[v]] = cells[v];
      Keys here(rule, graph_place(vertices, edges, false));
      Keys there(rule, graph_place(vertices, images, false));
      ASSERT_EQ(here.is_searched(), there.is_searched());
      if (!here.is_searched()) continue;
      ASSERT_EQ(here.key(cells), there.key(image));
      keys += here.key(cells) ? 1 : 0;
    }
  }
  EXPECT_GT(keys, 150u);
}

/// X and O of Snort may be exchanged, edges at which nothing can happen are left out, and large
/// parts have no key.
TEST(PlayGraphTest, WhatCanStillBePlayed) {
  Rulebook rules;
  ASSERT_TRUE(rules.load_text("test", kRulesOnVertices[3]).ok());
  const Rule& snort = **rules.rule("a");
  const auto key = [&](size_t vertices, const Edges& edges, const std::string& letters) {
    Cells cells;
    for (const char letter : letters) cells.push_back(letter_cell(letter));
    return Keys(snort, graph_place(vertices, edges, false)).key(cells);
  };
  const Edges path = {{0, 1}, {1, 2}, {2, 3}};
  EXPECT_EQ(key(4, path, ".X.."), key(4, path, ".O.."));
  EXPECT_EQ(key(4, path, ".X.."), key(4, path, "..X."));
  EXPECT_NE(key(4, path, ".X.."), key(4, path, "X..."));
  // Both ends may get X alone: that they are neighbours does not matter any more.
  EXPECT_EQ(key(4, path, "X..X"), key(5, {{0, 1}, {2, 3}}, "X..X#"));
  EXPECT_NE(key(4, path, "X..O"), key(5, {{0, 1}, {2, 3}}, "X..O#"));
  EXPECT_TRUE(key(40, {}, std::string(40, '.')).has_value());
}

TEST(PlayGraphTest, ValuesOnLargerGraphsAgreeWithTheDefinition) {
  std::mt19937_64 random(7);
  for (const char* text : kRulesOnVertices) {
    Rulebook rules;
    ASSERT_TRUE(rules.load_text("test", text).ok());
    const Rule& rule = **rules.rule("a");
    SCOPED_TRACE(text);
    const size_t letters = letters_of(rule).size();
    for (int round = 0; round < 4 && !HasFailure(); ++round) {
      const size_t vertices = letters > 3 ? 6 : 6 + random() % 3;
      compare_boards(
          rule, graph_place(vertices, random_edges(vertices, 25 + random() % 30, random), false),
          letters_of(rule) + ".", 8, random());
    }
  }
  for (int round = 0; round < 40 && !HasFailure(); ++round) {
    const std::string text = random_rule_on_graphs(random);
    SCOPED_TRACE(text);
    Rulebook rules;
    if (!rules.load_text("test", text)) continue;
    const Rule& rule = **rules.rule("a");
    const PlacePointer place = graph_place(6, random_edges(6, 40, random), false);
    if (Keys(rule, place).is_searched()) compare_boards(rule, place, letters_of(rule), 8, random());
  }
}

}  // namespace
}  // namespace grundy
