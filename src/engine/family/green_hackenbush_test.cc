#include "engine/family/green_hackenbush.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/family/families.h"
#include "reference/family_games.h"

namespace grundy {
namespace {

using reference::EdgePairs;

reference::Position green_hackenbush(const EdgePairs& edges) {
  return *reference::read(*green_hackenbush_family(), {}, {reference::edges(edges)});
}

/// The edges that stand in the text of a position, as a sorted list.
EdgePairs edges_in(const std::string& text) {
  EdgePairs edges;
  const std::vector<Natural> numbers = reference::numbers_in(text);
  for (size_t i = 0; i + 1 < numbers.size(); i += 2)
    edges.emplace_back(numbers[i].small(), numbers[i + 1].small());
  std::sort(edges.begin(), edges.end());
  return edges;
}

EdgePairs subset(const EdgePairs& edges, uint64_t set) {
  EdgePairs result;
  for (size_t i = 0; i < edges.size(); ++i)
    if ((set >> i & 1) != 0) result.push_back(edges[i]);
  std::sort(result.begin(), result.end());
  return result;
}

/// Compares value, outcome and all moves to all values with the definition.
void expect_by_definition(const EdgePairs& edges) {
  Budget budget;
  const reference::Position position = green_hackenbush(edges);
  SCOPED_TRACE(position->to_string());
  reference::ByDefinition<uint64_t> by_definition(
      [&](uint64_t left) { return reference::hackenbush_options(edges, left); });
  const uint64_t all = (uint64_t{1} << edges.size()) - 1;
  const uint64_t value = by_definition.value(all);
  ASSERT_EQ(*position->value(budget), Ordinal(value));
  ASSERT_EQ(*position->is_lost(Play::normal, budget), value == 0);
  for (uint64_t target = 0; target <= edges.size() + 1; ++target) {
    std::vector<EdgePairs> expected, listed;
    for (size_t cut = 0; cut < edges.size(); ++cut) {
      const uint64_t option = reference::hackenbush_option(edges, all, cut);
      if (by_definition.value(option) == target) expected.push_back(subset(edges, option));
    }
    const Attempt<reference::MoveSet> moves = position->moves_to(Ordinal(target), 1000, budget);
    ASSERT_TRUE(moves->all);
    for (const reference::Move& move : moves->moves) {
      listed.push_back(edges_in(move.to));
      ASSERT_EQ(*reference::read_back(*green_hackenbush_family(), move.to)->value(budget),
                Ordinal(target));
    }
    ASSERT_EQ(listed, expected);
  }
}

TEST(GreenHackenbush, ValuesAndMovesOfAllSmallGraphsAreThoseOfTheDefinition) {
  // All multisets of at most five of the ten edges and loops on the vertices 0 … 3.
  EdgePairs all;
  for (uint64_t b = 0; b < 4; ++b)
    for (uint64_t a = 0; a <= b; ++a) all.emplace_back(a, b);
  std::vector<size_t> chosen;
  size_t graphs = 0;
  const std::function<void(size_t)> extend = [&](size_t from) {
    EdgePairs edges;
    for (const size_t i : chosen) edges.push_back(all[i]);
    const uint64_t every = (uint64_t{1} << edges.size()) - 1;
    if (reference::grounded(edges, every) == every) {
      ++graphs;
      expect_by_definition(edges);
    }
    if (chosen.size() == 5) return;
    for (size_t i = from; i < all.size(); ++i) {
      chosen.push_back(i);
      extend(i);
      chosen.pop_back();
    }
  };
  extend(0);
  EXPECT_GT(graphs, 1000u);
}

TEST(GreenHackenbush, ValuesAndMovesOfRandomGraphsAreThoseOfTheDefinition) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round) {
    const size_t count = 6 + random() % 5, vertices = 2 + random() % 6;
    EdgePairs edges;
    for (size_t i = 0; i < count; ++i) {
      uint64_t a = random() % vertices, b = random() % vertices;
      if (i + 1 < vertices) {  // first a tree, so that every vertex is grounded
        a = i + 1;
        b = random() % 3 == 0 ? random() % (i + 1) : i;
      }
      edges.emplace_back(a, b);
    }
    std::shuffle(edges.begin(), edges.end(), random);
    expect_by_definition(edges);
  }
}

struct PlainGraph {
  uint32_t vertices = 1;
  std::vector<Edge> edges;
};

/// A tree with some edges across, a cycle through most of its vertices, and trees on it.
PlainGraph random_graph(std::mt19937_64& random, uint64_t size) {
  PlainGraph graph;
  const uint64_t shape = random();
  for (uint64_t i = 0; i < size; ++i) {
    const auto near =
        static_cast<uint32_t>(random() % std::min<uint64_t>(graph.vertices, 1 + shape % 7));
    const uint32_t end = graph.vertices - 1 - near;
    if (random() % 8 < shape % 5) {
      graph.edges.push_back({end, static_cast<uint32_t>(random() % graph.vertices)});
    } else {
      graph.edges.push_back({end, graph.vertices++});
    }
  }
  if (shape % 3 == 0) graph.edges.push_back({0, graph.vertices - 1});
  return graph;
}

