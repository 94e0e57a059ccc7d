// Forms of larger graphs against those of nauty (McKay and Piperno 2014, "Practical graph
// isomorphism II").
#include <gtest/gtest.h>

#ifdef GRUNDY_NAUTY
#include <nauty/nauty.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <random>

#include "reference/coloured_graphs.h"

namespace grundy {
namespace {

/// nauty's canonical graph, with one kind and colours 0, 1, …
Words by_nauty(const ColouredGraph& in) {
  static DEFAULTOPTIONS_GRAPH(choices);
  choices.getcanon = TRUE;
  choices.defaultptn = FALSE;
  const int n = static_cast<int>(in.vertices);
  std::array<graph, 64> rows{};
  std::array<graph, 64> canonical{};
  std::array<int, 64> lab{};
  std::array<int, 64> ptn{};
  std::array<int, 64> orbits{};
  for (size_t v = 0; v < in.vertices; ++v) {
    for (size_t w = 0; w < in.vertices; ++w) {
      if ((in.rows[0][v] >> w & 1) != 0) ADDELEMENT(&rows[v], w);
    }
  }
  std::iota(lab.begin(), lab.begin() + n, 0);
  std::stable_sort(lab.begin(), lab.begin() + n, [&](int a, int b) {
    return in.colours[static_cast<size_t>(a)] < in.colours[static_cast<size_t>(b)];
  });
  Words words;
  for (int i = 0; i < n; ++i) {
    words.push_back(in.colours[static_cast<size_t>(lab[static_cast<size_t>(i)])]);
    ptn[static_cast<size_t>(i)] =
        i + 1 < n && in.colours[static_cast<size_t>(lab[static_cast<size_t>(i)])] ==
                         in.colours[static_cast<size_t>(lab[static_cast<size_t>(i) + 1])];
  }
  statsblk stats;
  densenauty(rows.data(), lab.data(), ptn.data(), orbits.data(), &choices, &stats, 1, n,
             canonical.data());
  words.insert(words.end(), canonical.begin(), canonical.begin() + n);
  return words;
}

/// Graphs that differ by an edge or a colour from each other, many of them isomorphic.
TEST(GraphFormByNauty, AgreesWithNauty) {
  std::mt19937_64 random(9);
  size_t same = 0;
  for (int family = 0; family < 300; ++family) {
    std::vector<ColouredGraph> graphs;
    const std::vector<ColouredGraph> special = special_graphs();
    const size_t vertices = 8 + random() % 33;
    ColouredGraph first = graph_of(vertices, 1);
    if (family % 3 == 0) {
      first = special[random() % special.size()];
    } else {
      for (size_t v = 1; v < vertices; ++v) join(first, v, random() % v, 0, 0);
    }
    for (int round = 0; round < 12; ++round) {
      ColouredGraph graph = first;
      const size_t v = random() % first.vertices;
      const size_t w = random() % first.vertices;
      if (round % 3 == 0) graph.colours[v] = 1;
      if (v != w) {
        graph.rows[0][v] ^= uint64_t{1} << w;
        graph.rows[0][w] ^= uint64_t{1} << v;
      }
      graphs.push_back(renamed(graph, shuffled(graph.vertices, random), random));
    }
    std::map<Words, Words> classes;
    std::map<Words, Words> back;
    for (const ColouredGraph& graph : graphs) {
      const Words form = form_of(graph);
      ASSERT_FALSE(form.empty());
      const Words nautys = by_nauty(graph);
      ASSERT_EQ(classes.try_emplace(nautys, form).first->second, form);
      ASSERT_EQ(back.try_emplace(form, nautys).first->second, nautys);
    }
    same += graphs.size() - classes.size();
  }
  EXPECT_GT(same, 500u);
}

}  // namespace
}  // namespace grundy
#else
TEST(GraphFormByNauty, AgreesWithNauty) { GTEST_SKIP() << "nauty is not installed"; }
#endif
