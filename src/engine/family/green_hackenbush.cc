// green_hackenbush(@graph.txt): a graph that stands on the ground, its vertex 0. A move cuts an edge; what is then no
// longer connected to the ground falls, and is gone.
//
// Theorem (Berlekamp, Conway and Guy 1982, Winning Ways, chapter 7; Conway 1976, On Numbers and Games, chapter 13).
//   Colon principle: an edge that is the only connection to what is above it, of value x, is worth 1 + x.
//   Fusion principle: the vertices of a cycle may be fused to one without changing the value; its edges become loops,
//   each worth 1.
// So every 2-edge-connected component becomes one vertex, whose loops count by their parity, and there remains a tree
// of bridges. A depth-first search tells bridges: no edge from above such an edge of its tree to below covers it.
//
// Cutting an edge is again a graph of which the theorem tells the value, and all edges are judged together. For a
// bridge above the value changes by exclusive-or on every level on the way down; so walking up from the ground, each
// fused vertex gets the one value it would need, and a bridge worth b at a vertex of value x that needs x' must become
// worth b ⊕ x ⊕ x': 0 by cutting it, or 1 + y by a cut further up that makes y of what it carries.
//
// Edges of cycles. Call two edges of a 2-edge-connected component related if no cycle has just one of them; that is an
// equivalence relation, and related edges e1 … ek are arranged in a ring: without them k pieces are left, joined in a
// circle by them. After cutting one of them the others are bridges, and each piece is 2-edge-connected or a single
// vertex. So the value is that of the piece on the ground, joined with the two chains of the others, each of which is
// weighed once; ring_values finds it for all k cuts.
//   Which edges are related? In the tree of the search, let C(t) be the set of back edges that cover the edge t. Tree
// edges are related exactly if their sets are equal, and a back edge e and t exactly if C(t) = {e}. Let b(t) be the
// edge of C(t) whose lower end is the highest (the first in a fixed order of the back edges of that kind). Then C(s) =
// C(t) exactly if b(s) = b(t) and |C(s)| = |C(t)|: b = (x, y) covers both, so that both are on the way from x to y; let
// t be the lower one. All edges of C(s) end at y or below, so below t too, and they start above s, so above t: C(s) ⊆
// C(t), and sets of equal size are equal. So |C| never falls on the way down over the edges with the same b, and
// related ones follow each other. b(t) is found by taking the back edges from the highest lower end to the lowest and
// walking down from each over the tree edges that have none yet, jumping over the others (union-find).
//
// Everything is iterative, and O((n + m) log m) for all winning moves.
#include "engine/family/green_hackenbush.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/family/families.h"
#include "engine/family/listing.h"

namespace grundy {
namespace {

constexpr std::string_view kHackenbushExample = "green_hackenbush(@graph.txt)";
constexpr uint64_t kEdgesAsked = uint64_t{1} << 16;  // between two questions whether the budget is spent
constexpr size_t kShownTree = 12;
constexpr size_t kShownItems = 6;
/// Rings up to here are valued cut by cut.
constexpr size_t kShortRing = 32;

/// A set of numbers below 2^bits to which one can at once add 1, or join a number by exclusive-or: a tree over the
/// digits, lowest first, in which adding 1 swaps the two halves, and goes on in what is now the even one.
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

/// The worths of the chains of 0, 1, 2, … pieces that stand on the ground piece, the last piece at the end of each
/// chain having the weight of its number and those before it following down to the first one: x ↦ 1 + (w ⊕ x) for each
/// piece, from the end of the chain.
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

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (size_t i = 0; i < std::min(items.size(), kShownItems); ++i) text += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > kShownItems) text += ", … (" + std::to_string(items.size()) + ")";
  return text;
}

}  // namespace

