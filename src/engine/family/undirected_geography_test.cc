#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/family/families.h"
#include "reference/family_games.h"

namespace grundy {
namespace {

using reference::EdgePairs;
using reference::GeographyState;

Argument number(uint64_t n) { return {Natural(n), {}}; }

reference::Position geography(const EdgePairs& edges, uint64_t token) {
  return *reference::read(*undirected_geography_family(), {},
                          {reference::edges(edges), number(token)});
}

/// Compares with the definition: outcome, value, the moves to every value, and the moves' texts.
void expect_by_definition(const EdgePairs& edges, uint64_t token) {
  Budget budget;
  const reference::Position position = geography(edges, token);
  SCOPED_TRACE(position->to_string());
  reference::ByDefinition<GeographyState> by_definition(
      [&](const GeographyState& state) { return reference::geography_options(edges, state); });
  const uint64_t value = by_definition.value({0, token});
  ASSERT_EQ(*position->is_lost(Play::normal, budget), value == 0);
  ASSERT_EQ(*position->value(budget), Ordinal(value));
  std::map<uint64_t, std::set<std::string>> expected;
  for (const GeographyState& option : reference::geography_options(edges, {0, token})) {
    const std::string begin = position->to_string().substr(0, position->to_string().rfind(']') + 1);
    expected[by_definition.value(option)].insert(begin + ", " + std::to_string(option.second) +
                                                 ", [" + std::to_string(token) + "])");
  }
  for (uint64_t target = 0; target <= edges.size() + 1; ++target) {
    const Attempt<reference::MoveSet> moves = position->moves_to(Ordinal(target), 100, budget);
    ASSERT_TRUE(moves->all);
    std::set<std::string> listed;
    for (const reference::Move& move : moves->moves) listed.insert(move.to);
    ASSERT_EQ(listed, expected[target]);
    ASSERT_EQ(listed.size(), moves->moves.size());
    for (const std::string& text : listed) {
      const reference::Position after = reference::read_back(*undirected_geography_family(), text);
      ASSERT_EQ(after->to_string(), text);
      ASSERT_EQ(*after->value(budget), Ordinal(target));
    }
  }
}

TEST(UndirectedGeography, OutcomesValuesAndMovesOfAllSmallGraphsAreThoseOfTheDefinition) {
  for (uint32_t vertices = 2; vertices <= 6; ++vertices) {
    const uint32_t pairs = vertices * (vertices - 1) / 2;
    // All of them; of six vertices every seventh one.
    for (uint32_t set = 1; set < 1u << pairs; set += vertices == 6 ? 7 : 1) {
      EdgePairs edges;
      uint32_t bit = 0;
      bool token_has_edge = false;
      for (uint64_t b = 0; b < vertices; ++b) {
        for (uint64_t a = 0; a < b; ++a) {
          if ((set >> bit++ & 1) == 0) continue;
          edges.emplace_back(a, b);
          token_has_edge = token_has_edge || a == 0;
        }
      }
      if (token_has_edge) expect_by_definition(edges, 0);
    }
  }
}

TEST(UndirectedGeography, RandomGraphsWithLoopsAndRepeatedEdges) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 4000; ++round) {
    const uint64_t vertices = 2 + random() % 9;
    EdgePairs edges(1 + random() % (2 * vertices));
    for (auto& [a, b] : edges) a = random() % vertices, b = random() % vertices;
    expect_by_definition(edges, edges[0].first);
  }
}

// Larger graphs, where the definition is out of reach: the winner follows the moves named, against
// random play.
TEST(UndirectedGeography, ThePlayerWhoFollowsTheMovesWins) {
  std::mt19937_64 random(2);
  Budget budget;
  size_t won = 0;
  for (int round = 0; round < 1200; ++round) {
    const uint64_t vertices = 10 + random() % 60;
    EdgePairs edges(vertices + random() % vertices);
    for (auto& [a, b] : edges) a = random() % vertices, b = random() % vertices;
    uint64_t token = edges[0].first;
    std::set<uint64_t> visited = {token};
    std::vector<Natural> path;
    bool follows = false;
    for (;;) {
      const reference::Position position = *reference::read(
          *undirected_geography_family(), {}, {reference::edges(edges), number(token), {path, {}}});
      const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 3, budget);
      const bool is_lost = *position->is_lost(Play::normal, budget);
      ASSERT_EQ(moves->moves.empty(), is_lost);
      if (path.empty()) follows = !is_lost;
      std::set<uint64_t> targets;
      for (const auto& [a, b] : edges) {
        if (a == token && !visited.contains(b)) targets.insert(b);
        if (b == token && !visited.contains(a)) targets.insert(a);
      }
      // Who is to win always is at a won position, the other always at a lost one.
      ASSERT_EQ(is_lost, (path.size() % 2 == 0) != follows);
      if (targets.empty()) {
        ASSERT_TRUE(is_lost);
        break;
      }
      path.emplace_back(token);
      if (is_lost) {
        token = *std::next(targets.begin(), static_cast<std::ptrdiff_t>(random() % targets.size()));
      } else {
        const std::string& how = moves->moves[random() % moves->moves.size()].how;
        token = *Natural::parse(how.substr(how.rfind(' ') + 1))->to_uint64();
        ASSERT_TRUE(targets.contains(token)) << how;
      }
      visited.insert(token);
    }
    won += follows;
  }
  EXPECT_GT(won, 300u);
}

