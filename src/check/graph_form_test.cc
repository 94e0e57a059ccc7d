#include "check/graph_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace grundy {
namespace {

struct LetteredGraph {
  Place place;
  std::vector<int8_t> letters;
};

LetteredGraph random_lettered_graph(SpaceKind kind, std::mt19937_64& random) {
  LetteredGraph graph;
  graph.place.kind = kind;
  const size_t vertices = 3 + random() % 4;
  for (size_t i = 0; i < vertices; ++i) {
    graph.place.vertices.push_back(static_cast<int64_t>(i));
    graph.letters.push_back(static_cast<int8_t>(random() % 3) - 1);
  }
  for (size_t a = 0; a < vertices; ++a) {
    for (size_t b = 0; b < vertices; ++b) {
      if ((kind == SpaceKind::arcs ? a != b : a < b) && random() % 3 == 0)
        graph.place.edges.push_back({a, b});
    }
  }
  return graph;
}

LetteredGraph renamed(const LetteredGraph& graph, const std::vector<size_t>& name) {
  LetteredGraph result = graph;
  for (size_t i = 0; i < name.size(); ++i) result.letters[name[i]] = graph.letters[i];
  for (Place::Edge& edge : result.place.edges) {
    edge = {name[edge.from], name[edge.to]};
    if (graph.place.kind == SpaceKind::graph && edge.from > edge.to) std::swap(edge.from, edge.to);
  }
  std::sort(result.place.edges.begin(), result.place.edges.end());
  return result;
}

/// Cells that are there with their letters, and steps from one to the other.
bool are_alike(const LetteredGraph& a, const LetteredGraph& b) {
  if (a.letters.size() != b.letters.size()) return false;
  std::vector<size_t> name(a.letters.size());
  std::iota(name.begin(), name.end(), size_t{0});
  const auto kept = [](const LetteredGraph& graph) {
    std::vector<Place::Edge> edges;
    for (const Place::Edge& edge : graph.place.edges) {
      if (graph.letters[edge.from] >= 0 && graph.letters[edge.to] >= 0) edges.push_back(edge);
    }
    return edges;
  };
  do {
    const LetteredGraph image = renamed(a, name);
    if (image.letters == b.letters && kept(image) == kept(b)) return true;
  } while (std::next_permutation(name.begin(), name.end()));
  return false;
}

TEST(GraphForm, IsTheSameForGraphsThatAreAlikeAndForNoOthers) {
  std::mt19937_64 random(4);
  size_t alike = 0;
  for (const SpaceKind kind : {SpaceKind::graph, SpaceKind::arcs}) {
    for (int round = 0; round < 300; ++round) {
      const LetteredGraph one = random_lettered_graph(kind, random);
      std::vector<size_t> name(one.letters.size());
      std::iota(name.begin(), name.end(), size_t{0});
      std::shuffle(name.begin(), name.end(), random);
      const LetteredGraph again = renamed(one, name);
      EXPECT_EQ(graph_form(one.place, one.letters), graph_form(again.place, again.letters));
      LetteredGraph other = random_lettered_graph(kind, random);
      if (other.letters.size() != one.letters.size()) continue;
      const bool same =
          graph_form(one.place, one.letters) == graph_form(other.place, other.letters);
      EXPECT_EQ(same, are_alike(one, other));
      alike += same;
    }
  }
  EXPECT_GT(alike, 0u);
}

// Many cells that are alike: there are too many orders to try them all.
TEST(GraphForm, TakesNoLongOnCompleteGraphs) {
  LetteredGraph complete;
  complete.place.kind = SpaceKind::graph;
  for (size_t a = 0; a < 40; ++a) {
    complete.place.vertices.push_back(static_cast<int64_t>(a));
    complete.letters.push_back(0);
    for (size_t b = a + 1; b < 40; ++b) complete.place.edges.push_back({a, b});
  }
  EXPECT_EQ(graph_form(complete.place, complete.letters).front(), 40u);
}

}  // namespace
}  // namespace grundy