std::vector<uint32_t> ring_values(uint32_t base, std::span<const uint32_t> weights, uint32_t bound) {
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
  std::vector<uint32_t> next(graph.vertices());  // the first edge at the vertex that was not looked at
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

void Hackenbush::open_ring(std::span<const uint32_t> chain, const BackEdge* closing, uint32_t top, uint32_t need,
                           std::vector<uint32_t>& cuts) const {
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

namespace {

/// A graph from a file makes a game of its own, whose keys hold the edges that were cut, from 0, in the order of the cuts.
/// The game of graphs that stand in the sum has keys with the edges that stand, two names for each.
class HackenbushGame final : public FamilyGame {
 public:
  HackenbushGame() = default;
  explicit HackenbushGame(std::shared_ptr<const EdgeList> graph) : graph_(std::move(graph)) {}

  /// Null for graphs that stand in the sum.
  const std::shared_ptr<const EdgeList>& graph() const { return graph_; }
  Position at(std::span<const uint64_t> key) const { return {this, {key.begin(), key.end()}}; }

  std::string name() const override { return "green_hackenbush"; }
  std::string text(const Position& position, size_t limit) const override {
    const std::span key(position.key.data(), position.key.size());
    if (!graph_) {
      Budget budget;
      const Attempt<EdgeList> edges = EdgeList::of(key, budget);
      return name() + "(" + (edges ? edges->to_string(limit) : "…") + ")";
    }
    const std::string graph = graph_->to_string(limit);
    if (key.empty()) return name() + "(" + graph + ")";
    return name() + "(" + graph + ", " +
           list_text(
               0, key.size(), [&](size_t i) { return Natural(key[i] + 1); }, limit) +
           ")";
  }
  Attempt<Ended> options(const Position& position, const OptionSink& sink, Budget& budget) const override;
  Attempt<Sum> normal_form(const Position& position, Budget& budget) const override;
  std::string move_in_words(const Position& from, const Sum& to) const override;

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position, Budget& budget) const override;

 private:
  std::shared_ptr<const EdgeList> graph_;
};

class HackenbushAnalysis final : public Analysis {
 public:
  HackenbushAnalysis(const HackenbushGame& game, Position position, std::shared_ptr<const EdgeList> graph,
                     std::optional<Hackenbush> state)
      : game_(game), position_(std::move(position)), graph_(std::move(graph)), state_(std::move(state)) {}

  const EdgeList& graph() const { return *graph_; }
  /// By edge, whether it was cut or fell.
  std::vector<bool> gone() const {
    std::vector<bool> gone(graph_->edges().size());
    for (size_t i = 0; i < gone.size(); ++i) gone[i] = !state_->is_grounded(graph_->edges()[i].a);
    if (game_.graph()) {
      for (const uint64_t cut : position_.key) gone[cut] = true;
    }
    return gone;
  }
  /// What cutting the edge leads to.
  Position after(uint32_t edge) const {
    std::vector<uint64_t> key(position_.key.begin(), position_.key.end());
    if (game_.graph()) {
      key.push_back(edge);
      return game_.at(key);
    }
    const std::vector<uint32_t> gone = state_->gone_with(edge);
    key.clear();
    for (uint32_t i = 0; i < graph_->edges().size(); ++i) {
      if (std::binary_search(gone.begin(), gone.end(), i)) continue;
      key.push_back(graph_->name(graph_->edges()[i].a));
      key.push_back(graph_->name(graph_->edges()[i].b));
    }
    return game_.at(key);
  }
  std::string cut_in_words(uint32_t edge) const {
    const size_t falls = state_->gone_with(edge).size() - 1;
    std::string text = "cut " + graph_->edge_name(edge);
    if (falls > 0) text += "; " + std::to_string(falls) + (falls == 1 ? " edge falls" : " edges fall");
    return text;
  }
  bool is_grounded(uint32_t vertex) const { return state_->is_grounded(vertex); }

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(state_ ? state_->value() : uint64_t{0}); }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    MoveSet set;
    if (!state_ || !value.is_finite() || !value.finite().is_small()) return set;
    Attempt<std::vector<uint32_t>> cuts = state_->cuts_to(value.finite().small(), budget);
    if (!cuts) return std::move(cuts).error();
    set.all = cuts->size() <= limit;
    for (const uint32_t edge : std::span(*cuts).first(std::min(cuts->size(), limit))) {
      if (budget.spent()) return budget.why();
      set.moves.push_back({{after(edge)}, ""});
    }
    return set;
  }

  std::string explanation() const override {
    std::string text =
        "Fusion principle: the vertices of a cycle may be fused to one; its edges become loops, worth 1 each.\n"
        "Colon principle: an edge that carries alone what is above it, of value x, is worth 1 + x.\n";
    if (!state_) return text + "There are no edges: the value is 0.\n";
    const std::vector<Hackenbush::Fused> tree = state_->fused_tree(kShownTree + 1);
    std::vector<std::array<std::string, 4>> rows = {{"fused vertices", "loops", "edges up (worth)", "value"}};
    for (size_t i = 0; i < std::min(tree.size(), kShownTree); ++i) {
      std::vector<std::string> vertices, edges;
      for (const uint32_t vertex : tree[i].vertices) vertices.push_back(std::to_string(graph_->name(vertex)));
      uint32_t up = 0;
      for (size_t j = 0; j < tree[i].bridges.size(); ++j) {
        edges.push_back(std::to_string(tree[i].bridges[j] + 1) + " (" + std::to_string(tree[i].worths[j]) + ")");
        up ^= tree[i].worths[j];
      }
      std::string sum = std::to_string(tree[i].value);
      if (tree[i].loops > 0 && !edges.empty())
        sum = std::to_string(tree[i].loops % 2) + " ⊕ " + std::to_string(up) + " = " + sum;
      rows.push_back({joined(vertices), std::to_string(tree[i].loops), edges.empty() ? "none" : joined(edges), sum});
    }
    std::array<size_t, 4> widths{};
    for (const auto& row : rows)
      for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    for (const auto& row : rows)
      text += "  " + padded(row[0], widths[0]) + "  " + padded(row[1], widths[1]) + "  " + padded(row[2], widths[2]) +
              "  " + row[3] + "\n";
    if (tree.size() > kShownTree) text += "  … and more\n";
    return text + "The value of the row with the ground, 0, is that of the position.\n";
  }

 private:
  const HackenbushGame& game_;
  Position position_;
  std::shared_ptr<const EdgeList> graph_;
  std::optional<Hackenbush> state_;  // the edges that stand; empty when there are none
};

