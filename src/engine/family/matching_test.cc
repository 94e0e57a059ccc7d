#include "engine/family/matching.h"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <random>

namespace grundy {
namespace {

using Edges = std::vector<Edge>;

/// The number of edges of a maximum matching of the graph without the vertex `removed`, by the
/// Boost Graph Library.
size_t matching_number(uint32_t vertices, const Edges& edges, uint32_t removed = kNoVertex) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> graph(vertices);
  for (const auto& [a, b] : edges)
    if (a != b && a != removed && b != removed) boost::add_edge(a, b, graph);
  std::vector<size_t> mates(vertices);
  boost::edmonds_maximum_cardinality_matching(graph, mates.data());
  return boost::matching_size(graph, mates.data());
}

/// How many edges the matching has; it must be one, of edges of the graph.
size_t checked_size(const Matching& matching, const Edges& edges) {
  std::set<std::pair<uint32_t, uint32_t>> known;
  for (const auto& [a, b] : edges) known.insert({a, b}), known.insert({b, a});
  size_t ends = 0;
  for (uint32_t v = 0; v < matching.size(); ++v) {
    if (matching[v] == kNoVertex) continue;
    ++ends;
    EXPECT_EQ(matching[matching[v]], v);
    EXPECT_NE(matching[v], v);
    EXPECT_TRUE(known.contains({v, matching[v]}));
  }
  return ends / 2;
}

/// A maximum matching, and which vertices can be missed, of the graph and of the graph without a
/// vertex that cannot.
void expect_like_boost(uint32_t vertices, const Edges& edges) {
  Budget budget;
  const size_t number = matching_number(vertices, edges);
  const Incidence graph(vertices, edges);
  Matching matching = *maximum_matching(graph, budget);
  ASSERT_EQ(checked_size(matching, edges), number);
  AlternatingForest forest(graph);
  ASSERT_FALSE(*forest.augment(matching, kNoVertex, budget));
  for (uint32_t v = 0; v < vertices; ++v) {
    ASSERT_EQ(forest.can_be_missed(v), matching_number(vertices, edges, v) == number);
    if (!forest.can_be_missed(v)) continue;
    Matching other = matching;
    forest.make_miss(other, v);
    ASSERT_EQ(other[v], kNoVertex);
    ASSERT_EQ(checked_size(other, edges), number);
  }
  for (uint32_t v = 0; v < vertices; ++v) {
    if (matching[v] == kNoVertex || matching_number(vertices, edges, v) == number) continue;
    Matching rest = matching;
    rest[matching[v]] = rest[v] = kNoVertex;
    ASSERT_FALSE(*forest.augment(rest, v, budget));
    Edges left;
    for (const Edge& edge : edges)
      if (edge.a != v && edge.b != v) left.push_back(edge);
    for (uint32_t w = 0; w < vertices; ++w) {
      if (w == v) continue;
      ASSERT_EQ(forest.can_be_missed(w), matching_number(vertices, left, w) == number - 1);
    }
    break;
  }
}

TEST(MatchingTest, AllGraphsOfFiveVertices) {
  for (uint32_t set = 0; set < 1u << 10; ++set) {
    Edges edges;
    uint32_t bit = 0;
    for (uint32_t b = 0; b < 5; ++b)
      for (uint32_t a = 0; a < b; ++a)
        if ((set >> bit++ & 1) != 0) edges.push_back({a, b});
    expect_like_boost(5, edges);
  }
}

TEST(MatchingTest, RandomGraphsWithLoopsAndRepeatedEdges) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1500; ++round) {
    const auto vertices = static_cast<uint32_t>(1 + random() % 22);
    Edges edges(random() % (2 * vertices + 1));
    for (Edge& edge : edges)
      edge = {static_cast<uint32_t>(random() % vertices),
              static_cast<uint32_t>(random() % vertices)};
    expect_like_boost(vertices, edges);
  }
}

// Odd cycles in odd cycles: triangles in a tree, and wheels joined at their rims.
TEST(MatchingTest, GraphsFullOfOddCycles) {
  std::mt19937_64 random(2);
  Budget budget;
  for (int round = 0; round < 400; ++round) {
    const auto count = static_cast<uint32_t>(1 + random() % 60);
    Edges edges;
    uint32_t vertices = 1;
    for (uint32_t i = 0; i < count; ++i) {
      const auto at = static_cast<uint32_t>(random() % vertices);
      const auto length = static_cast<uint32_t>(2 + random() % 3 * (random() % 2));
      for (uint32_t j = 0; j < length; ++j)
        edges.push_back({j == 0 ? at : vertices + j - 1, vertices + j});
      edges.push_back({vertices + length - 1,
                       random() % 4 == 0 ? static_cast<uint32_t>(random() % vertices) : at});
      vertices += length;
    }
    std::shuffle(edges.begin(), edges.end(), random);
    const Matching matching = *maximum_matching(Incidence(vertices, edges), budget);
    ASSERT_EQ(checked_size(matching, edges), matching_number(vertices, edges));
  }
}

TEST(MatchingTest, LargeGraphs) {
  std::mt19937_64 random(3);
  Budget budget;
  const uint32_t n = 100'000;
  Edges path, triangles;
  for (uint32_t v = 0; v + 1 < n; ++v) path.push_back({v, v + 1});
  for (uint32_t v = 0; v + 2 < n; v += 2)
    triangles.insert(triangles.end(), {{v, v + 1}, {v + 1, v + 2}, {v, v + 2}});
  for (Edges* edges : {&path, &triangles}) {
    std::shuffle(edges->begin(), edges->end(), random);
    const Matching matching = *maximum_matching(Incidence(n, *edges), budget);
    EXPECT_EQ(checked_size(matching, *edges), edges == &path ? n / 2 : n / 2 - 1);
  }
}

TEST(MatchingTest, StopsWhenTheBudgetIsSpent) {
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  const Edges edges = {{0, 1}, {1, 2}};
  EXPECT_EQ(maximum_matching(Incidence(3, edges), budget).error().kind, Error::Kind::declined);
}

}  // namespace
}  // namespace grundy
