#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "reference/family_positions.h"
#include "reference/level_games.h"
#include "session/contest/contest_test.h"

namespace grundy::contest {
namespace {

using reference::Adjacency;
using reference::Numbers;

std::string network_text(const Adjacency& graph, const Numbers& taxes) {
  std::string roads;
  uint64_t count = 0;
  for (size_t u = 0; u < graph.size(); ++u) {
    for (const size_t v : graph[u]) {
      roads += numbers_text({u + 1, v + 1});
      ++count;
    }
  }
  return numbers_text({graph.size(), count}) + numbers_text(taxes) + roads;
}

/// The same graph with vertex v called names[v].
Adjacency renamed(const Adjacency& graph, const std::vector<size_t>& names) {
  Adjacency result(graph.size());
  for (size_t u = 0; u < graph.size(); ++u)
    for (const size_t v : graph[u]) result[names[u]].push_back(names[v]);
  return result;
}

TEST(ContestCf1149E, Samples) {
  EXPECT_EQ(answer_to(cf1149e, "4 2\n2 1 1 5\n1 2\n3 4\n"), "WIN\n1 5 1 5\n");
  EXPECT_EQ(answer_to(cf1149e, "4 2\n1 5 1 5\n1 2\n3 4\n"), "LOSE\n");
  EXPECT_EQ(answer_to(cf1149e, "3 3\n314 159 265\n1 2\n1 3\n3 2\n"), "WIN\n0 0 0\n");
  EXPECT_EQ(answer_to(cf1149e, "6 4\n2 2 5 5 6 6\n1 3\n2 4\n3 5\n4 6\n"), "LOSE\n");
}

TEST(ContestCf1149E, AllSmallNetworksAreAsByDefinition) {
  struct World {
    size_t cities;
    uint64_t bound;
  };
  for (const auto& [cities, bound] : {World{1, 8}, World{2, 8}, World{3, 4}, World{4, 2}}) {
    std::vector<size_t> backwards(cities);
    for (size_t v = 0; v < cities; ++v) backwards[v] = cities - 1 - v;
    for (uint64_t roads = 0; roads < uint64_t{1} << (cities * (cities - 1) / 2); ++roads) {
      const Adjacency upwards = reference::acyclic_graph(cities, roads);
      for (const Adjacency& graph : {upwards, renamed(upwards, backwards)}) {
        const reference::Choices choices = reference::election_choices(graph);
        const std::vector<uint64_t> values = reference::all_values(choices, cities, bound);
        for (size_t index = 0; index < values.size(); ++index) {
          const Numbers taxes = reference::position_at(index, cities, bound);
          const std::string text = network_text(graph, taxes);
          const WordAndNumbers result(answer_to(cf1149e, text));
          ASSERT_EQ(result.word, values[index] == 0 ? "LOSE" : "WIN") << text;
          ASSERT_EQ(result.numbers.size(), values[index] == 0 ? 0 : cities) << text;
          if (values[index] == 0) continue;
          ASSERT_TRUE(reference::is_legal(choices, reference::naturals(taxes),
                                          reference::naturals(result.numbers)))
              << text;
          ASSERT_EQ(values[reference::index_of(result.numbers, bound)], 0) << text;
        }
      }
    }
  }
}

TEST(ContestCf1149E, AWinningMoveIsLegalAndLeavesALostPosition) {
  constexpr uint64_t kSeed = 1149;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 10'000; ++round) {
    const size_t cities = 1 + random() % 9;
    std::vector<size_t> names(cities);
    std::iota(names.begin(), names.end(), 0);
    std::shuffle(names.begin(), names.end(), random);
    const Adjacency graph = renamed(reference::acyclic_graph(cities, random() & random()), names);
    Numbers taxes(cities);
    std::vector<size_t> levels;
    for (size_t v = 0; v < cities; ++v) {
      taxes[v] = random() % 3 == 0 ? random() >> 1 : random() % 3;
      levels.push_back(reference::mex_level(graph, v));
    }
    const std::string text = network_text(graph, taxes);
    const WordAndNumbers result(answer_to(cf1149e, text));
    const bool is_lost = reference::all_levels_zero(reference::naturals(taxes), levels);
    ASSERT_EQ(result.word, is_lost ? "LOSE" : "WIN") << text << "seed " << kSeed;
    if (is_lost) continue;
    ASSERT_TRUE(reference::is_legal(reference::election_choices(graph), reference::naturals(taxes),
                                    reference::naturals(result.numbers)))
        << text << "seed " << kSeed;
    ASSERT_TRUE(reference::all_levels_zero(reference::naturals(result.numbers), levels))
        << text << "seed " << kSeed;
  }
}

TEST(ContestCf1149E, ShowsWhatIsWrong) {
  EXPECT_EQ(answer_to(cf1149e, ""),
            "in:1:1: error: expected the numbers of cities and of roads, found the end of the "
            "file\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf1149e, "0 0\n"),
            "in:1:1: error: there is at least one city\n  0 0\n  ^~~\n");
  EXPECT_EQ(
      answer_to(cf1149e, "4294967295 0\n"),
      "in:1:1: error: there can be at most 4294967294 cities\n  4294967295 0\n  ^~~~~~~~~~~~\n");
  EXPECT_EQ(
      answer_to(cf1149e, "2 1\n"),
      "in:2:1: error: expected the taxes of the cities, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5\n1 2\n"),
            "in:2:2: error: expected 2 numbers on a line, found only 1\n  5\n   ^\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5 -6\n1 2\n"),
            "in:2:3: error: expected a number, found '-6'\n  5 -6\n    ^~\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5 6\n"),
            "in:3:1: error: expected a road, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5 6\n1\n"),
            "in:3:2: error: expected 2 city numbers on a line, found only 1\n  1\n   ^\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5 6\n1 3\n"),
            "in:3:1: error: there is no city 3, they are numbered from 1 to 2\n  1 3\n  ^~~\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5 6\n0 1\n"),
            "in:3:1: error: there is no city 0, they are numbered from 1 to 2\n  0 1\n  ^~~\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5 6\n1 2\n2 1\n"),
            "in:4:1: error: expected the end of the input, found '2'\n  2 1\n  ^\n");
  EXPECT_EQ(answer_to(cf1149e, "3 3\n5 6 7\n1 2\n2 3\n3 1\n"),
            "error: in: the graph has a cycle of length 3: 3 → 1 → 2 → 3\n");
  EXPECT_EQ(answer_to(cf1149e, "2 1\n5 6\n2 2\n"),
            "error: in: the graph has a cycle of length 1: 2 → 2\n");
}

}  // namespace
}  // namespace grundy::contest
