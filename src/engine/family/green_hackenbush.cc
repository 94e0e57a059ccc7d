// green_hackenbush(@graph.txt): a graph that stands on the ground, its vertex 0. A move cuts an
// edge; what is then no longer connected to the ground falls, and is gone.
//
// Theorem (Berlekamp, Conway and Guy 1982, Winning Ways, chapter 7; Conway 1976, On Numbers and
// Games, chapter 13).
//   Colon principle: an edge that is the only connection to what is above it, of value x, is worth
//   1 + x. Fusion principle: the vertices of a cycle may be fused to one without changing the
//   value; its edges become loops, each worth 1.
// So every 2-edge-connected component becomes one vertex, whose loops count by their parity, and
// there remains a tree of bridges. A depth-first search tells bridges: no edge from above such an
// edge of its tree to below covers it.
//
// Cutting an edge is again a graph of which the theorem tells the value, and all edges are judged
// together. For a bridge above the value changes by exclusive-or on every level on the way down; so
// walking up from the ground, each fused vertex gets the one value it would need, and a bridge
// worth b at a vertex of value x that needs x' must become worth b ⊕ x ⊕ x': 0 by cutting it, or 1
// + y by a cut further up that makes y of what it carries.
//
// Edges of cycles. Call two edges of a 2-edge-connected component related if no cycle has just one
// of them; that is an equivalence relation, and related edges e1 … ek are arranged in a ring:
// without them k pieces are left, joined in a circle by them. After cutting one of them the others
// are bridges, and each piece is 2-edge-connected or a single vertex. So the value is that of the
// piece on the ground, joined with the two chains of the others, each of which is weighed once;
// ring_values finds it for all k cuts.
//   Which edges are related? In the tree of the search, let C(t) be the set of back edges that
//   cover the edge t. Tree
// edges are related exactly if their sets are equal, and a back edge e and t exactly if C(t) = {e}.
// Let b(t) be the edge of C(t) whose lower end is the highest (the first in a fixed order of the
// back edges of that kind). Then C(s) = C(t) exactly if b(s) = b(t) and |C(s)| = |C(t)|: b = (x, y)
// covers both, so that both are on the way from x to y; let t be the lower one. All edges of C(s)
// end at y or below, so below t too, and they start above s, so above t: C(s) ⊆ C(t), and sets of
// equal size are equal. So |C| never falls on the way down over the edges with the same b, and
// related ones follow each other. b(t) is found by taking the back edges from the highest lower end
// to the lowest and walking down from each over the tree edges that have none yet, jumping over the
// others (union-find).
//
// Everything is iterative, and O((n + m) log m) for all winning moves.
#include "engine/family/green_hackenbush.h"

#include <algorithm>
#include <array>
#include <bit>

namespace grundy {
namespace {

constexpr uint64_t kEdgesAsked = uint64_t{1}
                                 << 16;  // between two questions whether the budget is spent
/// Rings up to here are valued cut by cut.
constexpr size_t kShortRing = 32;

/// A set of numbers below 2^bits to which one can at once add 1, or join a number by exclusive-or:
/// a tree over the digits, lowest first, in which adding 1 swaps the two halves, and goes on in
/// what is now the even one.
class ShiftedNumbers {
 public:
  explicit ShiftedNumbers(unsigned bits) : bits_(bits), nodes_(1) {}

