#include "engine/family/election.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/family/families.h"
#include "reference/family_positions.h"
#include "reference/level_games.h"

namespace grundy {
namespace {

using reference::Adjacency;
using reference::Numbers;
using reference::with_omega_for;

reference::Position election(const std::string& path, const Numbers& numbers) {
  return *reference::read(*election_family(), {},
                          {reference::file(path), reference::list(numbers)});
}

/// The vertex that a move lowers: the first one changed, because edges go up.
size_t head_of(const Numbers& before, const Numbers& after) {
  size_t v = 0;
  while (before[v] == after[v]) ++v;
  return v;
}

struct ElectionWorld {
  size_t vertices;
  uint64_t bound;
};

TEST(Election, ValuesAndMovesOfAllSmallGraphsAreThoseOfTheFiniteAnalogue) {
  Budget budget;
  for (const auto& [vertices, bound] :
       {ElectionWorld{1, 8}, ElectionWorld{2, 8}, ElectionWorld{3, 4}, ElectionWorld{4, 2}}) {
    for (uint64_t edges = 0; edges < uint64_t{1} << (vertices * (vertices - 1) / 2); ++edges) {
      const Adjacency graph = reference::acyclic_graph(vertices, edges);
      const reference::Choices choices = reference::election_choices(graph);
      const std::vector<uint64_t> values = reference::all_values(choices, vertices, bound);
      const uint64_t targets = 1 + *std::max_element(values.begin(), values.end());
      const reference::TemporaryFile file(reference::graph_text(graph, Numbers(vertices, 99)));
      for (size_t index = 0; index < values.size(); ++index) {
        const Numbers numbers = reference::position_at(index, vertices, bound);
        const reference::Position position = election(file.path(), numbers);
        SCOPED_TRACE(reference::graph_text(graph, numbers));
        ASSERT_EQ(*position->value(budget), with_omega_for(values[index], bound));
        const std::vector<Numbers> options = reference::options(choices, numbers, bound);
        for (uint64_t target = 0; target < targets; ++target) {
          std::vector<Numbers> possible;
          std::set<size_t> heads;
          for (const Numbers& option : options) {
            if (values[reference::index_of(option, bound)] != target) continue;
            possible.push_back(option);
            heads.insert(head_of(numbers, option));
          }
          const Attempt<reference::MoveSet> moves =
              position->moves_to(with_omega_for(target, bound), 10'000, budget);
          const std::vector<Numbers> listed = reference::results(*moves);
          // One for each vertex that can be lowered; all of them when there is no choice.
          std::set<size_t> listed_heads;
          for (const Numbers& result : listed) {
            ASSERT_TRUE(std::binary_search(possible.begin(), possible.end(), result));
            listed_heads.insert(head_of(numbers, result));
          }
          ASSERT_EQ(listed_heads, heads);
          ASSERT_EQ(listed.size(), heads.size());
          ASSERT_EQ(moves->all, listed == possible);
        }
      }
    }
  }
}

TEST(Election, LevelsAreMexes) {
  for (const auto& [vertices, bound] : {ElectionWorld{4, 4}, ElectionWorld{5, 2}}) {
    for (uint64_t edges = 0; edges < uint64_t{1} << (vertices * (vertices - 1) / 2); ++edges) {
      const Adjacency graph = reference::acyclic_graph(vertices, edges);
      const LevelGraph compact = reference::level_graph(graph);
      const std::vector<uint32_t> levels = mex_levels(compact, *topological_order(compact));
      const std::vector<uint64_t> values =
          reference::all_values(reference::election_choices(graph), vertices, bound);
      for (size_t index = 0; index < values.size(); ++index)
        ASSERT_EQ(reference::level_value(reference::position_at(index, vertices, bound),
                                         {levels.begin(), levels.end()}, bound),
                  values[index]);
    }
  }
}

TEST(Election, AWinningMoveIsLegalAndLeadsToZero) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 100'000; ++round) {
    const size_t vertices = 1 + random() % 9;
    Adjacency graph = reference::acyclic_graph(vertices, random() & random());
    // Repeated edges change nothing.
    if (!graph[0].empty() && round % 4 == 0) graph[0].push_back(graph[0].front());
    Numbers numbers(vertices);
    std::vector<size_t> levels;
    for (size_t v = 0; v < vertices; ++v) {
      numbers[v] = random() % 3 == 0 ? random() : random() % 3;
      levels.push_back(reference::mex_level(graph, v));
    }
    const LevelGraph compact = reference::level_graph(graph);
    const std::vector<Change<uint64_t>> move =
        election_winning_move(numbers, compact, mex_levels(compact, *topological_order(compact)));
    ASSERT_EQ(move.empty(), reference::all_levels_zero(reference::naturals(numbers), levels));
    if (move.empty()) continue;
    Numbers after = numbers;
    for (const Change<uint64_t>& change : move) after[change.place] = change.to;
    ASSERT_TRUE(reference::is_legal(reference::election_choices(graph),
                                    reference::naturals(numbers), reference::naturals(after)));
    ASSERT_TRUE(reference::all_levels_zero(reference::naturals(after), levels));
  }
}

// The longest path from a vertex in place of the mex of the levels of its out-neighbours.
TEST(Election, LongestPathsAreWrong) {
  std::vector<std::string> failures;
  for (size_t vertices = 1; vertices <= 3; ++vertices) {
    for (uint64_t edges = 0; edges < uint64_t{1} << (vertices * (vertices - 1) / 2); ++edges) {
      const Adjacency graph = reference::acyclic_graph(vertices, edges);
      const std::vector<uint64_t> values =
          reference::all_values(reference::election_choices(graph), vertices, 2);
      std::vector<size_t> levels;
      for (size_t v = 0; v < vertices; ++v) levels.push_back(reference::longest_path(graph, v));
      for (size_t index = 0; index < values.size(); ++index) {
        const Numbers numbers = reference::position_at(index, vertices, 2);
        const bool claimed_lost = reference::all_levels_zero(reference::naturals(numbers), levels);
        if (claimed_lost != (values[index] == 0))
          failures.push_back(reference::graph_text(graph, numbers));
      }
    }
  }
  EXPECT_EQ(failures, std::vector<std::string>{"3 2\n1 0 1 \n1 2\n2 3\n"});
}

TEST(Election, SaysWhatItDoes) {
  Budget budget;
  // Vertex 1 is on level 1, the others on level 0.
  const reference::TemporaryFile file("3 2\n4 1 2  # numbers\n1 2\n1 3\n");
  const reference::Position position =
      *reference::read(*election_family(), {}, {reference::file(file.path())});
  EXPECT_EQ(position->to_string(), "election(@" + file.path() + ")");
  EXPECT_EQ(position->value(budget)->to_string(), "ω·4+3");
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_FALSE(moves->all);
  EXPECT_EQ(moves->moves[0].to, "election(@" + file.path() + ", [0, 2, 2])");
  EXPECT_EQ(moves->moves[0].how, "vertex 1: 4 → 0, vertex 2: 1 → 2");
  EXPECT_EQ(moves->moves[0].condition, "vertices 2, 3 become any numbers with exclusive-or 0");
  EXPECT_NE(position->explanation().find("  1      vertex 2: 1, vertex 3: 2  3\n"),
            std::string::npos)
      << position->explanation();
  EXPECT_EQ(position->winning_moves(Play::misere, 1, budget).error().kind, Error::Kind::declined);
}

TEST(Election, NumbersOfAnySize) {
  Budget budget;
  const std::string huge(1000, '9');
  const reference::TemporaryFile file("2 1\n" + huge + " 5\n1 2\n");
  const reference::Position position =
      *reference::read(*election_family(), {}, {reference::file(file.path())});
  EXPECT_EQ(position->value(budget)->to_string(), "ω·" + huge + "+5");
  EXPECT_EQ(position->winning_moves(Play::normal, 1, budget)->moves[0].to,
            "election(@" + file.path() + ", [0, 0])");
}

std::string refusal(const std::string& text) {
  const reference::TemporaryFile file(text);
  std::string message = reference::refusal(*election_family(), {}, {reference::file(file.path())});
  for (size_t i = message.find(file.path()); i != std::string::npos; i = message.find(file.path()))
    message.replace(i, file.path().size(), "FILE");
  return message;
}

TEST(Election, RefusesWrongFilesAndSaysWhere) {
  const struct {
    const char* text;
    const char* part;
  } cases[] = {
      {"", "FILE: the file is empty"},
      {"3\n", "FILE:1:"},
      {"2 1 5\n1 2\n", "FILE:1:"},
      {"2 -1\n1 2\n", "FILE:1:3"},
      {"5000000000 1\n", "FILE:1:1: error: there can be at most 4294967294 vertices"},
      {"99999999999999999999 1\n", "FILE:1:1"},
      {"3 1\n1 2\n", "a number for each of the 3 vertices"},
      {"2 1\n1 x\n1 2\n", "FILE:2:3"},
      {"2 1\n1 2 3\n1 2\n", "FILE:2:5"},
      {"2 1\n1 2\n1 3\n", "FILE:3:1: error: there is no vertex 3, they are numbered from 1 to 2"},
      {"2 1\n1 2\n0 1\n", "FILE:3:1: error: there is no vertex 0"},
      {"2 1\n1 2\n1\n", "FILE:3:"},
      {"2 1\n1 2\n1 2\n1 2\n",
       "FILE:4:1: error: the first line promises 1 edges, this is one more"},
      {"2 2\n1 2\n1 2\n", "FILE: the first line promises 2 edges, there are 1"},
      {"4 4\n1 1 1 1\n1 2\n2 3\n3 4\n4 2\n", "FILE: the graph has a cycle of length 3: "},
      {"2 1\n1 1\n2 2\n", "FILE: the graph has a cycle of length 1: 2 → 2"},
  };
  for (const auto& [text, part] : cases)
    EXPECT_NE(refusal(text).find(part), std::string::npos) << text << "gave: " << refusal(text);
}

TEST(Election, RefusesWrongArguments) {
  const Family& game = *election_family();
  const reference::TemporaryFile file("2 1\n1 2\n1 2\n");
  EXPECT_NE(reference::refusal(game, {}, {}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::list({1, 2})}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::file("/no/such/file")}), "");
  EXPECT_NE(
      reference::refusal(game, {reference::parameter("k", 1)}, {reference::file(file.path())}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::file(file.path()), reference::list({1})})
                .find("2 vertices, but 1"),
            std::string::npos);
}

