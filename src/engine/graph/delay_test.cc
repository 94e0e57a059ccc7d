#include "engine/graph/delay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "reference/graph.h"

namespace grundy {
namespace {

using reference::Arcs;

/// A graph with its labels and delays.
struct Component {
  explicit Component(const Arcs& graph) : arcs(graph) {
    for (const auto& to : arcs) {
      targets.insert(targets.end(), to.begin(), to.end());
      begins.push_back(static_cast<uint32_t>(targets.size()));
    }
    Budget budget;
    labels = *LoopyLabels::of({begins, targets}, budget);
    delays.emplace(labels, static_cast<uint32_t>(arcs.size()));
  }
  std::optional<uint64_t> number(size_t v) const {
    const auto vertex = static_cast<uint32_t>(v);
    return labels.is_infinite(vertex) ? std::nullopt
                                      : std::optional<uint64_t>(labels.number(vertex));
  }
  uint64_t delay(size_t v) const { return delays->of(labels, static_cast<uint32_t>(v)); }

  Arcs arcs;
  std::vector<uint32_t> begins{0};
  std::vector<uint32_t> targets;
  LoopyLabels labels;
  std::optional<LabelDelays> delays;
};

Arcs some_graph(std::mt19937_64& random, uint32_t most) {
  Arcs arcs(1 + random() % most);
  for (size_t v = 1; v < arcs.size(); ++v) {  // play ends on 0
    for (uint64_t left = random() % 5; left > 0; --left) {
      const uint64_t ends = random() % 4 == 0 ? arcs.size() : v;  // mostly to smaller ones
      arcs[v].push_back(static_cast<uint32_t>(random() % ends));
    }
  }
  return arcs;
}

/// A sum of three vertices, and its delay where it is lost: all have numbers, of nim-sum 0.
struct Three {
  const Component& a;
  const Component& b;
  const Component& c;

  std::optional<uint64_t> delay(size_t u, size_t v, size_t w) const {
    const auto x = a.number(u), y = b.number(v), z = c.number(w);
    if (!x || !y || !z || (*x ^ *y ^ *z) != 0) return std::nullopt;
    return a.delay(u) + b.delay(v) + c.delay(w);
  }
  /// The least delay to which a move leads.
  std::optional<uint64_t> least(size_t u, size_t v, size_t w) const {
    std::optional<uint64_t> best;
    const auto take = [&](std::optional<uint64_t> one) {
      if (one) best = std::min(best.value_or(UINT64_MAX), *one);
    };
    for (const uint32_t to : a.arcs[u]) take(delay(to, v, w));
    for (const uint32_t to : b.arcs[v]) take(delay(u, to, w));
    for (const uint32_t to : c.arcs[w]) take(delay(u, v, to));
    return best;
  }
  /// Whether every move of the loser has an answer with a delay that is less by 2.
  bool falls(size_t u, size_t v, size_t w) const {
    const uint64_t before = *delay(u, v, w);
    const auto answered = [&](std::optional<uint64_t> after) {
      return after && *after + 2 <= before;
    };
    return std::all_of(a.arcs[u].begin(), a.arcs[u].end(),
                       [&](uint32_t to) { return answered(least(to, v, w)); }) &&
           std::all_of(b.arcs[v].begin(), b.arcs[v].end(),
                       [&](uint32_t to) { return answered(least(u, to, w)); }) &&
           std::all_of(c.arcs[w].begin(), c.arcs[w].end(),
                       [&](uint32_t to) { return answered(least(u, v, to)); });
  }
};

// Against the product of the graphs, worked back from the ends of play; and the delay falls with
// each pair of moves.
TEST(Delay, BoundsTheMovesOfSums) {
  size_t lost = 0, exact = 0, of_numbers = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Component a(some_graph(random, 9)), b(some_graph(random, 9)),
        c(some_graph(random, seed % 2 == 0 ? 1 : 5));
    const Three sum{a, b, c};
    const auto played =
        reference::endings(reference::sum(reference::sum(a.arcs, b.arcs), c.arcs), false);
    size_t at = 0;
    for (size_t u = 0; u < a.arcs.size(); ++u) {
      for (size_t v = 0; v < b.arcs.size(); ++v) {
        for (size_t w = 0; w < c.arcs.size(); ++w, ++at) {
          const auto delay = sum.delay(u, v, w);
          ASSERT_EQ(delay.has_value(), played[at].outcome == 'P');
          if (!delay) continue;
          ASSERT_LE(played[at].moves, *delay);
          ASSERT_TRUE(sum.falls(u, v, w));
          ++lost;
          exact += played[at].moves == *delay ? 1 : 0;
          of_numbers += *a.number(u) > 0 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(lost, 4'000U);
  EXPECT_GT(exact, lost / 4);
  EXPECT_GT(of_numbers, 500U);
}

}  // namespace
}  // namespace grundy