  /// Adds the number 0; returns a handle for its place among the others.
  uint32_t add_zero() {
    uint32_t node = 0;
    for (unsigned level = 0; level < bits_; ++level) {
      push_down(node);
      if (nodes_[node].child[0] == 0) {
        nodes_[node].child[0] = static_cast<uint32_t>(nodes_.size());
        nodes_.emplace_back();
      }
      node = nodes_[node].child[0];
    }
    return node;
  }
  void join_all(uint32_t number) { nodes_[0].flip ^= number; }
  /// No number may become 2^bits.
  void increment_all() {
    uint32_t node = 0;
    for (unsigned level = 0; level < bits_; ++level) {
      push_down(node);
      std::swap(nodes_[node].child[0], nodes_[node].child[1]);
      node = nodes_[node].child[0];
      if (node == 0) return;
    }
  }
  /// By handle, what the numbers have become.
  std::vector<uint32_t> numbers() {
    std::vector<uint32_t> number(nodes_.size());
    std::vector<uint8_t> level(nodes_.size());
    for (uint32_t node = 0; node < nodes_.size(); ++node) {  // a child comes after its parent
      if (level[node] == bits_) continue;
      push_down(node);
      for (uint32_t digit = 0; digit < 2; ++digit) {
        const uint32_t child = nodes_[node].child[digit];
        number[child] = number[node] | digit << level[node];
        level[child] = static_cast<uint8_t>(level[node] + 1);
      }
      number[0] = level[0] = 0;  // was written for children that are not there
    }
    return number;
  }

 private:
  struct Node {
    std::array<uint32_t, 2> child{};  // 0: none
    uint32_t flip = 0;                // still to be joined to the digits from this one up
  };

  void push_down(uint32_t node) {
    Node& n = nodes_[node];
    if (n.flip == 0) return;
    if ((n.flip & 1) != 0) std::swap(n.child[0], n.child[1]);
    for (const uint32_t child : n.child)
      if (child != 0) nodes_[child].flip ^= n.flip >> 1;
    n.flip = 0;
  }

