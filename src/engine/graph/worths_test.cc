// Worths by both ways, against the definition, for graphs whose edges all fall, all rise, or go
// anywhere.
#include "engine/graph/worths.h"

#include <gtest/gtest.h>

#include <random>

#include "reference/graph.h"

namespace grundy {
namespace {

using reference::Edges;

Adjacency adjacency_of(const Edges& edges, uint32_t vertices) {
  Adjacency graph;
  graph.begins = LargeArray<uint32_t>(vertices + size_t{1});
  graph.targets = LargeArray<uint32_t>(edges.size());
  uint32_t place = 0;
  for (uint32_t v = 0; v < vertices; ++v) {
    graph.begins[v] = place;
    for (const auto& [from, to] : edges) {
      if (from == v) graph.targets[place++] = static_cast<uint32_t>(to);
    }
  }
  graph.begins[vertices] = place;
  return graph;
}

ArcTrend trend_of(const Edges& edges) {
  ArcTrend trend;
  for (const auto& [from, to] : edges) {
    trend.falling += to < from;
    trend.rising += to > from;
  }
  return trend;
}

/// The worths by the definition against those that are found.
void check(const Edges& edges, uint32_t vertices) {
  const Adjacency graph = adjacency_of(edges, vertices);
  for (const unsigned threads : {1, 3}) {
    Budget budget;
    budget.set_threads(threads);
    LargeArray<Worth> worths(vertices);
    const auto found = find_worths(graph, trend_of(edges), worths.span(), budget);
    ASSERT_TRUE(found.ok());
    if (reference::has_cycle(edges)) {
      EXPECT_FALSE(*found);
      continue;
    }
    ASSERT_TRUE(*found);
    const auto facts = reference::graph_facts(edges);
    for (uint32_t v = 0; v < vertices; ++v) {
      const auto fact = facts.find(v);
      const Worth wanted = fact == facts.end() ? kNoWorth
                                               : static_cast<Worth>(2 * fact->second.grundy) +
                                                     static_cast<Worth>(fact->second.lost_misere);
      ASSERT_EQ(worths[v], wanted) << "vertex " << v;
    }
  }
}

TEST(Worths, OfSmallGraphs) {
  check({}, 1);
  check({{0, 1}}, 3);
  check({{2, 1}, {1, 0}, {2, 0}}, 3);
  check({{0, 1}, {1, 2}, {2, 0}}, 3);
  check({{0, 0}}, 1);
  check({{1, 0}, {1, 0}, {1, 2}}, 3);  // a repeated edge, and edges both ways
}

/// Numbers of 32 bits.
struct Random {
  explicit Random(uint32_t seed) : engine(seed) {}
  uint32_t operator()() { return static_cast<uint32_t>(engine()); }
  std::mt19937 engine;
};

TEST(Worths, OfRandomGraphs) {
  Random random(20261122);
  for (int number = 0; number < 120; ++number) {
    const uint32_t vertices = 2 + random() % 40;
    const int kind = number % 3;
    std::vector<uint32_t> names(vertices);
    for (uint32_t i = 0; i < vertices; ++i) names[i] = i;
    if (kind == 2) std::shuffle(names.begin(), names.end(), random.engine);
    Edges edges;
    for (uint32_t left = random() % (4 * vertices); left > 0; --left) {
      uint32_t high = random() % vertices;
      uint32_t low = random() % vertices;
      if (high == low) continue;
      if ((high < low) != (kind == 1)) std::swap(high, low);
      edges.emplace_back(names[high], names[low]);
    }
    check(edges, vertices);
  }
}

// More than 64 out-neighbours, with values of which the mex is large.
TEST(Worths, OfManyOutNeighbours) {
  Edges complete;
  for (uint32_t v = 0; v < 100; ++v) {
    for (uint32_t to = 0; to < v; ++to) complete.emplace_back(v, to);
  }
  check(complete, 100);
  for (auto& [from, to] : complete) from = (from * 37 + 11) % 100, to = (to * 37 + 11) % 100;
  check(complete, 100);
}

}  // namespace
}  // namespace grundy
