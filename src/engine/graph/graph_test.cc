#include "engine/graph/graph.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "reference/graph.h"

namespace grundy {
namespace {

using reference::Edges;

std::string error_of(std::string_view text) {
  Budget budget;
  const Attempt<Graph> graph = Graph::parse(text, "e.txt", budget);
  return graph ? "no error" : graph.error().to_string();
}

// Compares everything a graph says with the reference; edges with a cycle must be an error.
void check(const Edges& edges, size_t chunk, unsigned threads) {
  Budget budget;
  budget.set_memory_limit(1 << 20);
  budget.set_threads(threads);
  const std::string text = reference::edge_lines(edges);
  const Attempt<Graph> graph = Graph::parse(text, "e.txt", budget, chunk);
  if (reference::has_cycle(edges)) {
    ASSERT_FALSE(graph.ok()) << text;
    EXPECT_EQ(graph.error().kind, Error::Kind::input);
    EXPECT_EQ(graph.error().to_string(), error_of(text));
    EXPECT_NE(graph.error().message().find("this edge closes the cycle"), std::string::npos)
        << text;
    EXPECT_TRUE(budget.take_memory(1 << 20)) << "memory was not given back";
    return;
  }
  ASSERT_TRUE(graph.ok()) << text << graph.error().to_string();
  const auto facts = reference::graph_facts(edges);
  ASSERT_EQ(graph->vertex_count(), facts.size()) << text;
  ASSERT_EQ(graph->edge_count(), edges.size());
  ASSERT_EQ(graph->smallest(), facts.empty() ? 0 : facts.begin()->first);
  ASSERT_EQ(graph->largest(), facts.empty() ? 0 : facts.rbegin()->first);
  for (const auto& [name, fact] : facts) {
    const std::optional<Graph::Vertex> v = graph->find(name);
    ASSERT_TRUE(v.has_value()) << name << " of\n" << text;
    ASSERT_EQ(graph->name(*v), name);
    ASSERT_EQ(graph->grundy(*v), fact.grundy) << name << " of\n" << text;
    ASSERT_EQ(graph->is_lost_misere(*v), fact.lost_misere) << name << " of\n" << text;
    std::vector<uint64_t> expected, found;
    for (const auto& [from, to] : edges) {
      if (from == name) expected.push_back(to);
    }
    for (const Graph::Vertex w : graph->successors(*v)) found.push_back(graph->name(w));
    ASSERT_EQ(found, expected) << name << " of\n" << text;
    for (const uint64_t other : {name + 1, name - 1, name + (uint64_t{1} << 32)}) {
      ASSERT_EQ(graph->find(other).has_value(), facts.contains(other)) << other << " in\n" << text;
    }
  }
}

void check(const Edges& edges) {
  ASSERT_NO_FATAL_FAILURE(check(edges, PairSource::kChunk, 1));
  ASSERT_NO_FATAL_FAILURE(check(edges, 16, 3));
}

// All graphs with edges from greater to smaller among five vertices: every graph without cycles but
// for names.
TEST(GraphTest, AllSmallGraphs) {
  for (unsigned mask = 0; mask < 1u << 10; ++mask) {
    Edges edges;
    unsigned bit = 0;
    for (uint64_t from = 0; from < 5; ++from) {
      for (uint64_t to = 0; to < from; ++to, ++bit) {
        if (mask >> bit & 1) edges.emplace_back(from, to);
      }
    }
    ASSERT_NO_FATAL_FAILURE(check(edges));
  }
}

// All directed graphs on three vertices, loops and cycles among them, under small, scattered and
// very large names.
TEST(GraphTest, AllDirectedGraphsOfThreeVertices) {
  const uint64_t names[][3] = {
      {0, 1, 2},
      {5000, 17, 3},
      {(uint64_t{1} << 63) - 1, uint64_t{1} << 32, (uint64_t{1} << 32) - 1}};
  for (const auto& name : names) {
    for (unsigned mask = 0; mask < 1u << 9; ++mask) {
      Edges edges;
      for (unsigned bit = 0; bit < 9; ++bit) {
        if (mask >> bit & 1) edges.emplace_back(name[bit / 3], name[bit % 3]);
      }
      ASSERT_NO_FATAL_FAILURE(check(edges));
    }
  }
}

TEST(GraphTest, RandomGraphs) {
  constexpr uint64_t kSeed = 5;
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 600; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", graph " + std::to_string(i));
    const uint64_t vertices = 2 + random() % 30;
    // Distinct names in any order: close together, or spread over a range of any width.
    std::vector<uint64_t> names(vertices);
    const uint64_t step = random() % 2 == 0 ? 1 : 1 + (random() >> (random() % 58 + 6)) / vertices;
    for (uint64_t v = 0; v < vertices; ++v) names[v] = v * step + (step > 1 ? random() % step : 0);
    std::shuffle(names.begin(), names.end(), random);
    Edges edges;
    for (uint64_t left = random() % (4 * vertices); left > 0; --left) {
      uint64_t from = random() % vertices, to = random() % vertices;
      if (from == to) continue;
      if (from < to && random() % 100 != 0) std::swap(from, to);  // a cycle now and then
      edges.emplace_back(names[from], names[to]);
    }
    ASSERT_NO_FATAL_FAILURE(check(edges));
  }
}