  unsigned bits_;
  std::vector<Node> nodes_;
};

/// The worths of the chains of 0, 1, 2, … pieces that stand on the ground piece, the last piece at
/// the end of each chain having the weight of its number and those before it following down to the
/// first one: x ↦ 1 + (w ⊕ x) for each piece, from the end of the chain.
template <class Weight>
std::vector<uint32_t> chain_values(size_t count, const Weight& weight, uint32_t bound) {
  ShiftedNumbers chains(static_cast<unsigned>(std::bit_width(bound)));
  std::vector<uint32_t> handles(count);
  for (size_t i = count; i-- > 0;) {
    handles[i] = chains.add_zero();
    chains.join_all(weight(i));
    chains.increment_all();
  }
  const std::vector<uint32_t> numbers = chains.numbers();
  std::vector<uint32_t> values = {0};
  for (const uint32_t handle : handles) values.push_back(numbers[handle]);
  return values;
}

}  // namespace

std::vector<uint32_t> ring_values(uint32_t base, std::span<const uint32_t> weights,
                                  uint32_t bound) {
  const size_t k = weights.size() + 1;
  std::vector<uint32_t> values(k);
  if (k <= kShortRing) {
    for (size_t cut = 0; cut < k; ++cut) {
      uint32_t before = 0, after = 0;
      for (size_t i = cut; i-- > 0;) before = 1 + (weights[i] ^ before);
      for (size_t i = cut; i + 1 < k; ++i) after = 1 + (weights[i] ^ after);
      values[cut] = base ^ before ^ after;
    }
    return values;
  }
  const std::vector<uint32_t> before = chain_values(
      k - 1, [&](size_t i) { return weights[i]; }, bound);
  const std::vector<uint32_t> after = chain_values(
      k - 1, [&](size_t i) { return weights[k - 2 - i]; }, bound);
  for (size_t cut = 0; cut < k; ++cut) values[cut] = base ^ before[cut] ^ after[k - 1 - cut];
  return values;
}

Attempt<Hackenbush> Hackenbush::make(const Incidence& graph, size_t edges, uint32_t ground,
                                     const std::vector<bool>& cut, Budget& budget) {
  const uint64_t bytes = graph.vertices() * 8 * sizeof(uint32_t) + edges * sizeof(BackEdge);
  if (!budget.take_memory(bytes)) return budget.too_large("the graph", bytes);
  if (budget.spent()) return budget.why();
  Hackenbush result;
  result.search(graph, ground, cut);
  if (budget.spent()) return budget.why();
  result.find_values();
  return result;
}

void Hackenbush::search(const Incidence& graph, uint32_t ground, const std::vector<bool>& cut) {
  place_.assign(graph.vertices(), kNone);
  // The first edge at the vertex that was not looked at.
  std::vector<uint32_t> next(graph.vertices());
  const auto enter = [&](uint32_t vertex, uint32_t parent, uint32_t edge) {
    place_[vertex] = static_cast<uint32_t>(vertex_.size());
    vertex_.push_back(vertex);
    parent_.push_back(parent);
    tree_edge_.push_back(edge);
  };
  enter(ground, kNone, kNone);
  for (uint32_t v = 0; v != kNone;) {
    const std::span<const Incidence::End> ends = graph.at(vertex_[v]);
    if (next[vertex_[v]] == ends.size()) {
      v = parent_[v];
      continue;
    }
    const auto [to, edge] = ends[next[vertex_[v]]++];
    if (cut[edge] || edge == tree_edge_[v]) continue;
    if (place_[to] == kNone) {
      enter(to, v, edge);
      v = place_[to];
    } else if (place_[to] <= v) {  // a greater place: a descendant, which had the edge already
      back_edges_.push_back({v, place_[to], edge});
    }
  }
}

void Hackenbush::find_values() {
  const auto n = static_cast<uint32_t>(vertex_.size());
  cover_.assign(n, 0);
  value_.assign(n, 0);
  top_.assign(n, 0);
  for (const BackEdge& back : back_edges_) {
    ++cover_[back.from];  // modulo 2^32 until the sums are made
    --cover_[back.to];
    value_[back.from] ^= 1;
  }
  for (uint32_t v = n; v-- > 1;) {
    cover_[parent_[v]] += cover_[v];
    if (!is_bridge(v)) value_[v] ^= 1;
    value_[parent_[v]] ^= is_bridge(v) ? 1 + value_[v] : value_[v];
  }
  for (uint32_t v = 1; v < n; ++v) top_[v] = is_bridge(v) ? v : top_[parent_[v]];
}

std::vector<uint32_t> Hackenbush::needs(uint32_t target, std::vector<uint32_t>& cuts) const {
  std::vector<uint32_t> need(vertex_.size(), kNone);
  need[0] = target;
  for (uint32_t v = 1; v < vertex_.size(); ++v) {
    if (!is_bridge(v)) continue;
    const uint32_t below = top_[parent_[v]];
    if (need[below] == kNone) continue;
    const uint32_t worth = (1 + value_[v]) ^ value_[below] ^ need[below];
    if (worth == 0) cuts.push_back(tree_edge_[v]);
    if (worth > 0) need[v] = worth - 1;
  }
  return need;
}

void Hackenbush::open_ring(std::span<const uint32_t> chain, const BackEdge* closing, uint32_t top,
                           uint32_t need, std::vector<uint32_t>& cuts) const {
  std::vector<uint32_t> ring;     // its edges, from the ground up
  std::vector<uint32_t> weights;  // of the pieces between them
  uint32_t base = value_[top];
  for (size_t k = chain.size(); k-- > 0;) {
    ring.push_back(tree_edge_[chain[k]]);
    if (k > 0) weights.push_back(value_[chain[k]] ^ value_[chain[k - 1]] ^ 1);
  }
  if (closing != nullptr) {
    ring.push_back(closing->edge);
    if (!chain.empty()) weights.push_back(value_[chain[0]]);
  }
  // What is left in the piece on the ground, without the ring's edges and the other pieces.
  if (ring.size() % 2 == 1) base ^= 1;
  for (const uint32_t weight : weights) base ^= weight;
  const std::vector<uint32_t> values = ring_values(base, weights, edge_count());
  for (size_t k = 0; k < ring.size(); ++k)
    if (values[k] == need) cuts.push_back(ring[k]);
}

Attempt<std::vector<uint32_t>> Hackenbush::cuts_to(uint64_t target, Budget& budget) const {
  const auto n = static_cast<uint32_t>(vertex_.size());
  std::vector<uint32_t> found;
  if (target == value() || target > edge_count()) return found;
  const uint64_t bytes = (4 * uint64_t{n} + 8 * back_edges_.size()) * sizeof(uint32_t);
  if (!budget.take_memory(bytes)) return budget.too_large("the search for moves", bytes);
  budget.give_back_memory(bytes);
  const std::vector<uint32_t> need = needs(static_cast<uint32_t>(target), found);

  // The back edges by their lower ends.
  std::vector<uint32_t> begins(n);
  for (const BackEdge& back : back_edges_) ++begins[back.to];
  for (uint32_t end = 0; uint32_t & begin : begins) begin = end += begin;
  std::vector<uint32_t> by_end(back_edges_.size());
  for (uint32_t i = 0; i < back_edges_.size(); ++i) by_end[--begins[back_edges_[i].to]] = i;

  // Down from a vertex, the first one whose edge from its parent has no b(t) yet.
  std::vector<uint32_t> next(n);
  for (uint32_t v = 0; v < n; ++v) next[v] = v;
  const auto first_free = [&](uint32_t v) {
    while (next[v] != v) v = next[v] = next[next[v]];
    return v;
  };
  std::vector<uint32_t> path;  // tree edges with the same b(t), by their upper ends, highest first
  for (size_t i = by_end.size(); i-- > 0;) {
    if (i % kEdgesAsked == 0 && budget.spent()) return budget.why();
    const BackEdge& back = back_edges_[by_end[i]];
    path.clear();
    for (uint32_t v = first_free(back.from); v > back.to; v = first_free(v)) {
      path.push_back(v);
      next[v] = parent_[v];
    }
    const uint32_t top = top_[back.from];
    if (need[top] == kNone) continue;
    size_t begin = 0;
    while (begin < path.size() && cover_[path[begin]] == 1) ++begin;
    open_ring(std::span(path).first(begin), &back, top, need[top], found);
    for (size_t end = begin; begin < path.size(); begin = end) {
      while (end < path.size() && cover_[path[end]] == cover_[path[begin]]) ++end;
      open_ring(std::span(path).subspan(begin, end - begin), nullptr, top, need[top], found);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<uint32_t> Hackenbush::gone_with(uint32_t edge) const {
  const auto n = static_cast<uint32_t>(vertex_.size());
  std::vector<bool> falls(n, false);
  std::vector<uint32_t> gone = {edge};
  for (uint32_t v = 1; v < n; ++v) {
    falls[v] = falls[parent_[v]] || (tree_edge_[v] == edge && is_bridge(v));
    if (falls[v] && tree_edge_[v] != edge) gone.push_back(tree_edge_[v]);
  }
  for (const BackEdge& back : back_edges_)
    if (falls[back.from]) gone.push_back(back.edge);
  std::sort(gone.begin(), gone.end());
  return gone;
}

std::vector<Hackenbush::Fused> Hackenbush::fused_tree(size_t limit) const {
  const auto n = static_cast<uint32_t>(vertex_.size());
  std::vector<Fused> tree;
  std::vector<uint32_t> row(n, kNone);  // of a top that is shown
  for (uint32_t v = 0; v < n; ++v) {
    if (top_[v] == v && tree.size() < limit) {
      row[v] = static_cast<uint32_t>(tree.size());
      tree.emplace_back().value = value_[v];
    }
    if (v > 0 && is_bridge(v) && row[top_[parent_[v]]] != kNone) {
      Fused& below = tree[row[top_[parent_[v]]]];
      below.bridges.push_back(tree_edge_[v]);
      below.worths.push_back(1 + value_[v]);
    }
    if (row[top_[v]] == kNone) continue;
    Fused& own = tree[row[top_[v]]];
    own.vertices.push_back(vertex_[v]);
    if (v > 0 && !is_bridge(v)) ++own.loops;
  }
  for (const BackEdge& back : back_edges_)
    if (const uint32_t own = row[top_[back.from]]; own != kNone) ++tree[own].loops;
  return tree;
}

}  // namespace grundy
