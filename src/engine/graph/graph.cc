#include "engine/graph/graph.h"

#include <algorithm>
#include <array>

#include "base/lease.h"

namespace grundy {
namespace {

// Steps between two questions whether the budget is spent.
constexpr uint64_t kVerticesAsked = uint64_t{1} << 16;

uint64_t bytes_of_worths(uint64_t vertices, uint64_t) { return vertices * sizeof(Worth); }

// "3 -> 7 -> 9 -> 3", beginning with cycle[first]; the middle of a long one is left out.
std::string cycle_text(const Graph& graph, std::span<const Graph::Vertex> cycle, size_t first) {
  constexpr size_t kHead = 8, kTail = 4;
  const size_t n = cycle.size();
  const auto name = [&](size_t i) { return std::to_string(graph.name(cycle[(first + i) % n])); };
  std::string text = name(0);
  for (size_t i = 1; i <= n; ++i) {
    if (n > kHead + kTail + 1 && i == kHead) {
      text += " -> …";
      i = n - kTail;
    }
    text += " -> " + name(i);
  }
  if (n > kHead + kTail + 1) text += " of " + std::to_string(n) + " vertices";
  return text;
}

}  // namespace

Attempt<Graph> Graph::read(const std::string& path, Budget& budget) {
  return build(EdgeSource::file(path, budget), budget);
}

Attempt<Graph> Graph::parse(std::string_view text, const std::string& source, Budget& budget,
                            size_t chunk) {
  return build(EdgeSource::text(text, source, budget, chunk), budget);
}

std::optional<Graph::Vertex> Graph::find(uint64_t name) const {
  const std::optional<Vertex> v = arcs_.place(name);
  return v && worths_[*v] != kNoWorth ? v : std::nullopt;
}

Attempt<Graph> Graph::build(EdgeSource source, Budget& budget) {
  Graph graph;
  if (Attempt<void> done = graph.fill(source, budget); !done) {
    budget.give_back_memory(graph.arcs_.numbering_bytes());
    return std::move(done).error();
  }
  return graph;
}

Attempt<void> Graph::fill(EdgeSource& source, Budget& budget) {
  Lease memory(budget);
  const Attempt<ArcTrend> trend = arcs_.read(source, bytes_of_worths, memory, budget);
  if (!trend) return trend.error();
  const uint32_t vertices = arcs_.adjacency().vertices();
  worths_ = LargeArray<Worth>(vertices);
  const Attempt<bool> valued = find_worths(arcs_.adjacency(), *trend, worths_.span(), budget);
  if (!valued) return valued.error();
  if (!*valued) return cycle_error(source, budget);
  const auto is_vertex = [](Worth worth) { return worth != kNoWorth; };
  vertex_count_ =
      static_cast<uint64_t>(std::count_if(worths_.span().begin(), worths_.span().end(), is_vertex));
  memory.keep(edge_count() * sizeof(Vertex) + (vertices + uint64_t{1}) * sizeof(uint32_t) +
              bytes_of_worths(vertices, edge_count()));
  return {};
}

// When no more vertices can be taken away that nothing leads to (Kahn 1962), each that is left has
// an in-neighbour among those left: going from one to the next in-neighbour must come back. The
// file is read again to see which line completes the cycle.
Error Graph::cycle_error(const EdgeSource& source, Budget& budget) {
  const uint32_t vertices = arcs_.adjacency().vertices();
  const std::span<uint32_t> in_degrees = worths_.span();
  Lease memory(budget);
  const uint64_t bytes = vertices * sizeof(Vertex) + vertices / 8;
  if (!memory.take(bytes)) return budget.too_large("finding the cycle of " + source.name, bytes);
  LargeArray<Vertex> order(vertices);
  std::fill(in_degrees.begin(), in_degrees.end(), 0);
  for (const Vertex v : arcs_.adjacency().targets.span()) ++in_degrees[v];
  size_t taken = 0;
  for (Vertex v = 0; v < vertices; ++v) {
    if (in_degrees[v] == 0) order[taken++] = v;
  }
  for (size_t i = 0; i < taken; ++i) {
    if (i % kVerticesAsked == 0 && budget.spent()) return budget.why();
    for (const Vertex v : successors(order[i])) {
      if (--in_degrees[v] == 0) order[taken++] = v;
    }
  }

  LargeArray<Vertex>& before = order;
  Vertex v = 0;
  for (Vertex u = 0; u < vertices; ++u) {
    if (in_degrees[u] == 0) continue;
    for (const Vertex w : successors(u)) before[w] = u;
    v = u;
  }
  std::vector<bool> seen(vertices);
  for (; !seen[v]; v = before[v]) seen[v] = true;
  std::vector<Vertex> cycle;
  seen.assign(seen.size(), false);
  for (; !seen[v]; v = before[v]) {
    seen[v] = true;
    cycle.push_back(v);
  }
  std::reverse(cycle.begin(), cycle.end());

  if (source.open != nullptr) {
    Attempt<NumberReader> reader = source.open();
    if (!reader) return std::move(reader).error();
    size_t missing = cycle.size();
    std::array<uint64_t, 2> row{};
    while (reader->next_row(row)) {
      const std::optional<Vertex> from = find(row[0]), to = find(row[1]);
      if (!from || !to || !seen[*to] || before[*to] != *from) continue;
      seen[*to] = false;
      if (--missing > 0) continue;
      const size_t first =
          static_cast<size_t>(std::find(cycle.begin(), cycle.end(), *to) - cycle.begin());
      return reader->error_at_row("this edge closes the cycle " + cycle_text(*this, cycle, first) +
                                  ", so play need not end");
    }
  }
  return Error::input(source.name + " has the cycle " + cycle_text(*this, cycle, 0) +
                      ", so play need not end");
}

}  // namespace grundy