TEST(UndirectedGeography, SaysWhatItDoes) {
  Budget budget;
  const reference::TemporaryFile file("# a path of 3, and an edge elsewhere\n10 20\n20 30\n7 8\n");
  const auto at = [&](uint64_t token) {
    return *reference::read(*undirected_geography_family(), {},
                            {reference::file(file.path()), number(token)});
  };
  EXPECT_EQ(at(20)->to_string(), "undirected_geography(@" + file.path() + ", 20)");
  const Attempt<reference::MoveSet> moves = at(20)->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 2u);
  EXPECT_EQ(moves->moves[0].to, "undirected_geography(@" + file.path() + ", 10, [20])");
  EXPECT_EQ(moves->moves[0].how, "from vertex 20 to 10");
  EXPECT_FALSE(at(20)->winning_moves(Play::normal, 1, budget)->all);
  EXPECT_TRUE(*at(10)->is_lost(Play::normal, budget));
  EXPECT_EQ(
      at(10)->explanation(),
      "The player to move wins exactly if every maximum matching covers the token's vertex, 10.\n"
      "A maximum matching of the 3 vertices where the token can be has 1 edge: 20–30.\n"
      "It misses 10, so the other player wins by always moving to the partner of the vertex where "
      "the token is: "
      "there is\none each time, because otherwise the path of the token would make the matching "
      "larger.\n");
  EXPECT_NE(at(20)->explanation().find("Every one covers 20."), std::string::npos);
  EXPECT_TRUE(at(20)->moves_to(*Ordinal::parse("w"), 16, budget)->moves.empty());
  EXPECT_TRUE(geography({{1, 1}}, 1)->explanation().ends_with("The token can go nowhere.\n"));
}

TEST(UndirectedGeography, OfLargeGraphsOnlyTheWinnerIsKnown) {
  Budget budget;
  // A ladder of 80 vertices has a perfect matching. A vertex that hangs on it is missed by that.
  EdgePairs edges;
  for (uint64_t i = 0; i < 40; ++i) {
    edges.emplace_back(2 * i, 2 * i + 1);
    if (i > 0) edges.insert(edges.end(), {{2 * i - 2, 2 * i}, {2 * i - 1, 2 * i + 1}});
  }
  const reference::Position won = geography(edges, 0);
  EXPECT_EQ(won->value(budget).error().kind, Error::Kind::declined);
  EXPECT_FALSE(*won->is_lost(Play::normal, budget));
  EXPECT_FALSE(won->winning_moves(Play::normal, 5, budget)->moves.empty());
  EXPECT_EQ(won->is_lost(Play::misere, budget).error().kind, Error::Kind::declined);
  EXPECT_EQ(won->winning_moves(Play::misere, 1, budget).error().kind, Error::Kind::declined);
  edges.emplace_back(0, 100);
  const reference::Position lost = geography(edges, 100);
  EXPECT_TRUE(lost->value(budget)->is_zero());
  EXPECT_FALSE(lost->moves_to(Ordinal(1), 5, budget)->all);
  EXPECT_TRUE(lost->moves_to(Ordinal(1), 5, budget)->moves.empty());
}

TEST(UndirectedGeography, RefusesWrongInput) {
  const Family& game = *undirected_geography_family();
  const Argument path = reference::edges({{1, 2}, {2, 3}});
  EXPECT_NE(reference::refusal(game, {}, {}), "");
  EXPECT_NE(reference::refusal(game, {}, {path}), "");
  EXPECT_NE(reference::refusal(game, {reference::parameter("k", 1)}, {path, number(1)}), "");
  EXPECT_NE(reference::refusal(game, {}, {number(1), number(1)}), "");
  EXPECT_NE(reference::refusal(game, {}, {path, path}), "");
  EXPECT_NE(reference::refusal(game, {}, {path, number(1), number(2)}), "");
  EXPECT_NE(reference::refusal(game, {}, {path, number(4)}).find("no vertex 4"), std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {path, {Natural(1) << 90, {}}}).find("no vertex"),
            std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {reference::list({}), number(1)}).find("it has no edges"),
            std::string::npos);
  EXPECT_NE(
      reference::refusal(game, {}, {path, number(1), reference::list({9})}).find("no vertex 9"),
      std::string::npos);
  EXPECT_NE(
      reference::refusal(game, {}, {path, number(1), reference::list({1})}).find("visited before"),
      std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {reference::file("no/such/file"), number(1)})
                .find("no/such/file"),
            std::string::npos);
  const reference::TemporaryFile file("1 2\n2 three\n");
  EXPECT_NE(reference::refusal(game, {}, {reference::file(file.path()), number(1)})
                .find(file.path() + ":2:3:"),
            std::string::npos);
}

TEST(UndirectedGeography, StopsWhenTheBudgetIsSpent) {
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  const std::vector<Argument> arguments = {reference::edges({{0, 1}}), number(0)};
  EXPECT_EQ(reference::read(*undirected_geography_family(), {}, arguments, budget).error().kind,
            Error::Kind::declined);
  Budget little;
  little.set_memory_limit(100);
  EXPECT_EQ(reference::read(*undirected_geography_family(), {}, arguments, little).error().kind,
            Error::Kind::declined);
}

}  // namespace
}  // namespace grundy
