// Many positions, options, graphs in memory, and what a law says of one position.
#include <grundy/grundy.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace {

using grundy::Value;

TEST(FacePositions, ManyValuesAreThoseOfEach) {
  grundy::Session session;
  std::vector<uint64_t> points;
  std::vector<Value> expected;
  for (uint64_t a = 0; a < 6; ++a) {
    for (uint64_t b = 0; b < 6; ++b) {
      points.insert(points.end(), {a, b});
      expected.push_back(
          *session.value("wythoff(" + std::to_string(a) + ", " + std::to_string(b) + ")"));
    }
  }
  EXPECT_EQ(*session.values("wythoff", points), expected);
  EXPECT_FALSE(session.values("wythoff", std::vector<uint64_t>{1, 2, 3}).ok());
  EXPECT_FALSE(session.values("nym", points).ok());
  EXPECT_TRUE(session.values("kayles", {})->empty());
}

TEST(FacePositions, OptionsAreListedOnce) {
  grundy::Session session;
  const auto options = session.options((*session.read("kayles(5)"))[0]);
  ASSERT_TRUE(options.ok());
  EXPECT_TRUE(options->all);
  EXPECT_EQ(options->moves.size(), 5u);  // 4; 3 + 1; 2 + 2; 3; 2 + 1
  const auto two = session.options((*session.read("kayles(5)"))[0], 2);
  EXPECT_EQ(two->moves.size(), 2u);
  EXPECT_FALSE(two->all);
  const auto endless = session.options((*session.read("forced(1, 4)"))[0], 3);
  EXPECT_FALSE(endless->all);
  EXPECT_FALSE(endless->in_words.empty());
  grundy::Session other;
  EXPECT_FALSE(session.options((*other.read("kayles(5)"))[0]).ok());
}

TEST(FacePositions, ALawSpeaksOfEveryPosition) {
  grundy::Session session;
  const auto forced = session.prove("forced");
  const auto kayles = session.prove("kayles");
  for (uint64_t m = 0; m < 5; ++m) {
    for (uint64_t n = 0; n < 5; ++n) {
      EXPECT_EQ(forced->at({m, n}),
                *session.value("forced(" + std::to_string(m) + ", " + std::to_string(n) + ")"));
    }
  }
  EXPECT_EQ(kayles->at({1000}), *session.value("kayles(1000)"));
  EXPECT_EQ(forced->at({*Value::parse("w"), 3}), std::nullopt);
  EXPECT_EQ(forced->at({3}), std::nullopt);
  EXPECT_EQ(forced->at({uint64_t{1} << 50, 3}), std::nullopt);
}

TEST(FaceGraph, RandomGraphsByDefinition) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    const auto vertices = static_cast<uint32_t>(1 + random() % 30);
    std::vector<uint32_t> names(vertices);
    for (uint32_t v = 0; v < vertices; ++v) names[v] = v;
    std::shuffle(names.begin(), names.end(), random);
    std::vector<uint32_t> arcs;
    std::vector<uint32_t> values(vertices);
    std::vector<bool> lost(vertices);
    for (uint32_t a = 0; a < vertices; ++a) {
      std::vector<bool> seen(vertices + 1);
      bool moves = false;
      bool to_lost = false;
      for (uint32_t b = 0; b < a; ++b) {
        if (random() % 4 != 0) continue;
        arcs.insert(arcs.end(), {names[a], names[b]});
        seen[values[names[b]]] = true;
        moves = true;
        to_lost = to_lost || lost[names[b]];
      }
      while (seen[values[names[a]]]) ++values[names[a]];
      lost[names[a]] = moves && !to_lost;  // in misère play
    }
    const auto graph = grundy::graph_values(vertices, arcs);
    ASSERT_TRUE(graph.ok());
    EXPECT_EQ(graph->values, values);
    EXPECT_EQ(graph->lost, lost);
    EXPECT_TRUE(graph->cycle.empty());
  }
}

TEST(FaceGraph, CyclesAreShown) {
  const auto graph = grundy::graph_values(5, std::vector<uint32_t>{0, 1, 1, 3, 3, 4, 4, 1, 0, 2});
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ(graph->cycle, (std::vector<uint32_t>{1, 3, 4}));
  EXPECT_EQ(graph->values,
            (std::vector<uint32_t>{UINT32_MAX, UINT32_MAX, 0, UINT32_MAX, UINT32_MAX}));
  EXPECT_EQ(graph->infinite.at(0), grundy::Value::loopy({0}));
  EXPECT_EQ(graph->infinite.at(1), grundy::Value::loopy({}));
  EXPECT_EQ(graph->infinite.size(), 4U);
  EXPECT_EQ(grundy::graph_values(1, std::vector<uint32_t>{0, 0})->cycle, std::vector<uint32_t>{0});
}

TEST(FaceGraph, WrongArcs) {
  EXPECT_FALSE(grundy::graph_values(2, std::vector<uint32_t>{0, 2}).ok());
  EXPECT_FALSE(grundy::graph_values(2, std::vector<uint32_t>{0}).ok());
  EXPECT_TRUE(grundy::graph_values(0, {})->values.empty());
  grundy::SessionOptions little;
  little.memory_limit = 10;
  EXPECT_EQ(grundy::graph_values(2, std::vector<uint32_t>{1, 0}, little).error().kind,
            grundy::Error::Kind::declined);
}

}  // namespace
