// Forms of small graphs against isomorphism by definition, all permutations being tried.
#include "engine/board/graph_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "reference/coloured_graphs.h"

namespace grundy {
namespace {

/// Two kinds that are each other backwards, and one that is itself; by the digits of a number, a
/// few bits a pair.
ColouredGraph by_number(size_t vertices, uint64_t number, uint64_t colours) {
  ColouredGraph graph = graph_of(vertices, 3);
  for (size_t v = 0; v < vertices; ++v) {
    graph.colours[v] = colours >> v & 1;
    for (size_t w = v + 1; w < vertices; ++w, number /= 4) {
      if (number % 4 == 1) join(graph, v, w, 0, 1);
      if (number % 4 == 2) join(graph, w, v, 0, 1);
      if (number % 4 == 3) join(graph, v, w, 2, 2);
    }
  }
  return graph;
}

/// The least image under all permutations: by definition the same for isomorphic graphs alone.
Words least_image(const ColouredGraph& graph) {
  Order order(graph.vertices);
  std::iota(order.begin(), order.end(), size_t{0});
  Words least;
  do {
    Words words(graph.vertices * (1 + graph.kinds));
    for (size_t v = 0; v < graph.vertices; ++v) {
      words[order[v]] = graph.colours[v];
      for (size_t kind = 0; kind < graph.kinds; ++kind) {
        for (size_t w = 0; w < graph.vertices; ++w) {
          if ((graph.rows[kind][v] >> w & 1) != 0)
            words[(1 + kind) * graph.vertices + order[v]] |= uint64_t{1} << order[w];
        }
      }
    }
    if (least.empty() || words < least) least = words;
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

/// Forms and least images are in one-to-one correspondence.
class Correspondence {
 public:
  void add(const ColouredGraph& graph) {
    const Words form = form_of(graph);
    const Words least = least_image(graph);
    ASSERT_FALSE(form.empty());
    ASSERT_EQ(form_of_.try_emplace(least, form).first->second, form);
    ASSERT_EQ(least_of_.try_emplace(form, least).first->second, least);
  }
  size_t classes() const { return form_of_.size(); }

 private:
  std::map<Words, Words> form_of_;
  std::map<Words, Words> least_of_;
};

TEST(GraphFormTest, AllSmallGraphs) {
  // OEIS A000088: graphs, when only one kind is there.
  const std::array<size_t, 6> classes = {1, 1, 2, 4, 11, 34};
  for (size_t vertices = 1; vertices < classes.size(); ++vertices) {
    const size_t pairs = vertices * (vertices - 1) / 2;
    Correspondence graphs;
    for (uint64_t edges = 0; edges < uint64_t{1} << pairs; ++edges) {
      uint64_t number = 0;
      for (size_t i = pairs; i-- > 0;) number = number * 4 + (edges >> i & 1) * 3;
      graphs.add(by_number(vertices, number, 0));
    }
    EXPECT_EQ(graphs.classes(), classes[vertices]);
    if (vertices > 4) continue;
    Correspondence kinds;
    for (uint64_t number = 0; number < uint64_t{1} << 2 * pairs; ++number) {
      for (uint64_t colours = 0; colours < uint64_t{1} << vertices; ++colours)
        kinds.add(by_number(vertices, number, colours));
    }
    EXPECT_GT(kinds.classes(), classes[vertices]);
  }
}

TEST(GraphFormTest, RandomGraphsOfSixAndSevenVertices) {
  std::mt19937_64 random(6);
  Correspondence graphs;
  for (int round = 0; round < 300; ++round) {
    const size_t vertices = 6 + round % 2;
    // Few edges, and seldom a colour: many are isomorphic, and have symmetries.
    uint64_t number = 0;
    for (size_t i = 0; i < 21; ++i)
      number = number * 4 + (random() % 3 == 0 ? (round % 4 == 0 ? 1 + random() % 3 : 3) : 0);
    graphs.add(by_number(vertices, number, random() & random() & random()));
  }
}

TEST(GraphFormTest, NamesDoNotMatter) {
  std::mt19937_64 random(8);
  std::vector<ColouredGraph> graphs = special_graphs();
  for (int round = 0; round < 60; ++round) {
    const size_t vertices = 8 + random() % 57;
    ColouredGraph graph = graph_of(vertices, 3);
    const uint64_t density = 1 + random() % 100;
    for (size_t v = 0; v < vertices; ++v) {
      if (round % 3 == 0) graph.colours[v] = random() % 3;
      for (size_t w = v + 1; w < vertices; ++w) {
        if (random() % 400 >= density) continue;
        if (round % 2 == 0 && random() % 2 == 0) {
          join(graph, v, w, 0, 1);
        } else {
          join(graph, v, w, 2, 2);
        }
      }
    }
    graphs.push_back(graph);
  }
  for (const ColouredGraph& graph : graphs) {
    const Words form = form_of(graph);
    ASSERT_FALSE(form.empty());
    for (int round = 0; round < 5; ++round)
      ASSERT_EQ(form_of(renamed(graph, shuffled(graph.vertices, random), random)), form);
  }
}

TEST(GraphFormTest, SymmetriesSaveWork) {
  for (const ColouredGraph& graph : special_graphs())
    EXPECT_FALSE(form_of(graph, 2000).empty()) << graph.vertices;
  ColouredGraph cycle = special_graphs()[2];
  EXPECT_TRUE(form_of(cycle, 1).empty());
  EXPECT_FALSE(form_of(cycle, 20).empty());
}

}  // namespace
}  // namespace grundy
