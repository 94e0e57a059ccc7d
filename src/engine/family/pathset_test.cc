#include "engine/family/pathset.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/family/families.h"
#include "reference/family_positions.h"
#include "reference/level_games.h"

namespace grundy {
namespace {

using reference::Adjacency;
using reference::Numbers;
using reference::with_omega_for;

reference::Position pathset(const std::string& path, const Numbers& numbers) {
  return *reference::read(*pathset_family(), {}, {reference::file(path), reference::list(numbers)});
}

struct PathsetWorld {
  size_t vertices;
  uint64_t bound;
};

TEST(Pathset, ValuesAndMovesOfAllSmallGraphsAreThoseOfTheFiniteAnalogue) {
  Budget budget;
  for (const auto& [vertices, bound] :
       {PathsetWorld{1, 8}, PathsetWorld{2, 8}, PathsetWorld{3, 4}, PathsetWorld{4, 2}}) {
    for (uint64_t edges = 0; edges < uint64_t{1} << (vertices * (vertices - 1) / 2); ++edges) {
      const Adjacency graph = reference::acyclic_graph(vertices, edges);
      const reference::Choices choices = reference::pathset_choices(graph);
      const std::vector<uint64_t> values = reference::all_values(choices, vertices, bound);
      const uint64_t targets = 1 + *std::max_element(values.begin(), values.end());
      const reference::TemporaryFile file(reference::graph_text(graph, Numbers(vertices, 99)));
      for (size_t index = 0; index < values.size(); ++index) {
        const Numbers numbers = reference::position_at(index, vertices, bound);
        const reference::Position position = pathset(file.path(), numbers);
        SCOPED_TRACE(reference::graph_text(graph, numbers));
        ASSERT_EQ(*position->value(budget), with_omega_for(values[index], bound));
        const std::vector<Numbers> options = reference::options(choices, numbers, bound);
        for (uint64_t target = 0; target < targets; ++target) {
          std::vector<Numbers> expected;
          for (const Numbers& option : options)
            if (values[reference::index_of(option, bound)] == target) expected.push_back(option);
          const Attempt<reference::MoveSet> moves =
              position->moves_to(with_omega_for(target, bound), 10'000, budget);
          ASSERT_TRUE(moves->all);
          ASSERT_EQ(reference::results(*moves), expected);
        }
      }
    }
  }
}

// One size more, where only the values are compared.
TEST(Pathset, LevelsAreLongestPaths) {
  for (const auto& [vertices, bound] : {PathsetWorld{4, 4}, PathsetWorld{5, 2}}) {
    for (uint64_t edges = 0; edges < uint64_t{1} << (vertices * (vertices - 1) / 2); ++edges) {
      const Adjacency graph = reference::acyclic_graph(vertices, edges);
      const LevelGraph compact = reference::level_graph(graph);
      const std::vector<uint32_t> levels =
          longest_path_levels(compact, *topological_order(compact));
      const std::vector<uint64_t> values =
          reference::all_values(reference::pathset_choices(graph), vertices, bound);
      for (size_t index = 0; index < values.size(); ++index)
        ASSERT_EQ(reference::level_value(reference::position_at(index, vertices, bound),
                                         {levels.begin(), levels.end()}, bound),
                  values[index]);
    }
  }
}

TEST(Pathset, AWinningMoveIsLegalAndLeadsToZero) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 100'000; ++round) {
    const size_t vertices = 1 + random() % 7;
    const Adjacency graph = reference::acyclic_graph(vertices, random() & random());
    Numbers numbers(vertices);
    std::vector<size_t> levels;
    for (size_t v = 0; v < vertices; ++v) {
      numbers[v] = random() % 3 == 0 ? random() : random() % 3;
      levels.push_back(reference::longest_path(graph, v));
    }
    const LevelGraph compact = reference::level_graph(graph);
    const std::vector<Change<uint64_t>> move = pathset_winning_move(
        numbers, compact, longest_path_levels(compact, *topological_order(compact)));
    ASSERT_EQ(move.empty(), reference::all_levels_zero(reference::naturals(numbers), levels));
    if (move.empty()) continue;
    Numbers after = numbers;
    for (const Change<uint64_t>& change : move) after[change.place] = change.to;
    ASSERT_TRUE(reference::is_legal(reference::pathset_choices(graph), reference::naturals(numbers),
                                    reference::naturals(after)));
    ASSERT_TRUE(reference::all_levels_zero(reference::naturals(after), levels));
  }
}

TEST(Pathset, ALongPathDoesNotOverflowTheStack) {
  const uint32_t n = 300'000;
  std::vector<LevelGraph::Edge> edges;
  for (uint32_t v = 0; v + 1 < n; ++v) edges.emplace_back(v, v + 1);
  const LevelGraph graph = LevelGraph::from_edges(n, edges);
  const std::vector<uint32_t> levels = longest_path_levels(graph, *topological_order(graph));
  const std::vector<Change<uint64_t>> move = pathset_winning_move(Numbers(n, 1), graph, levels);
  EXPECT_EQ(move.size(), n);
}

TEST(Pathset, SaysWhatItDoes) {
  Budget budget;
  const reference::TemporaryFile file("3 2\n1 0 1\n1 2\n2 3\n");
  const reference::Position position =
      *reference::read(*pathset_family(), {}, {reference::file(file.path())});
  EXPECT_EQ(position->to_string(), "pathset(@" + file.path() + ")");
  EXPECT_EQ(position->value(budget)->to_string(), "ω^2+1");
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_TRUE(moves->all);
  EXPECT_EQ(moves->moves[0].to, "pathset(@" + file.path() + ", [0, 0, 0])");
  EXPECT_EQ(moves->moves[0].how, "vertex 1: 1 → 0, vertex 3: 1 → 0");
  EXPECT_NE(position->explanation().find("  ω^2    vertex 1: 1  1\n"), std::string::npos)
      << position->explanation();
  EXPECT_EQ(position->is_lost(Play::misere, budget).error().kind, Error::Kind::declined);
}

}  // namespace
}  // namespace grundy
