// Green hackenbush with plain data; the game itself and its theorems are in green_hackenbush.cc.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/family/edge_list.h"

namespace grundy {

/// The part of a graph that is connected to the ground, valued from the top down to the ground when
/// it is made.
class Hackenbush {
 public:
  /// Edges whose entry in `cut` is true are not there. Time O(n + m α(m)) for n vertices and m
  /// edges.
  static Attempt<Hackenbush> make(const Incidence& graph, size_t edges, uint32_t ground,
                                  const std::vector<bool>& cut, Budget& budget);

  uint32_t value() const { return value_[0]; }
  bool is_grounded(uint32_t vertex) const { return place_[vertex] != kNone; }

  /// All edges whose cutting leaves exactly this value, ascending. O((n + m) log m).
  Attempt<std::vector<uint32_t>> cuts_to(uint64_t target, Budget& budget) const;

  /// The edges that are gone when this one is cut, itself among them, ascending; O(m).
  std::vector<uint32_t> gone_with(uint32_t edge) const;

  /// What the cycles through a vertex become when they are fused into one: a vertex of a tree.
  struct Fused {
    std::vector<uint32_t> vertices;
    uint64_t loops = 0;             // edges that begin and end here after fusion
    std::vector<uint32_t> bridges;  // that lead up from here
    std::vector<uint32_t> worths;   // of these bridges with all they carry
    uint32_t value = 0;             // of all that is above this vertex
  };
  /// The fused tree from the ground up, cut behind so many of its vertices.
  std::vector<Fused> fused_tree(size_t limit) const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  /// An edge from a vertex to one of its ancestors in the tree of the search, or to itself.
  struct BackEdge {
    uint32_t from = 0;
    uint32_t to = 0;
    uint32_t edge = 0;
  };

  bool is_bridge(uint32_t v) const { return cover_[v] == 0; }
  uint32_t edge_count() const {
    return static_cast<uint32_t>(vertex_.size() - 1 + back_edges_.size());
  }
  void search(const Incidence& graph, uint32_t ground, const std::vector<bool>& cut);
  void find_values();
  /// For each vertex that is its own top, the value that all above it would have to get so that the
  /// whole has the value `target`, or kNone when nothing there helps. Adds the bridges whose
  /// cutting does it.
  std::vector<uint32_t> needs(uint32_t target, std::vector<uint32_t>& cuts) const;
  /// Adds those edges of a ring whose cutting gives the value `need` to all that is above `top`.
  /// The ring has the tree edges with the upper ends `chain`, highest first, and one back edge or
  /// none.
  void open_ring(std::span<const uint32_t> chain, const BackEdge* closing, uint32_t top,
                 uint32_t need, std::vector<uint32_t>& cuts) const;

  // Vertices are numbered from the ground, 0, in the order in which a depth-first search meets
  // them.
  // By the vertex of the graph: its number, kNone where it is not grounded.
  std::vector<uint32_t> place_;
  std::vector<uint32_t> vertex_;     // the vertex of the graph
  std::vector<uint32_t> parent_;     // in the tree of the search
  std::vector<uint32_t> tree_edge_;  // the edge from the parent
  std::vector<BackEdge> back_edges_;
  // Of the edge from the parent: how many back edges lead from its upper end or above to its lower
  // end or below. When there are none, it is a bridge.
  std::vector<uint32_t> cover_;
  // The vertex nearest to the ground of those that fusion makes one with this one.
  std::vector<uint32_t> top_;
  // The exclusive-or, over this vertex and those above it in the tree up to the next bridges, of 1
  // for each edge whose upper end they are (a back edge belongs to `from`), but for bridges, and of
  // the worths of the bridges that lead up from them. For a vertex that is its own top, this is the
  // value of all that is above it.
  std::vector<uint32_t> value_;
};

/// What cutting one edge of a ring leaves. A ring are k pieces, k = weights.size() + 1, joined in a
/// circle by k edges; the piece on the ground has the value `base`, the others in their order the
/// weights, each without the rest of the ring. Entry i is the value after cutting the edge number
/// i, which leads from the piece i - 1 to the piece i, the grounded one being both 0 and k. Values
/// are at most `bound`. O(k log bound).
std::vector<uint32_t> ring_values(uint32_t base, std::span<const uint32_t> weights, uint32_t bound);

}  // namespace grundy
