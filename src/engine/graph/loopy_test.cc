#include "engine/graph/loopy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "generate/environment.h"
#include "reference/graph.h"

namespace grundy {
namespace {

using reference::Arcs;

/// Arcs as the engine takes them.
struct Flat {
  std::vector<uint32_t> begins{0};
  std::vector<uint32_t> targets;

  explicit Flat(const Arcs& arcs) {
    for (const auto& to : arcs) {
      targets.insert(targets.end(), to.begin(), to.end());
      begins.push_back(static_cast<uint32_t>(targets.size()));
    }
  }
  ArcSpans spans() const { return {begins, targets}; }
};

Arcs random_arcs(std::mt19937_64& random, uint32_t vertices) {
  Arcs arcs(vertices);
  const uint64_t density = 1 + random() % 9;
  for (auto& to : arcs) {
    if (random() % 4 == 0) continue;  // ends of play
    for (uint64_t left = 1 + random() % density; left > 0; --left)
      to.push_back(static_cast<uint32_t>(random() % vertices));
  }
  return arcs;
}

std::vector<Value> values_of(const Arcs& arcs) {
  const Flat flat(arcs);
  Budget budget;
  const auto labels = LoopyLabels::of(flat.spans(), budget);
  EXPECT_TRUE(labels.ok());
  std::vector<Value> values;
  for (uint32_t v = 0; v < arcs.size(); ++v) values.push_back(labels->value(flat.spans(), v));
  return values;
}

char outcome_of(const Value& value) { return letter(value.outcome()); }

TEST(LoopyTest, SmallGraphs) {
  EXPECT_EQ(values_of({{}, {0, 2}, {1}}), (std::vector<Value>{0, 1, 0}));
  // A loop alone; with an exit to 0; round a circle of three.
  EXPECT_EQ(values_of({{0}}), (std::vector<Value>{Value::loopy({})}));
  EXPECT_EQ(values_of({{}, {1, 0}}), (std::vector<Value>{0, Value::loopy({0})}));
  EXPECT_EQ(values_of({{1}, {2}, {0}}), (std::vector<Value>(3, Value::loopy({}))));
  // 4 leads back to 3, and is lost all the same: both its options lead to 0.
  EXPECT_EQ(values_of({{}, {0}, {0, 1}, {0, 1, 2, 4}, {3, 5}, {0, 1, 2}}),
            (std::vector<Value>{0, 1, 2, 3, 0, 3}));
}

// Smith's definition, in whatever order vertices are labelled.
TEST(LoopyTest, AgreesWithTheDefinition) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1),
                 graphs = generate::from_environment("GRUNDY_RULES", 600);
  uint64_t infinite = 0, large = 0;
  for (uint64_t seed = first; seed < first + graphs; ++seed) {
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1", seed));
    std::mt19937_64 random(seed);
    const Arcs arcs = random_arcs(random, 1 + static_cast<uint32_t>(random() % 24));
    const auto wanted = reference::numbers(arcs);
    const std::vector<Value> found = values_of(arcs);
    for (size_t v = 0; v < arcs.size(); ++v) {
      ASSERT_EQ(found[v].is_loopy(), !wanted[v].has_value()) << v;
      if (wanted[v]) {
        ASSERT_EQ(found[v], Value(*wanted[v])) << v;
        large += *wanted[v] > 1 ? 1 : 0;
      } else {
        std::vector<uint64_t> exits;
        for (const uint32_t to : arcs[v]) {
          if (wanted[to]) exits.push_back(*wanted[to]);
        }
        ASSERT_EQ(found[v], Value::loopy(exits)) << v;
        ++infinite;
      }
    }
  }
  if (graphs >= 600) {
    EXPECT_GT(infinite, graphs);
    EXPECT_GT(large, graphs / 4);
  }
}