TEST(GreenHackenbush, CutsAreJudgedAsTheGraphWithoutTheEdgeIs) {
  std::mt19937_64 random(3);
  Budget budget;
  for (int round = 0; round < 4000; ++round) {
    const PlainGraph graph = random_graph(random, 1 + random() % (round % 20 == 0 ? 150 : 30));
    const size_t count = graph.edges.size();
    const Incidence incidence(graph.vertices, graph.edges);
    std::vector<bool> cut(count, false);
    const Hackenbush whole = *Hackenbush::make(incidence, count, 0, cut, budget);
    std::map<uint64_t, std::vector<uint32_t>> expected;
    for (uint32_t i = 0; i < count; ++i) {
      cut[i] = true;
      const Hackenbush rest = *Hackenbush::make(incidence, count, 0, cut, budget);
      expected[rest.value()].push_back(i);
      std::vector<uint32_t> gone;
      for (uint32_t j = 0; j < count; ++j)
        if (j == i || !rest.is_grounded(graph.edges[j].a)) gone.push_back(j);
      ASSERT_EQ(whole.gone_with(i), gone);
      cut[i] = false;
    }
    ASSERT_FALSE(expected.contains(whole.value()));
    for (uint64_t target = 0; target <= count + 1; ++target) {
      if (target < whole.value()) {
        ASSERT_TRUE(expected.contains(target));
      }
      ASSERT_EQ(*whole.cuts_to(target, budget), expected[target]) << "round " << round;
    }
  }
}

TEST(GreenHackenbush, LongRingsAreValuedLikeShortOnes) {
  std::mt19937_64 random(4);
  for (const size_t pieces : {1, 5, 31, 32, 33, 40, 100, 700}) {
    std::vector<uint32_t> weights(pieces);
    uint64_t edges = pieces + 1;
    for (uint32_t& weight : weights)
      edges += weight = static_cast<uint32_t>(random() % (random() % 3 == 0 ? 20 : 2));
    const auto base = static_cast<uint32_t>(random() % 8);
    const std::vector<uint32_t> values = ring_values(base, weights, static_cast<uint32_t>(edges));
    ASSERT_EQ(values.size(), pieces + 1);
    for (size_t cut = 0; cut <= pieces; ++cut) {
      uint32_t before = 0, after = 0;
      for (size_t i = cut; i > 0; --i) before = (before ^ weights[i - 1]) + 1;
      for (size_t i = cut; i < pieces; ++i) after = (after ^ weights[i]) + 1;
      ASSERT_EQ(values[cut], base ^ before ^ after);
    }
  }
}

TEST(GreenHackenbush, LargeGraphsNeedNoStack) {
  Budget budget;
  const uint32_t n = 200'000;
  PlainGraph path{n + 1, {}}, cycle{n, {}}, both{n, {}};
  for (uint32_t v = 0; v < n; ++v) path.edges.push_back({v, v + 1});
  for (uint32_t v = 0; v < n; ++v) cycle.edges.push_back({v, (v + 1) % n});
  for (uint32_t v = 0; v < n; ++v)
    both.edges.insert(both.edges.end(), {{v, (v + 1) % n}, {v, (v * 7 + 3) % n}});
  const auto make = [&](const PlainGraph& graph) {
    const size_t count = graph.edges.size();
    return *Hackenbush::make(Incidence(graph.vertices, graph.edges), count, 0,
                             std::vector<bool>(count), budget);
  };
  EXPECT_EQ(make(path).value(), n);
  EXPECT_EQ(*make(path).cuts_to(5, budget), std::vector<uint32_t>{5});
  // A cycle of even length: 0, and cutting the edge i leaves paths of i and n - 1 - i edges.
  EXPECT_EQ(make(cycle).value(), 0u);
  const uint32_t target = 12345 ^ (n - 1 - 12345);
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < n; ++i)
    if ((i ^ (n - 1 - i)) == target) expected.push_back(i);
  EXPECT_EQ(*make(cycle).cuts_to(target, budget), expected);
  EXPECT_LE(make(both).value(), 1u);
}