/// The state of a graph whose edges are all grounded before those of `cut` go; an input error for an edge that is not.
Attempt<std::optional<Hackenbush>> state_of(const EdgeList& list, const std::vector<bool>& cut, bool check,
                                            Budget& budget) {
  const size_t edges = list.edges().size();
  if (edges == 0) return std::optional<Hackenbush>();
  const auto floating = [&](size_t edge) {
    return list.error_at_edge(edge, list.edge_name(edge) + " is not connected to the ground, vertex 0", budget);
  };
  const uint64_t bytes = list.vertices() * sizeof(uint32_t) + edges * 2 * sizeof(Incidence::End);
  if (!budget.take_memory(bytes)) return budget.too_large("the graph", bytes);
  const Incidence graph(list.vertices(), list.edges());
  const std::optional<uint32_t> ground = list.find(0);
  if (!ground) return floating(0);
  const bool whole = std::find(cut.begin(), cut.end(), true) == cut.end();
  if (check) {
    Attempt<Hackenbush> all = Hackenbush::make(graph, edges, *ground, std::vector<bool>(edges, false), budget);
    if (!all) return std::move(all).error();
    for (size_t i = 0; i < edges; ++i) {
      if (!all->is_grounded(list.edges()[i].a)) return floating(i);
    }
    if (whole) {
      budget.give_back_memory(bytes);
      return std::optional(*std::move(all));
    }
  }
  Attempt<Hackenbush> rest = Hackenbush::make(graph, edges, *ground, cut, budget);
  if (!rest) return std::move(rest).error();
  budget.give_back_memory(bytes);
  return std::optional(*std::move(rest));
}

