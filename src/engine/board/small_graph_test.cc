#include "engine/board/small_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace grundy {
namespace {

using Rows = std::vector<uint64_t>;

PartKey key_of(const Rows& rows, const std::vector<uint64_t>& labels) {
  SmallGraph graph;
  for (size_t i = 0; i < rows.size(); ++i) {
    graph.add(rows[i]);
    graph.set_label(i, labels[i]);
  }
  return graph.key();
}

Rows rows_of(size_t vertices, uint64_t edges) {
  Rows rows(vertices, 0);
  for (size_t a = 0; a < vertices; ++a) {
    for (size_t b = 0; b < a; ++b, edges >>= 1) {
      if ((edges & 1) == 0) continue;
      rows[a] |= uint64_t{1} << b;
      rows[b] |= uint64_t{1} << a;
    }
  }
  return rows;
}

/// OEIS A000088: as many keys as there are graphs of so many vertices, but for isomorphism.
TEST(SmallGraph, KeysTellSmallGraphsApartAndNothingElse) {
  const size_t graphs[] = {1, 1, 2, 4, 11, 34, 156};
  for (size_t n = 1; n <= 6; ++n) {
    std::set<std::pair<uint64_t, uint64_t>> keys;
    for (uint64_t edges = 0; edges < uint64_t{1} << n * (n - 1) / 2; ++edges) {
      const PartKey key = key_of(rows_of(n, edges), std::vector<uint64_t>(n, 0));
      keys.insert({key.low, key.high});
    }
    EXPECT_EQ(keys.size(), graphs[n]) << n;
  }
}

/// OEIS A000666: symmetric relations, that is graphs with two labels.
TEST(SmallGraph, LabelsTellGraphsApart) {
  const size_t graphs[] = {1, 2, 6, 20, 90, 544};
  for (size_t n = 1; n <= 5; ++n) {
    std::set<std::pair<uint64_t, uint64_t>> keys;
    for (uint64_t edges = 0; edges < uint64_t{1} << n * (n - 1) / 2; ++edges) {
      for (uint64_t ones = 0; ones < uint64_t{1} << n; ++ones) {
        std::vector<uint64_t> labels(n);
        for (size_t i = 0; i < n; ++i) labels[i] = ones >> i & 1;
        const PartKey key = key_of(rows_of(n, edges), labels);
        keys.insert({key.low, key.high});
      }
    }
    EXPECT_EQ(keys.size(), graphs[n]) << n;
  }
}

TEST(SmallGraph, OtherNumbersOfTheVerticesHaveTheSameKey) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    const size_t n = 7 + random() % (SmallGraph::kMost - 6);
    Rows rows(n, 0);
    for (size_t edge = 0; edge < 2 * n; ++edge) {
      const size_t a = random() % n;
      const size_t b = random() % n;
      if (a == b) continue;
      rows[a] |= uint64_t{1} << b;
      rows[b] |= uint64_t{1} << a;
    }
    std::vector<uint64_t> labels(n);
    for (uint64_t& label : labels) label = random() % 3;
    std::vector<size_t> to(n);
    std::iota(to.begin(), to.end(), size_t{0});
    std::shuffle(to.begin(), to.end(), random);
    Rows moved(n, 0);
    std::vector<uint64_t> moved_labels(n);
    for (size_t i = 0; i < n; ++i) {
      moved_labels[to[i]] = labels[i];
      for (size_t k = 0; k < n; ++k) moved[to[i]] |= (rows[i] >> k & 1) << to[k];
    }
    EXPECT_EQ(key_of(rows, labels), key_of(moved, moved_labels)) << round;
    labels[0] += 7;
    EXPECT_NE(key_of(rows, labels), key_of(moved, moved_labels)) << round;
  }
}

}  // namespace
}  // namespace grundy