// Values add as they should: the outcomes of all sums of two and of three vertices, by working back
// from the ends of play in the product of the graphs.
TEST(LoopyTest, SumsAgreeWithPlay) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1),
                 graphs = generate::from_environment("GRUNDY_RULES", 300);
  for (uint64_t seed = first; seed < first + graphs; ++seed) {
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1", seed));
    std::mt19937_64 random(seed);
    const uint32_t most = seed % 3 == 0 ? 5 : 8;
    const auto some = [&] {
      return random_arcs(random, 1 + static_cast<uint32_t>(random() % most));
    };
    const Arcs a = some(), b = some(), c = seed % 3 == 0 ? some() : Arcs{{}};
    const std::vector<Value> x = values_of(a), y = values_of(b), z = values_of(c);
    const auto played = reference::endings(reference::sum(reference::sum(a, b), c), false);
    for (size_t u = 0, at = 0; u < a.size(); ++u) {
      for (size_t v = 0; v < b.size(); ++v) {
        for (size_t w = 0; w < c.size(); ++w, ++at) {
          ASSERT_EQ(outcome_of(nim_sum(nim_sum(x[u], y[v]), z[w])), played[at].outcome)
              << u << ' ' << v << ' ' << w;
        }
      }
    }
  }
}

// Whoever answers by going back to a vertex of the same number and a smaller rank always can.
TEST(LoopyTest, RanksFall) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Arcs arcs = random_arcs(random, 1 + static_cast<uint32_t>(random() % 40));
    const Flat flat(arcs);
    Budget budget;
    const auto labels = LoopyLabels::of(flat.spans(), budget);
    ASSERT_TRUE(labels.ok());
    for (uint32_t v = 0; v < arcs.size(); ++v) {
      if (labels->is_infinite(v)) continue;
      const uint32_t number = labels->number(v);
      for (const uint32_t to : arcs[v]) {
        if (!labels->is_infinite(to) && labels->number(to) < number) continue;
        ASSERT_TRUE(std::any_of(arcs[to].begin(), arcs[to].end(),
                                [&](uint32_t back) {
                                  return !labels->is_infinite(back) &&
                                         labels->number(back) == number &&
                                         labels->rank(back) < labels->rank(v);
                                }))
            << v << " → " << to;
      }
    }
  }
}

TEST(LoopyTest, OutcomesAndMovesToTheEnd) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    std::mt19937_64 random(seed);
    const Arcs arcs = random_arcs(random, 1 + static_cast<uint32_t>(random() % 30));
    const Flat flat(arcs);
    Budget budget;
    for (const Play play : {Play::normal, Play::misere}) {
      SCOPED_TRACE(fmt::format("seed {}, {}", seed, play == Play::normal ? "normal" : "misère"));
      const auto wanted = reference::endings(arcs, play == Play::misere);
      const auto labels = LoopyLabels::outcomes_of(flat.spans(), play, budget);
      ASSERT_TRUE(labels.ok());
      for (uint32_t v = 0; v < arcs.size(); ++v) {
        ASSERT_EQ(letter(labels->outcome(flat.spans(), v)), wanted[v].outcome) << v;
        const auto moves = labels->moves_to_end(flat.spans(), v);
        ASSERT_EQ(moves.has_value(), wanted[v].outcome != 'D') << v;
        if (moves) {
          ASSERT_EQ(*moves, wanted[v].moves) << v;
        }
      }
    }
  }
}

TEST(LoopyTest, AMillionVerticesInOneCycle) {
  constexpr uint32_t kVertices = 1'000'000;
  for (const bool with_end : {false, true}) {
    Arcs arcs(kVertices);
    for (uint32_t v = 0; v < kVertices; ++v) arcs[v].push_back((v + 1) % kVertices);
    if (with_end) arcs[0].clear();
    const Flat flat(arcs);
    Budget budget;
    const auto labels = LoopyLabels::of(flat.spans(), budget);
    ASSERT_TRUE(labels.ok());
    EXPECT_EQ(labels->value(flat.spans(), 1), with_end ? Value(1) : Value::loopy({}));
    EXPECT_EQ(labels->moves_to_end(flat.spans(), 1),
              with_end ? std::optional<uint64_t>(kVertices - 1) : std::nullopt);
  }
}

TEST(LoopyTest, Limits) {
  const Flat flat(Arcs(1000, {0, 1, 2}));
  Budget budget;
  budget.set_memory_limit(30'000);
  const auto refused = LoopyLabels::of(flat.spans(), budget);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Error::Kind::declined);
  EXPECT_EQ(budget.memory_used(), 0U);
  budget.set_memory_limit(100'000);
  ASSERT_TRUE(LoopyLabels::of(flat.spans(), budget).ok());
  EXPECT_EQ(budget.memory_used(), 8000U);
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  const auto stopped = LoopyLabels::of(flat.spans(), budget);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().message(), "interrupted");
}

}  // namespace
}  // namespace grundy