Attempt<std::shared_ptr<const Analysis>> HackenbushGame::analyse(const Position& position, Budget& budget) const {
  std::shared_ptr<const EdgeList> list = graph_;
  if (!list) {
    Attempt<EdgeList> own = EdgeList::of(std::span(position.key.data(), position.key.size()), budget);
    if (!own) return std::move(own).error();
    list = std::make_shared<EdgeList>(*std::move(own));
  }
  std::vector<bool> cut(list->edges().size(), false);
  if (graph_) {
    for (const uint64_t edge : position.key) cut[edge] = true;
  }
  Attempt<std::optional<Hackenbush>> state = state_of(*list, cut, false, budget);
  if (!state) return std::move(state).error();
  return std::shared_ptr<const Analysis>(
      std::make_shared<HackenbushAnalysis>(*this, position, std::move(list), *std::move(state)));
}

Attempt<Ended> HackenbushGame::options(const Position& position, const OptionSink& sink, Budget& budget) const {
  auto analysis = analysed(position, budget);
  if (!analysis) return std::move(analysis).error();
  const auto& here = static_cast<const HackenbushAnalysis&>(**analysis);
  if (here.graph().edges().empty()) return Ended::complete;
  const std::vector<bool> gone = here.gone();
  for (uint32_t edge = 0; edge < gone.size(); ++edge) {
    if (gone[edge]) continue;
    if (budget.spent()) return budget.why();
    if (!sink({here.after(edge)})) return Ended::stopped;
  }
  return Ended::complete;
}

/// Cuts that others make needless are left out, and the order of cuts and edges and of the ends of an edge.
Attempt<Sum> HackenbushGame::normal_form(const Position& position, Budget& budget) const {
  Position normal{this, {}};
  if (!graph_) {
    std::vector<std::pair<uint64_t, uint64_t>> edges;
    for (size_t i = 0; i < position.key.size(); i += 2)
      edges.push_back(std::minmax<uint64_t>(position.key[i], position.key[i + 1]));
    std::sort(edges.begin(), edges.end());
    for (const auto& [a, b] : edges) {
      normal.key.push_back(a);
      normal.key.push_back(b);
    }
    return Sum{std::move(normal)};
  }
  if (position.key.empty()) return Sum{position};
  auto analysis = analysed(position, budget);
  if (!analysis) return std::move(analysis).error();
  const auto& here = static_cast<const HackenbushAnalysis&>(**analysis);
  const std::vector<bool> gone = here.gone();
  for (uint32_t edge = 0; edge < gone.size(); ++edge) {
    const auto& [a, b] = graph_->edges()[edge];
    if (gone[edge] && (here.is_grounded(a) || here.is_grounded(b))) normal.key.push_back(edge);
  }
  return Sum{std::move(normal)};
}

std::string HackenbushGame::move_in_words(const Position& from, const Sum& to) const {
  Budget budget;
  auto analysis = analysed(from, budget);
  if (!analysis) return {};
  const auto& here = static_cast<const HackenbushAnalysis&>(**analysis);
  if (graph_) return here.cut_in_words(static_cast<uint32_t>(to.front().key.back()));
  // The edges that are missing afterwards; one of them takes the others along.
  std::vector<uint32_t> missing;
  const Key& left = to.front().key;
  for (size_t i = 0, j = 0; i < from.key.size(); i += 2) {
    if (j < left.size() && left[j] == from.key[i] && left[j + 1] == from.key[i + 1]) {
      j += 2;
    } else {
      missing.push_back(static_cast<uint32_t>(i / 2));
    }
  }
  for (const uint32_t edge : missing) {
    if (here.after(edge) == to.front()) return here.cut_in_words(edge);
  }
  return {};
}

