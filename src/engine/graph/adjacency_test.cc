#include "engine/graph/adjacency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "reference/graph.h"

namespace grundy {
namespace {

// Compares with the stable sort of the arcs; `in_order`: also the order within a row.
void check(const reference::Edges& arcs, uint32_t vertices, size_t chunk, unsigned threads,
           bool in_order) {
  const std::string text = reference::edge_lines(arcs);
  Budget budget;
  const PairSource source(text, chunk);
  const ArcStream stream(source, threads);
  const Attempt<ArcSurvey> survey = ArcSurvey::of(stream, vertices + 1, budget);
  ASSERT_TRUE(survey.ok());
  ASSERT_EQ(survey->arcs, arcs.size());
  ASSERT_EQ(survey->falling, std::count_if(arcs.begin(), arcs.end(),
                                           [](auto& arc) { return arc.second < arc.first; }));
  Attempt<Adjacency> adjacency = Adjacency::of(stream, *survey, vertices, "arcs", budget);
  ASSERT_TRUE(adjacency.ok()) << adjacency.error().to_string();
  ASSERT_EQ(adjacency->vertices(), vertices);
  reference::Edges sorted = arcs;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto& a, auto& b) { return a.first < b.first; });
  size_t next = 0;
  for (uint32_t v = 0; v < vertices; ++v) {
    std::vector<uint32_t> expected;
    for (; next < sorted.size() && sorted[next].first == v; ++next) {
      expected.push_back(static_cast<uint32_t>(sorted[next].second));
    }
    const std::span<const uint32_t> row = adjacency->successors(v);
    std::vector<uint32_t> found(row.begin(), row.end());
    if (!in_order) {
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
    }
    ASSERT_EQ(found, expected) << "vertex " << v << " of " << vertices << ", " << threads
                               << " threads";
  }
}

// From one vertex to so many that they make a thousand buckets, with many arcs at some and none at
// others.
TEST(AdjacencyTest, RandomArcs) {
  constexpr uint64_t kSeed = 11;
  std::mt19937_64 random(kSeed);
  for (const uint32_t vertices :
       {1, 2, 3, 255, 256, 257, 1000, 1024, 1025, 8192, 8193, 70'000, 300'000, 5'000'000}) {
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    reference::Edges arcs;
    for (size_t count = 1 + random() % 20'000; count > 0; --count) {
      const uint64_t range = random() % 3 == 0 ? 1 + vertices / 50 : vertices;
      arcs.emplace_back(vertices - 1 - random() % range, random() % vertices);
    }
    for (const unsigned threads : {1, 2, 5}) {
      ASSERT_NO_FATAL_FAILURE(check(arcs, vertices, 1 + random() % 3000, threads, true));
    }
  }
}

TEST(AdjacencyTest, NoArcs) {
  check({}, 0, 10, 1, true);
  check({}, 3, 10, 2, true);
}

// So many arcs in one bucket that it is sorted in place: the threads make no difference to the
// order either.
TEST(AdjacencyTest, ManyArcsAtOneVertex) {
  constexpr uint64_t kSeed = 12;
  std::mt19937_64 random(kSeed);
  reference::Edges arcs;
  for (size_t i = 0; i < 600'000; ++i) {
    const bool hub = random() % 8 != 0;
    arcs.emplace_back(hub ? 20'001 : 20'000 + random() % 100, random() % 100'000);
  }
  check(arcs, 100'000, 10'000, 1, false);
  const std::string text = reference::edge_lines(arcs);
  Budget budget;
  const PairSource source(text);
  std::vector<uint32_t> first;
  for (const unsigned threads : {1, 3}) {
    const ArcStream stream(source, threads);
    const auto survey = ArcSurvey::of(stream, 100'000, budget);
    const Attempt<Adjacency> adjacency = Adjacency::of(stream, *survey, 100'000, "arcs", budget);
    ASSERT_TRUE(adjacency.ok());
    std::vector<uint32_t> targets(adjacency->targets.span().begin(),
                                  adjacency->targets.span().end());
    if (first.empty()) {
      first = std::move(targets);
    } else {
      EXPECT_EQ(targets, first);
    }
  }
}

TEST(AdjacencyTest, NamesBeyondTheLimit) {
  Budget budget;
  for (const std::string_view text :
       {"1 2\n7 1\n", "1 2\n1 7\n", "1 9223372036854775807\n", "1 2\n3\n"}) {
    const PairSource source(text, 3);
    const auto survey = ArcSurvey::of(ArcStream(source, 2), 7, budget);
    ASSERT_FALSE(survey.ok()) << text;
    EXPECT_FALSE(survey.error().is_end) << text;
  }
}

// The file is not the same the second time: always an error, whatever has changed, or the graph of
// what is there now.
TEST(AdjacencyTest, ArcsThatChange) {
  const std::string before = "10 20\n30 11\n12 13\n10 12\n";
  for (const unsigned threads : {1, 3}) {
    for (size_t place = 0; place < before.size(); ++place) {
      for (const char c : {'0', '9', ' ', '\n', 'x'}) {
        std::string text = before;
        Budget budget;
        const PairSource source(text, 5);
        const ArcStream stream(source, threads);
        const auto survey = ArcSurvey::of(stream, 1000, budget);
        text[place] = c;
        const Attempt<Adjacency> adjacency = Adjacency::of(stream, *survey, 31, "arcs", budget);
        if (!adjacency) {
          EXPECT_EQ(adjacency.error().message(), "arcs changed while it was read");
          continue;
        }
        for (const uint32_t to : adjacency->targets.span()) EXPECT_LT(to, 31u);
      }
    }
  }
}

TEST(AdjacencyTest, StopsWhenAsked) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1 2\n";
  std::atomic<bool> stop = false;
  Budget budget;
  budget.set_stop_flag(&stop);
  const PairSource source(text, 100);
  const ArcStream stream(source, 2);
  const auto survey = ArcSurvey::of(stream, 10, budget);
  ASSERT_TRUE(survey.ok());
  stop = true;
  EXPECT_EQ(ArcSurvey::of(stream, 10, budget).error().message(), "interrupted");
  EXPECT_EQ(Adjacency::of(stream, *survey, 10, "arcs", budget).error().message(), "interrupted");
}

}  // namespace
}  // namespace grundy