TEST(GreenHackenbush, SaysWhatItDoes) {
  Budget budget;
  const reference::TemporaryFile file("# a triangle with a stalk\n0 1\n1 2\n\n2 0\n2 30\n30 40\n");
  const reference::Position position =
      *reference::read(*green_hackenbush_family(), {}, {reference::file(file.path())});
  EXPECT_EQ(position->to_string(), "green_hackenbush(@" + file.path() + ")");
  EXPECT_EQ(*position->value(budget), Ordinal(3));
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_TRUE(moves->all);
  EXPECT_EQ(moves->moves[0].to, "green_hackenbush(@" + file.path() + ", [5])");
  EXPECT_EQ(moves->moves[0].how, "cut edge 5 (30–40)");
  const Attempt<reference::MoveSet> others = position->moves_to(Ordinal(1), 16, budget);
  ASSERT_EQ(others->moves.size(), 1u);
  EXPECT_EQ(others->moves[0].how, "cut edge 4 (2–30); 1 edge falls");
  EXPECT_EQ(
      position->explanation(),
      "Fusion principle: the vertices of a cycle may be fused to one; its edges become loops, "
      "worth 1 each.\n"
      "Colon principle: an edge that carries alone what is above it, of value x, is worth 1 + x.\n"
      "  fused vertices  loops  edges up (worth)  value\n"
      "  0, 1, 2         3      4 (2)             1 ⊕ 2 = 3\n"
      "  30              0      5 (1)             1\n"
      "  40              0      none              0\n"
      "The value of the row with the ground, 0, is that of the position.\n");

  const reference::Position after =
      reference::read_back(*green_hackenbush_family(), others->moves[0].to);
  EXPECT_EQ(*after->value(budget), Ordinal(1));
  EXPECT_EQ(after->to_string(), others->moves[0].to);
  const Attempt<reference::MoveSet> then = after->winning_moves(Play::normal, 1, budget);
  ASSERT_EQ(then->moves.size(), 1u);
  EXPECT_TRUE(then->all);
  EXPECT_EQ(then->moves[0].to, "green_hackenbush(@" + file.path() + ", [4, 2])");
  EXPECT_TRUE(position->moves_to(*Ordinal::parse("w"), 16, budget)->moves.empty());
}

TEST(GreenHackenbush, RefusesWrongInputAndMisere) {
  Budget budget;
  const Family& game = *green_hackenbush_family();
  const Argument triangle = reference::edges({{0, 1}, {1, 2}, {2, 0}});
  EXPECT_EQ(green_hackenbush({{0, 1}})->is_lost(Play::misere, budget).error().kind,
            Error::Kind::declined);
  EXPECT_NE(reference::refusal(game, {}, {}), "");
  EXPECT_NE(reference::refusal(game, {}, {{Natural(3), {}}}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::list({1, 2})}), "");
  EXPECT_NE(reference::refusal(game, {reference::parameter("k", 1)}, {triangle}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::rows({{0, 1}, {1}})}).find("edge 2 "),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {},
                               {{std::vector<std::vector<Natural>>{{0, Natural(1) << 63}}, {}}}),
            "");
  EXPECT_NE(reference::refusal(game, {}, {triangle, reference::list({0})}).find("no edge 0"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {triangle, reference::list({4})}).find("no edge 4"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {triangle, reference::list({2, 2})}).find("twice"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {reference::edges({{0, 1}, {2, 3}})})
                .find("edge 2 (2–3) is not connected"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {reference::edges({{1, 2}})})
                .find("edge 1 (1–2) is not connected"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {reference::file("no/such/file")}).find("no/such/file"),
            std::string::npos);
  struct Case {
    std::string text, place;
  };
  for (const Case& wrong :
       {Case{"0 1\n1 2 3\n", ":2:5"}, Case{"0 1\n-1 2\n", ":2:1"}, Case{"0 1\n2\n", ":2:2"},
        Case{"0 1\n\n# far away\n 2 3 # here\n1 4\n", ":4:2"}, Case{"7 8\n", ":1:1"}}) {
    const reference::TemporaryFile file(wrong.text);
    const std::string refusal = reference::refusal(game, {}, {reference::file(file.path())});
    EXPECT_NE(refusal.find(file.path() + wrong.place + ":"), std::string::npos) << refusal;
  }
}

TEST(GreenHackenbush, NoEdgesAreLost) {
  Budget budget;
  const reference::TemporaryFile file("# nothing\n");
  for (const Argument& argument :
       {reference::list({}), reference::rows({}), reference::file(file.path())}) {
    const reference::Position position =
        *reference::read(*green_hackenbush_family(), {}, {argument});
    EXPECT_TRUE(position->value(budget)->is_zero());
    EXPECT_TRUE(position->winning_moves(Play::normal, 4, budget)->moves.empty());
    EXPECT_TRUE(position->explanation().ends_with("There are no edges: the value is 0.\n"));
  }
  const reference::Position stalk = green_hackenbush({{0, 1}, {1, 2}});
  EXPECT_EQ(stalk->winning_moves(Play::normal, 4, budget)->moves.at(0).to, "green_hackenbush([])");
}

TEST(GreenHackenbush, StopsWhenTheBudgetIsSpent) {
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  const std::vector<Argument> arguments = {reference::edges({{0, 1}})};
  EXPECT_EQ(reference::read(*green_hackenbush_family(), {}, arguments, budget).error().kind,
            Error::Kind::declined);
  Budget little;
  little.set_memory_limit(100);
  EXPECT_EQ(reference::read(*green_hackenbush_family(), {}, arguments, little).error().kind,
            Error::Kind::declined);
}

}  // namespace
}  // namespace grundy