class HackenbushFamily final : public Family {
 public:
  std::string_view name() const override { return "green_hackenbush"; }
  std::string_view example() const override { return kHackenbushExample; }
  std::string_view documentation() const override {
    return "Green hackenbush: cut an edge of a graph; all that is then not connected to the ground, vertex 0, falls "
           "and "
           "is gone.\n"
           "The file has an edge a line, two numbers, in any order of edges and ends; '#' starts a comment. Edges may "
           "repeat, and\n"
           "may join a vertex to itself; every edge must be connected to the ground. The edges may stand in the sum "
           "as well:\n"
           "  green_hackenbush(@graph.txt)     green_hackenbush([[0, 1], [1, 2], [2, 0]])\n"
           "A list after the graph names edges that were cut, numbered from 1 in the order of the file:\n"
           "  green_hackenbush(@graph.txt, [3, 17])\n"
           "\n"
           "The vertices of a cycle may be fused to one, its edges becoming loops of value 1 (fusion principle); an "
           "edge that\n"
           "carries alone what is above it, of value x, is worth 1 + x (colon principle); what stands on one vertex "
           "is a sum.\n"
           "So a triangle on the ground is worth 1 ⊕ 1 ⊕ 1 = 1, and a path of n edges is the nim heap n.\n"
           "Source: Berlekamp, Conway and Guy, Winning Ways, chapter 7. All winning moves are found, in a second or so "
           "for a\n"
           "million edges.\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters, std::span<const Argument> arguments,
                         Games& games, Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), kHackenbushExample, 1, 2, parameters, arguments); !fits)
      return fits.error();
    const auto* file = std::get_if<FileName>(&arguments[0].value);
    const std::string name = file == nullptr ? "" : "green_hackenbush " + file_state(file->path);
    const Game* known = file == nullptr ? nullptr : games.find(name);
    std::shared_ptr<const EdgeList> list;
    if (known != nullptr) {
      list = static_cast<const HackenbushGame*>(known)->graph();
    } else {
      Attempt<EdgeList> read = EdgeList::read(arguments[0], kHackenbushExample, budget);
      if (!read) return std::move(read).error();
      list = std::make_shared<EdgeList>(*std::move(read));
    }
    const size_t edges = list->edges().size();
    std::vector<uint64_t> cuts;
    std::vector<bool> cut(edges, false);
    if (arguments.size() == 2) {
      Attempt<std::vector<Natural>> numbers =
          read_number_list(arguments[1], "green_hackenbush(@graph.txt, [3])", budget);
      if (!numbers) return std::move(numbers).error();
      for (const Natural& number : *numbers) {
        if (number.is_zero() || Natural(edges) < number)
          return Error::input("there is no edge " + short_digits(number) + "; the edges are numbered from 1 to " +
                              std::to_string(edges));
        cuts.push_back(number.small() - 1);
        if (cut[cuts.back()]) return Error::input("edge " + number.to_string() + " is cut twice");
        cut[cuts.back()] = true;
      }
    }
    Attempt<std::optional<Hackenbush>> state = state_of(*list, cut, known == nullptr, budget);
    if (!state) return std::move(state).error();
    if (file != nullptr) {
      if (known == nullptr) known = &games.keep(name, std::make_unique<HackenbushGame>(list));
      const auto& game = static_cast<const HackenbushGame&>(*known);
      Position position = game.at(cuts);
      game.remember(position, std::make_shared<HackenbushAnalysis>(game, position, list, *std::move(state)));
      return position;
    }
    std::vector<uint64_t> standing;
    for (size_t i = 0; i < edges; ++i) {
      if (cut[i] || !(*state)->is_grounded(list->edges()[i].a)) continue;
      standing.push_back(list->name(list->edges()[i].a));
      standing.push_back(list->name(list->edges()[i].b));
    }
    const auto& game = games.get<HackenbushGame>("green_hackenbush");
    Position position = game.at(standing);
    if (cuts.empty())
      game.remember(position, std::make_shared<HackenbushAnalysis>(game, position, list, *std::move(state)));
    return position;
  }
};

}  // namespace

const Family* green_hackenbush_family() {
  static const HackenbushFamily family;
  return &family;
}

}  // namespace grundy
