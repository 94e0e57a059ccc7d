// Graphs in memory: sorted by counting, then valued as graphs from files are.
#include "engine/graph/loopy.h"
#include "engine/graph/worths.h"
#include "face/inside.h"

namespace grundy::face {
namespace {

Attempt<Adjacency> sorted_arcs(uint32_t vertices, std::span<const uint32_t> arcs, ArcTrend& trend,
                               Budget& budget) {
  Adjacency graph{LargeArray<uint32_t>(size_t{vertices} + 1),
                  LargeArray<uint32_t>(arcs.size() / 2)};
  const std::span<uint32_t> begins = graph.begins.span();
  for (size_t i = 0; i < arcs.size(); i += 2) {
    if (arcs[i] >= vertices || arcs[i + 1] >= vertices)
      return grundy::Error::input("an arc leads from " + std::to_string(arcs[i]) + " to " +
                                  std::to_string(arcs[i + 1]) + ", and there are " +
                                  std::to_string(vertices) + " vertices");
    ++begins[arcs[i]];
    if (arcs[i] > arcs[i + 1]) ++trend.falling;
    if (arcs[i] < arcs[i + 1]) ++trend.rising;  // an arc from a vertex to itself does neither
  }
  uint32_t end = 0;
  for (uint32_t& place : begins) place = end += place;
  if (budget.spent()) return budget.why();
  // From the last arc on, so that the arcs of a vertex keep their order and its place ends where
  // they begin.
  for (size_t i = arcs.size(); i > 0; i -= 2) graph.targets[--begins[arcs[i - 2]]] = arcs[i - 1];
  return graph;
}

/// Some cycle of a graph that has one: walks from each vertex, on a stack of its own.
std::vector<uint32_t> cycle_of(const Adjacency& graph) {
  enum class Mark : uint8_t { no, open, closed };
  struct Step {
    uint32_t vertex;
    uint32_t next;
  };
  std::vector<Mark> seen(graph.vertices());
  std::vector<Step> walk;
  for (uint32_t start = 0; start < graph.vertices(); ++start) {
    if (seen[start] != Mark::no) continue;
    walk.push_back({start, 0});
    seen[start] = Mark::open;
    while (!walk.empty()) {
      Step& step = walk.back();
      const std::span<const uint32_t> successors = graph.successors(step.vertex);
      if (step.next == successors.size()) {
        seen[step.vertex] = Mark::closed;
        walk.pop_back();
        continue;
      }
      const uint32_t to = successors[step.next++];
      if (seen[to] == Mark::no) {
        seen[to] = Mark::open;
        walk.push_back({to, 0});
      } else if (seen[to] == Mark::open) {
        std::vector<uint32_t> cycle;
        size_t at = walk.size();
        while (walk[at - 1].vertex != to) --at;
        for (--at; at < walk.size(); ++at) cycle.push_back(walk[at].vertex);
        return cycle;
      }
    }
  }
  return {};
}

/// The values and the misère outcomes of a graph with cycles.
Attempt<void> label_rounds(const Adjacency& graph, GraphValues& result, Budget& budget) {
  const ArcSpans arcs{graph.begins.span(), graph.targets.span()};
  const Attempt<LoopyLabels> normal = LoopyLabels::of(arcs, budget);
  if (!normal) return normal.error();
  const Attempt<LoopyLabels> misere = LoopyLabels::outcomes_of(arcs, grundy::Play::misere, budget);
  if (!misere) return misere.error();
  result.values.resize(arcs.vertices());
  result.lost.resize(arcs.vertices());
  for (uint32_t v = 0; v < arcs.vertices(); ++v) {
    if (normal->is_infinite(v)) {
      result.values[v] = UINT32_MAX;
      result.infinite.emplace(v, Inside::value(normal->value(arcs, v)));
    } else {
      result.values[v] = normal->number(v);
    }
    result.lost[v] = misere->outcome(arcs, v) == grundy::Outcome::P;
  }
  result.cycle = cycle_of(graph);
  return {};
}

}  // namespace

Result<GraphValues> graph_values(uint32_t vertices, std::span<const uint32_t> arcs,
                                 const SessionOptions& options) {
  return guarded([&]() -> Result<GraphValues> {
    if (arcs.size() % 2 != 0) return Inside::input("arcs are pairs of vertices");
    if (arcs.size() / 2 >= UINT32_MAX || vertices == UINT32_MAX)
      return Inside::error(grundy::Error::declined("a graph of 2^32 - 1 vertices or arcs"));
    Budget budget;
    limit(budget, options);
    const uint64_t bytes = 2 * arcs.size() + 9 * uint64_t{vertices};
    if (!budget.take_memory(bytes)) return Inside::error(budget.too_large("a graph", bytes));
    ArcTrend trend;
    const Attempt<Adjacency> graph = sorted_arcs(vertices, arcs, trend, budget);
    if (!graph) return Inside::error(graph.error());
    std::vector<Worth> worths(vertices);
    const Attempt<bool> ends = find_worths(*graph, trend, worths, budget);
    if (!ends) return Inside::error(ends.error());
    GraphValues result;
    if (!*ends) {
      if (auto labelled = label_rounds(*graph, result, budget); !labelled)
        return Inside::error(labelled.error());
      return result;
    }
    result.lost.resize(vertices);
    for (uint32_t v = 0; v < vertices; ++v) {
      if (worths[v] == kNoWorth) worths[v] = 0;  // no arc begins or ends there; misère play is won
      result.lost[v] = (worths[v] & 1) != 0;
      worths[v] >>= 1;
    }
    result.values = std::move(worths);
    return result;
  });
}

}  // namespace grundy::face
