// Maximum matchings of undirected graphs.
//
// A matching is a set of edges no two of which share a vertex. It is maximum exactly if there is no
// augmenting path: one between two vertices that it misses whose edges are, by turns, outside it
// and in it (Berge 1957). Such paths are sought by growing a tree from every missed vertex at once;
// the odd cycles that come up are shrunk (Edmonds 1965, "Paths, trees, and flowers") in a
// union-find structure, each keeping the edge that closed it, so that the way through it can be
// found again (Gabow 1976). A phase grows all trees until no edge is left, augments along every
// path it meets, and sets the two trees of that path aside; it takes O(m α(m)). The phase that
// finds no path is the last. A greedy start leaves few of them to most graphs, but no bound better
// than n/2 is known, so the Budget is asked all along.
//
// The last phase says more (Gallai 1963, Edmonds 1965): a vertex is missed by some maximum matching
// exactly if an alternating path of even length leads to it from a missed vertex, that is, if it is
// an even vertex of a tree.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/family/edge_list.h"

namespace grundy {

inline constexpr uint32_t kNoVertex = UINT32_MAX;

/// For each vertex the one it is matched with, or kNoVertex.
using Matching = std::vector<uint32_t>;

/// The trees of one phase. Loops of the graph do not count.
class AlternatingForest {
 public:
  static constexpr uint64_t kBytesPerVertex = 9 * sizeof(uint32_t);

  /// The graph must outlive the forest; kBytesPerVertex are for the caller to account for.
  explicit AlternatingForest(const Incidence& graph);

  /// One phase in the graph without the vertex `removed` (kNoVertex for all of it), which
  /// `matching` must not match. Whether the matching has grown; if not, it is a maximum one.
  Attempt<bool> augment(Matching& matching, uint32_t removed, Budget& budget);

  // After a phase in which the matching has not grown.

  /// Whether some maximum matching misses the vertex.
  bool can_be_missed(uint32_t vertex) const { return is_even(vertex); }
  /// Changes the matching of that phase into another maximum one, which misses the vertex; requires
  /// can_be_missed.
  void make_miss(Matching& matching, uint32_t vertex) const;

 private:
  enum class Label : uint8_t { none, even, odd };
  using Pair = std::pair<uint32_t, uint32_t>;

  /// At the end of a path of even length from the root, perhaps by way of a shrunk cycle.
  bool is_even(uint32_t v) const {
    return label_[v] == Label::even || (label_[v] == Label::odd && bridge_[v].first != kNoVertex);
  }
  uint32_t base(uint32_t v);
  uint32_t common_base(const Matching& matching, uint32_t v, uint32_t w);
  void shrink(const Matching& matching, uint32_t end, uint32_t v, uint32_t w);
  void add_path(const Matching& matching, uint32_t from, std::vector<Pair>& pairs) const;

  const Incidence& graph_;
  std::vector<Label> label_;
  std::vector<uint32_t> root_;   // of the tree that the vertex is in
  std::vector<uint32_t> above_;  // of an odd vertex: the even one it was reached from
  std::vector<Pair> bridge_;  // of an odd vertex that was shrunk: the edge that closed the cycle,
                              // the end that is above it in the tree last
  // Union-find: towards the base of the shrunk cycles that the vertex is in.
  std::vector<uint32_t> next_;
  std::vector<uint32_t> mark_;  // by base: the search for a common base that met it last
  uint32_t searches_ = 0;
  std::vector<bool> done_;       // by root: the tree is set aside
  std::vector<uint32_t> queue_;  // of even vertices
};

/// A maximum matching.
Attempt<Matching> maximum_matching(const Incidence& graph, Budget& budget);

}  // namespace grundy