// From each vertex an edge to every smaller one, twice: the value of v is v, beyond the 64 that fit
// in one word; from the last one value is missing.
TEST(GraphTest, ValuesBeyondAWord) {
  std::string text;
  for (uint64_t from = 0; from <= 200; ++from) {
    for (uint64_t to = 0; to < from; ++to) {
      if (from == 200 && to == 70) continue;
      text += std::to_string(from) + " " + std::to_string(to) + "\n";
      text += std::to_string(from) + " " + std::to_string(to) + "\n";
    }
  }
  Budget budget;
  const Attempt<Graph> graph = Graph::parse(text, "e.txt", budget);
  ASSERT_TRUE(graph.ok());
  for (Graph::Vertex v = 0; v < 200; ++v) {
    ASSERT_EQ(graph->grundy(v), v);
    ASSERT_EQ(graph->is_lost_misere(v), v == 1);
  }
  EXPECT_EQ(graph->grundy(200), 70u);
}

// Small names first, then one that does not fit 32 bits: the edges read so far are numbered again.
TEST(GraphTest, ALargeNameLate) {
  Edges edges;
  for (uint64_t v = 1; v <= 60; ++v) edges.emplace_back(v, v - 1);
  edges.emplace_back(uint64_t{1} << 40, 60);
  edges.emplace_back(uint64_t{1} << 40, 7);
  ASSERT_NO_FATAL_FAILURE(check(edges));
}

TEST(GraphTest, ALongPathNeedsNoStack) {
  std::string text;
  constexpr uint64_t kLength = 300'000;
  for (uint64_t v = 0; v < kLength; ++v)
    text += std::to_string(v + 1) + " " + std::to_string(v) + "\n";
  Budget budget;
  const Attempt<Graph> graph = Graph::parse(text, "e.txt", budget);
  ASSERT_TRUE(graph.ok());
  for (Graph::Vertex v = 0; v <= kLength; ++v) {
    ASSERT_EQ(graph->grundy(v), v % 2);
    ASSERT_EQ(graph->is_lost_misere(v), v % 2 == 1);
  }
}

// Shapes of graphs with some ten thousand vertices 0, 1, 2, …, edges from greater to smaller ones.
struct Shape {
  const char* name;
  Edges edges;
};

std::vector<Shape> large_shapes(std::mt19937_64& random) {
  constexpr uint64_t kVertices = 40'000;
  std::vector<Shape> shapes = {{"path", {}}, {"random", {}}, {"layers", {}},
                               {"tree", {}}, {"star", {}},   {"dense", {}}};
  for (uint64_t v = 1; v < kVertices; ++v) {
    shapes[0].edges.emplace_back(v, v - 1);
    for (int i = 0; i < 5; ++i) shapes[1].edges.emplace_back(v, random() % v);
    constexpr uint64_t kLayer = 40;
    for (int i = 0; i < 4 && v >= kLayer; ++i) {
      shapes[2].edges.emplace_back(v, (v / kLayer - 1) * kLayer + random() % kLayer);
    }
    shapes[3].edges.emplace_back(v, v / 2);
    shapes[4].edges.emplace_back(kVertices - 1, v - 1);
  }
  for (uint64_t from = 1; from < 300; ++from) {
    for (uint64_t to = 0; to < from; ++to) {
      if (random() % 20 != 0) shapes[5].edges.emplace_back(from, to);
    }
  }
  return shapes;
}

