#include "engine/graph/graph.h"

#include <algorithm>
#include <array>

#include "base/lease.h"

namespace grundy {
namespace {

// Steps between two questions whether the budget is spent.
constexpr uint64_t kVerticesAsked = uint64_t{1} << 16;

// Of the adjacency and the worths.
uint64_t kept_bytes(uint64_t vertices, uint64_t edges) {
  return edges * sizeof(Graph::Vertex) + (vertices + 1) * sizeof(uint32_t) + vertices * sizeof(Worth);
}

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
  return build({path, PairSource::open(path), [&] { return NumberReader::open(path, budget); }}, budget);
}

Attempt<Graph> Graph::parse(std::string_view text, const std::string& source, Budget& budget, size_t chunk) {
  return build({source, PairSource(text, chunk),
                [&, chunk] { return Attempt<NumberReader>(NumberReader(text, source, budget, chunk)); }},
               budget);
}

std::optional<Graph::Vertex> Graph::find(uint64_t name) const {
  if (numbering_.size() != 0) {
    const uint32_t v = numbering_.find(name);
    return v == VertexNumbering::kNone ? std::nullopt : std::optional<Vertex>(v);
  }
  if (name >= worths_.size() || worths_[name] == kNoWorth) return {};
  return static_cast<Vertex>(name);
}

Attempt<Graph> Graph::build(Source source, Budget& budget) {
  Graph graph;
  if (Attempt<void> done = graph.fill(source, budget); !done) {
    budget.give_back_memory(graph.numbering_.bytes());
    return std::move(done).error();
  }
  return graph;
}

Attempt<void> Graph::fill(Source& source, Budget& budget) {
  Lease memory(budget);
  const Attempt<ArcTrend> trend = sort_edges(source, memory, budget);
  if (!trend) return trend.error();
  worths_ = LargeArray<Worth>(adjacency_.vertices());
  const Attempt<bool> valued = find_worths(adjacency_, *trend, worths_.span(), budget);
  if (!valued) return valued.error();
  if (!*valued) return cycle_error(source, budget);
  const auto is_vertex = [](Worth worth) { return worth != kNoWorth; };
  vertex_count_ = static_cast<uint64_t>(std::count_if(worths_.span().begin(), worths_.span().end(), is_vertex));
  memory.keep(kept_bytes(adjacency_.vertices(), edge_count()));
  return {};
}

Attempt<ArcTrend> Graph::sort_edges(Source& source, Lease& memory, Budget& budget) {
  if (source.lines) {
    const ArcStream arcs(*source.lines, budget.threads());
    // Four bytes are the shortest line.
    const uint64_t most = arcs.bytes() / 4 + 1;
    const uint64_t limit = std::min<uint64_t>(2 * most + 1024, VertexNumbering::kNone);
    const Attempt<ArcSurvey> survey = ArcSurvey::of(arcs, limit, budget);
    if (!survey && survey.error().is_end) return survey.error();
    if (survey && names_are_small(survey->names.largest, survey->arcs)) {
      names_ = survey->names;
      return sort(arcs, *survey, memory, source, budget);
    }
  }
  Attempt<NumberReader> reader = source.open();
  if (!reader) return std::move(reader).error();
  if (!reader->can_be_reopened()) source.open = nullptr;
  reader->set_noun("vertex number");
  Attempt<ArcList> list = ArcList::read(*reader, numbering_, names_, budget);
  if (!list) return std::move(list).error();
  const ArcStream arcs(*list, budget.threads());
  const Attempt<ArcSurvey> survey = ArcSurvey::of(arcs, VertexNumbering::kNone, budget);
  if (!survey) return survey.error();
  return sort(arcs, *survey, memory, source, budget);
}

Attempt<ArcTrend> Graph::sort(const ArcStream& arcs, const ArcSurvey& survey, Lease& memory, const Source& source,
                              Budget& budget) {
  if (survey.arcs > ArcList::kMost) {
    return Error::declined(source.name + " has more than " + std::to_string(ArcList::kMost) + " edges");
  }
  const auto vertices = static_cast<uint32_t>(survey.arcs == 0 ? 0 : survey.names.largest + 1);
  const uint64_t needed = std::max(kept_bytes(vertices, survey.arcs), Adjacency::bytes_needed(survey, vertices));
  if (!memory.take(needed)) return budget.too_large("the graph", needed);
  Attempt<Adjacency> adjacency = Adjacency::of(arcs, survey, vertices, source.name, budget);
  if (!adjacency) return std::move(adjacency).error();
  adjacency_ = *std::move(adjacency);
  return ArcTrend{survey.falling, survey.rising};
}

// When no more vertices can be taken away that nothing leads to (Kahn 1962), each that is left has an in-neighbour
// among those left: going from one to the next in-neighbour must come back. The file is read again to see which line
// completes the cycle.
Error Graph::cycle_error(const Source& source, Budget& budget) {
  const uint32_t vertices = adjacency_.vertices();
  const std::span<uint32_t> in_degrees = worths_.span();
  Lease memory(budget);
  const uint64_t bytes = vertices * sizeof(Vertex) + vertices / 8;
  if (!memory.take(bytes)) return budget.too_large("finding the cycle of " + source.name, bytes);
  LargeArray<Vertex> order(vertices);
  std::fill(in_degrees.begin(), in_degrees.end(), 0);
  for (const Vertex v : adjacency_.targets.span()) ++in_degrees[v];
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
      const size_t first = static_cast<size_t>(std::find(cycle.begin(), cycle.end(), *to) - cycle.begin());
      return reader->error_at_row("this edge closes the cycle " + cycle_text(*this, cycle, first) +
                                  ", so play need not end");
    }
  }
  return Error::input(source.name + " has the cycle " + cycle_text(*this, cycle, 0) + ", so play need not end");
}

}  // namespace grundy
