#include "engine/family/matching.h"

#include <algorithm>

namespace grundy {
namespace {

// Vertices between two questions whether the budget is spent.
constexpr size_t kVerticesMatched = size_t{1} << 14;

/// Matches vertices that have one neighbour left with it as long as there are any, which never is a
/// loss; then some edge of the vertex with the least number, and so on (Karp and Sipser 1981).
Matching greedy_matching(const Incidence& graph) {
  const uint32_t n = graph.vertices();
  Matching matching(n, kNoVertex);
  std::vector<uint32_t> left(n);  // edges to vertices that are not matched
  std::vector<uint32_t> leaves;
  for (uint32_t v = 0; v < n; ++v) {
    for (const auto& [to, edge] : graph.at(v)) left[v] += to != v;
    if (left[v] == 1) leaves.push_back(v);
  }
  const auto match = [&](uint32_t v) {
    if (matching[v] != kNoVertex) return;
    for (const auto& [to, edge] : graph.at(v)) {
      if (to == v || matching[to] != kNoVertex) continue;
      matching[v] = to;
      matching[to] = v;
      for (const uint32_t taken : {v, to})
        for (const auto& [neighbour, its_edge] : graph.at(taken))
          if (--left[neighbour] == 1) leaves.push_back(neighbour);
      return;
    }
  };
  for (uint32_t v = 0; v < n; ++v) {
    while (!leaves.empty()) {
      const uint32_t leaf = leaves.back();
      leaves.pop_back();
      match(leaf);
    }
    match(v);
  }
  return matching;
}

void match_pairs(Matching& matching, const std::vector<std::pair<uint32_t, uint32_t>>& pairs) {
  for (const auto& [v, w] : pairs) {
    matching[v] = w;
    matching[w] = v;
  }
}

}  // namespace

AlternatingForest::AlternatingForest(const Incidence& graph)
    : graph_(graph),
      label_(graph.vertices()),
      root_(graph.vertices()),
      above_(graph.vertices()),
      bridge_(graph.vertices()),
      next_(graph.vertices()),
      mark_(graph.vertices()),
      done_(graph.vertices()) {
  queue_.reserve(graph.vertices());
}

uint32_t AlternatingForest::base(uint32_t v) {
  while (next_[v] != v) v = next_[v] = next_[next_[v]];
  return v;
}

/// The nearest base that the paths from two even vertices of a tree to the root have in common;
/// found by walking up both at a time, so that it takes no more steps than the cycle is long.
uint32_t AlternatingForest::common_base(const Matching& matching, uint32_t v, uint32_t w) {
  ++searches_;
  uint32_t x = base(v), y = base(w);
  for (;; std::swap(x, y)) {
    if (x == kNoVertex) continue;
    if (mark_[x] == searches_) return x;
    mark_[x] = searches_;
    x = matching[x] == kNoVertex ? kNoVertex : base(above_[matching[x]]);
  }
}

/// Shrinks the path from v up to the base `end`, on the cycle that the edge v–w closes.
void AlternatingForest::shrink(const Matching& matching, uint32_t end, uint32_t v, uint32_t w) {
  for (uint32_t x = base(v); x != end;) {
    const uint32_t odd = matching[x];
    bridge_[odd] = {v, w};
    next_[x] = next_[odd] = end;
    queue_.push_back(odd);
    x = base(above_[odd]);
  }
}

/// The edges outside the matching on the even path from an even vertex to its root; they are to
/// become the matching there.
void AlternatingForest::add_path(const Matching& matching, uint32_t from,
                                 std::vector<Pair>& pairs) const {
  std::vector<Pair> parts = {{from, root_[from]}};
  while (!parts.empty()) {
    auto [x, end] = parts.back();
    parts.pop_back();
    while (x != end) {
      if (label_[x] == Label::even) {
        const uint32_t odd = matching[x];
        pairs.emplace_back(odd, above_[odd]);
        x = above_[odd];
      } else {
        // Down to the edge that closed the cycle, over it, and on from its other end.
        pairs.push_back(bridge_[x]);
        parts.emplace_back(bridge_[x].first, matching[x]);
        x = bridge_[x].second;
      }
    }
  }
}

Attempt<bool> AlternatingForest::augment(Matching& matching, uint32_t removed, Budget& budget) {
  const uint32_t n = graph_.vertices();
  std::fill(label_.begin(), label_.end(), Label::none);
  std::fill(done_.begin(), done_.end(), false);
  queue_.clear();
  for (uint32_t v = 0; v < n; ++v) {
    next_[v] = v;
    bridge_[v].first = kNoVertex;
    if (matching[v] != kNoVertex || v == removed) continue;
    label_[v] = Label::even;
    root_[v] = v;
    queue_.push_back(v);
  }
  bool grown = false;
  std::vector<Pair> pairs;
  for (size_t i = 0; i < queue_.size(); ++i) {
    if (i % kVerticesMatched == 0 && budget.spent()) return budget.why();
    const uint32_t v = queue_[i];
    for (const auto& [w, edge] : graph_.at(v)) {
      if (done_[root_[v]]) break;
      if (w == removed || w == v) continue;
      if (label_[w] == Label::none) {
        const uint32_t x = matching[w];
        label_[w] = Label::odd;
        label_[x] = Label::even;
        root_[w] = root_[x] = root_[v];
        above_[w] = v;
        queue_.push_back(x);
      } else if (!is_even(w) || done_[root_[w]]) {
        continue;
      } else if (root_[w] != root_[v]) {
        pairs.assign(1, {v, w});
        add_path(matching, v, pairs);
        add_path(matching, w, pairs);
        done_[root_[v]] = done_[root_[w]] = true;
        match_pairs(matching, pairs);
        grown = true;
      } else if (base(v) != base(w)) {
        const uint32_t end = common_base(matching, v, w);
        shrink(matching, end, v, w);
        shrink(matching, end, w, v);
      }
    }
  }
  return grown;
}

void AlternatingForest::make_miss(Matching& matching, uint32_t vertex) const {
  std::vector<Pair> pairs;
  add_path(matching, vertex, pairs);
  matching[vertex] = kNoVertex;
  match_pairs(matching, pairs);
}

Attempt<Matching> maximum_matching(const Incidence& graph, Budget& budget) {
  Matching matching = greedy_matching(graph);
  AlternatingForest forest(graph);
  for (;;) {
    Attempt<bool> grown = forest.augment(matching, kNoVertex, budget);
    if (!grown) return std::move(grown).error();
    if (!*grown) return matching;
  }
}

}  // namespace grundy