// Each value is checked where it stands: it is the mex of those of the out-neighbours, which makes
// all of them right.
void check_each_vertex(const Graph& graph) {
  for (Graph::Vertex v = 0; v <= graph.largest(); ++v) {
    if (!graph.find(v)) continue;
    std::set<uint32_t> values;
    bool leads_to_lost = false;
    for (const Graph::Vertex option : graph.successors(v)) {
      values.insert(graph.grundy(option));
      leads_to_lost = leads_to_lost || graph.is_lost_misere(option);
    }
    uint32_t mex = 0;
    while (values.contains(mex)) ++mex;
    ASSERT_EQ(graph.grundy(v), mex) << v;
    ASSERT_EQ(graph.is_lost_misere(v), !values.empty() && !leads_to_lost) << v;
  }
}

// Whatever the order of the vertices and of the lines, and the number of threads.
TEST(GraphTest, LargeGraphs) {
  constexpr uint64_t kSeed = 9;
  std::mt19937_64 random(kSeed);
  for (Shape& shape : large_shapes(random)) {
    for (const char* names : {"falling", "rising", "shuffled"}) {
      SCOPED_TRACE(std::string(shape.name) + ", " + names + ", seed " + std::to_string(kSeed));
      uint64_t largest = 0;
      for (const auto& [from, to] : shape.edges) largest = std::max(largest, from);
      std::vector<uint64_t> name(largest + 1);
      std::iota(name.begin(), name.end(), 0);
      if (*names == 'r') std::reverse(name.begin(), name.end());
      if (*names == 's') std::shuffle(name.begin(), name.end(), random);
      Edges edges;
      for (const auto& [from, to] : shape.edges) edges.emplace_back(name[from], name[to]);
      if (*names == 's') std::shuffle(edges.begin(), edges.end(), random);
      const std::string text = reference::edge_lines(edges);
      for (const unsigned threads : {1, 2, 5}) {
        Budget budget;
        budget.set_threads(threads);
        const Attempt<Graph> graph = Graph::parse(text, "e.txt", budget, 1000);
        ASSERT_TRUE(graph.ok());
        ASSERT_EQ(graph->edge_count(), edges.size());
        ASSERT_EQ(graph->largest(), largest);
        ASSERT_NO_FATAL_FAILURE(check_each_vertex(*graph));
      }
    }
  }
}

// An edge back, from the first vertex to the last of a long path: every thread's walks wait in the
// end.
TEST(GraphTest, CyclesInLargeGraphs) {
  constexpr uint64_t kSeed = 10;
  std::mt19937_64 random(kSeed);
  for (Shape& shape : large_shapes(random)) {
    SCOPED_TRACE(std::string(shape.name) + ", seed " + std::to_string(kSeed));
    const auto [from, to] = shape.edges[shape.edges.size() / 2];
    shape.edges.emplace_back(to, from);
    const std::string text = reference::edge_lines(shape.edges);
    const std::string error = error_of(text);
    EXPECT_NE(error.find("this edge closes the cycle"), std::string::npos) << error;
    for (const unsigned threads : {2, 5}) {
      Budget budget;
      budget.set_threads(threads);
      const Attempt<Graph> graph = Graph::parse(text, "e.txt", budget, 1000);
      ASSERT_FALSE(graph.ok());
      EXPECT_EQ(graph.error().to_string(), error);
    }
  }
}

TEST(GraphErrorTest, CyclesAreShown) {
  EXPECT_EQ(error_of("3 7\n# c\n7 9\n3 7\n 9 3 # back\n3 1\n9 3\n"),
            "e.txt:5:2: error: this edge closes the cycle 3 -> 7 -> 9 -> 3, so play need not end\n"
            "   9 3 # back\n   ^~~\n");
  EXPECT_EQ(error_of("9 3\n3 7\n7 9\n"),
            "e.txt:3:1: error: this edge closes the cycle 9 -> 3 -> 7 -> 9, so play need not end\n "
            " 7 9\n  ^~~\n");
  EXPECT_EQ(
      error_of("1 2\n5 5\n"),
      "e.txt:2:1: error: this edge closes the cycle 5 -> 5, so play need not end\n  5 5\n  ^~~\n");
  // What hangs before and behind a cycle is no part of it.
  EXPECT_EQ(error_of("1 2\n2 3\n3 2\n3 4\n4 5\n"),
            "e.txt:3:1: error: this edge closes the cycle 2 -> 3 -> 2, so play need not end\n  3 "
            "2\n  ^~~\n");
  std::string text;
  for (int v = 0; v < 20; ++v)
    text += std::to_string(v) + " " + std::to_string((v + 1) % 20) + "\n";
  EXPECT_EQ(error_of(text),
            "e.txt:20:1: error: this edge closes the cycle 0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> "
            "… -> 16 -> 17 -> 18 "
            "-> 19 -> 0 "
            "of 20 vertices, so play need not end\n  19 0\n  ^~~~\n");
}