TEST(Election, AShownCycleIsOneInTheGraph) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 1000; ++round) {
    const auto n = static_cast<uint32_t>(2 + random() % 9);
    std::vector<LevelGraph::Edge> edges;
    for (uint64_t i = 0; i < 2 * n; ++i) edges.emplace_back(random() % n, random() % n);
    const LevelGraph graph = LevelGraph::from_edges(n, edges);
    const Attempt<std::vector<uint32_t>> order = topological_order(graph);
    if (order.ok()) {
      std::vector<size_t> place(n);
      for (size_t i = 0; i < n; ++i) place[(*order)[i]] = i;
      for (const auto& [u, v] : edges) ASSERT_LT(place[u], place[v]);
      continue;
    }
    std::vector<uint32_t> cycle;
    const std::string message = order.error().message();
    for (size_t i = message.find(':'); i < message.size(); ++i)
      if (std::isdigit(static_cast<unsigned char>(message[i])) != 0) {
        cycle.push_back(static_cast<uint32_t>(std::stoul(message.substr(i)) - 1));
        while (i < message.size() && std::isdigit(static_cast<unsigned char>(message[i])) != 0) ++i;
      }
    ASSERT_GE(cycle.size(), 2u);
    ASSERT_EQ(cycle.front(), cycle.back());
    for (size_t i = 0; i + 1 < cycle.size(); ++i)
      ASSERT_NE(std::find(edges.begin(), edges.end(), LevelGraph::Edge(cycle[i], cycle[i + 1])),
                edges.end())
          << message;
  }
}

TEST(Election, NoVerticesAreALostPosition) {
  Budget budget;
  const reference::TemporaryFile file("0 0\n");
  const reference::Position position = election(file.path(), {});
  EXPECT_TRUE(*position->is_lost(Play::normal, budget));
  EXPECT_TRUE(position->value(budget)->is_zero());
  EXPECT_TRUE(position->winning_moves(Play::normal, 4, budget)->moves.empty());
  EXPECT_EQ(position->to_string(), "election(@" + file.path() + ")");
}

}  // namespace
}  // namespace grundy