TEST(GraphErrorTest, BadLines) {
  EXPECT_EQ(error_of("1 2\n3 x7\n"),
            "e.txt:2:3: error: expected a vertex number, found 'x7'\n  3 x7\n    ^~\n");
  EXPECT_EQ(error_of("1\n"),
            "e.txt:1:2: error: expected 2 vertex numbers on a line, found only 1\n  1\n   ^\n");
}

class GraphFileTest : public ::testing::Test {
 protected:
  GraphFileTest() {
    directory_ =
        std::filesystem::temp_directory_path() / ("grundy-graph-" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_);
  }
  ~GraphFileTest() override { std::filesystem::remove_all(directory_); }
  std::filesystem::path directory_;
};

// A pipe cannot be read again for the line, so the error has no place.
TEST_F(GraphFileTest, CycleInAPipe) {
  const std::string pipe = (directory_ / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << "1 2\n2 1\n"; });
  Budget budget;
  const Attempt<Graph> graph = Graph::read(pipe, budget);
  writer.join();
  ASSERT_FALSE(graph.ok());
  EXPECT_TRUE(graph.error().message() ==
                  pipe + " has the cycle 1 -> 2 -> 1, so play need not end" ||
              graph.error().message() == pipe + " has the cycle 2 -> 1 -> 2, so play need not end")
      << graph.error().message();
  EXPECT_EQ(graph.error().diagnostics.front().line, 0u);
}

TEST_F(GraphFileTest, CycleInAFile) {
  const std::string file = (directory_ / "edges").string();
  std::ofstream(file) << "1 2\n2 1\n";
  Budget budget;
  const Attempt<Graph> graph = Graph::read(file, budget);
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.error().to_string(), file +
                                           ":2:1: error: this edge closes the cycle 1 -> 2 -> 1, "
                                           "so play need not end\n  2 1\n  ^~~\n");
}

TEST(GraphBudgetTest, StopsWhenAsked) {
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.set_stop_flag(&stop);
  const Attempt<Graph> graph = Graph::parse("1 0\n", "e.txt", budget);
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.error().message(), "interrupted");
}

// Under every limit the answer is either right or a refusal; what is not kept is given back, and
// what is kept, and taken in between, is as documented.
TEST(GraphBudgetTest, MemoryLimits) {
  constexpr uint64_t kVertices = 20'000;
  std::vector<uint64_t> shuffled(kVertices);
  std::iota(shuffled.begin(), shuffled.end(), 0);
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(3));
  for (const char* names : {"falling", "shuffled", "large"}) {
    SCOPED_TRACE(names);
    const bool large = *names == 'l';
    const auto name = [&](uint64_t v) { return *names == 's' ? shuffled[v] : large ? v << 36 : v; };
    std::string text;
    for (uint64_t v = 1; v < kVertices; ++v)
      text += std::to_string(name(v)) + " " + std::to_string(name(v - 1)) + "\n";
    const uint64_t kept = 4 * (kVertices - 1) + (large ? 45 : 8) * kVertices + 4;
    // Paths take whole kibibytes for each walk.
    const uint64_t enough = kept + (large ? 13 * kVertices : 4 * kVertices + (1 << 20));
    bool refused = false, answered = false;
    for (uint64_t limit = 1000; limit <= uint64_t{1} << 22; limit += limit / 3) {
      Budget budget;
      budget.set_memory_limit(limit);
      const Attempt<Graph> graph = Graph::parse(text, "e.txt", budget);
      if (!graph) {
        refused = true;
        EXPECT_LT(limit, enough);
        EXPECT_EQ(graph.error().kind, Error::Kind::declined);
        EXPECT_NE(graph.error().message().find(" would need "), std::string::npos)
            << graph.error().message();
        EXPECT_TRUE(budget.take_memory(limit)) << "memory was not given back at " << limit;
        continue;
      }
      answered = true;
      EXPECT_EQ(graph->grundy(*graph->find(name(kVertices - 1))), (kVertices - 1) % 2);
      if (limit > kept) {
        EXPECT_TRUE(budget.take_memory(limit - kept)) << "more is kept than documented";
      }
    }
    EXPECT_TRUE(refused && answered);
  }
}

}  // namespace
}  // namespace grundy
