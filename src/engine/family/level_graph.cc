#include "engine/family/level_graph.h"

#include <algorithm>

#include "base/reader.h"
#include "game/key.h"

namespace grundy {
namespace {

constexpr size_t kShownCycle = 10;

/// A cycle among the vertices with indegree > 0, which all have a predecessor among themselves.
Error cycle_error(const LevelGraph& graph, std::span<const uint32_t> indegree) {
  std::vector<uint32_t> predecessor(graph.vertices());
  uint32_t v = 0;
  for (uint32_t u = 0; u < graph.vertices(); ++u) {
    if (indegree[u] == 0) continue;
    v = u;
    for (uint32_t w : graph.out(u)) predecessor[w] = u;
  }
  std::vector<bool> seen(graph.vertices());
  while (!seen[v]) {
    seen[v] = true;
    v = predecessor[v];
  }
  std::vector<uint32_t> cycle = {v};
  for (uint32_t u = predecessor[v]; u != v; u = predecessor[u]) cycle.push_back(u);
  std::reverse(cycle.begin() + 1, cycle.end());
  std::string text;
  for (size_t i = 0; i < std::min(cycle.size(), kShownCycle); ++i)
    text += std::to_string(cycle[i] + 1) + " → ";
  if (cycle.size() > kShownCycle) text += "… → ";
  return Error::input("the graph has a cycle of length " + std::to_string(cycle.size()) + ": " +
                      text + std::to_string(v + 1));
}

}  // namespace

Attempt<NumberedGraph> read_numbered_graph(const std::string& path, Budget& budget) {
  using Token = NumberReader::Token;
  Attempt<NumberReader> opened = NumberReader::open(path, budget);
  if (!opened) return std::move(opened).error();
  NumberReader& reader = *opened;

  reader.set_noun("number of vertices and edges");
  uint64_t header[2];
  if (!reader.next_row(header)) {
    if (reader.failed()) return reader.error();
    return Error::input(
        path +
        ": the file is empty; its first line must hold the numbers of vertices and of edges");
  }
  const auto [vertices, edge_count] = header;
  if (vertices >= UINT32_MAX)
    return reader.error_at_row("there can be at most 4294967294 vertices");

  NumberedGraph result;
  result.path = path;
  reader.set_noun("number for each of the " + std::to_string(vertices) + " vertices");
  Token token = Token::end_of_line;
  while (result.numbers.size() < vertices) {
    token = reader.next();
    if (token == Token::end_of_line) continue;
    Attempt<Natural> number = read_number<Natural>(reader, token);
    if (!number) return std::move(number).error();
    if (Attempt<void> room = make_room(result.numbers, path, budget); !room)
      return std::move(room).error();
    result.numbers.push_back(*std::move(number));
  }
  if (vertices > 0) {
    token = reader.next();
    if (token == Token::failed) return reader.error();
    if (token != Token::end_of_line)
      return reader.expected("the end of the line after the numbers of the vertices");
  }

  reader.set_noun("vertex number");
  std::vector<LevelGraph::Edge> edges;
  uint64_t edge[2];
  while (reader.next_row(edge)) {
    if (edges.size() == edge_count)
      return reader.error_at_row("the first line promises " + std::to_string(edge_count) +
                                 " edges, this is one more");
    for (uint64_t v : edge)
      if (v == 0 || v > vertices)
        return reader.error_at_row("there is no vertex " + std::to_string(v) +
                                   ", they are numbered from 1 to " + std::to_string(vertices));
    if (Attempt<void> room = make_room(edges, path, budget); !room) return std::move(room).error();
    edges.emplace_back(static_cast<uint32_t>(edge[0] - 1), static_cast<uint32_t>(edge[1] - 1));
  }
  if (reader.failed()) return reader.error();
  if (edges.size() != edge_count)
    return Error::input(path + ": the first line promises " + std::to_string(edge_count) +
                        " edges, there are " + std::to_string(edges.size()));

  // Offsets, order, levels and indegrees of the vertices; the targets.
  const uint64_t bytes = vertices * (8 + 4 + 4 + 4) + edge_count * 4;
  if (!budget.take_memory(bytes)) return budget.too_large(path, bytes);
  result.graph = LevelGraph::from_edges(static_cast<uint32_t>(vertices), edges);
  Attempt<std::vector<uint32_t>> order = topological_order(result.graph);
  if (!order) return Error::input(path + ": " + order.error().message());
  result.order = *std::move(order);
  return result;
}

LevelGraph LevelGraph::from_edges(uint32_t vertices, std::span<const Edge> edges) {
  LevelGraph graph;
  graph.offsets.assign(vertices + size_t{1}, 0);
  graph.targets.resize(edges.size());
  for (const auto& [from, to] : edges) ++graph.offsets[from + size_t{1}];
  for (size_t v = 0; v < vertices; ++v) graph.offsets[v + 1] += graph.offsets[v];
  // Filling moves each offset to the end of its stretch, which is the begin of the next one: shift
  // them back.
  for (const auto& [from, to] : edges) graph.targets[graph.offsets[from]++] = to;
  for (size_t v = vertices; v > 0; --v) graph.offsets[v] = graph.offsets[v - 1];
  graph.offsets[0] = 0;
  return graph;
}

Attempt<std::vector<uint32_t>> topological_order(const LevelGraph& graph) {
  const uint32_t n = graph.vertices();
  std::vector<uint32_t> indegree(n);
  for (uint32_t target : graph.targets) ++indegree[target];
  std::vector<uint32_t> order;
  order.reserve(n);
  for (uint32_t v = 0; v < n; ++v)
    if (indegree[v] == 0) order.push_back(v);
  for (size_t next = 0; next < order.size(); ++next)
    for (uint32_t target : graph.out(order[next]))
      if (--indegree[target] == 0) order.push_back(target);
  if (order.size() < n) return cycle_error(graph, indegree);
  return order;
}

std::vector<uint32_t> longest_path_levels(const LevelGraph& graph,
                                          std::span<const uint32_t> order) {
  std::vector<uint32_t> levels(graph.vertices());
  for (size_t i = order.size(); i-- > 0;)
    for (uint32_t target : graph.out(order[i]))
      levels[order[i]] = std::max(levels[order[i]], levels[target] + 1);
  return levels;
}

std::vector<uint32_t> mex_levels(const LevelGraph& graph, std::span<const uint32_t> order) {
  std::vector<uint32_t> levels(graph.vertices());
  // seen_by[l] = v + 1: an out-neighbour of v is on level l.
  std::vector<uint32_t> seen_by;
  for (size_t i = order.size(); i-- > 0;) {
    const uint32_t v = order[i];
    for (uint32_t target : graph.out(v)) seen_by[levels[target]] = v + 1;
    uint32_t level = 0;
    while (level < seen_by.size() && seen_by[level] == v + 1) ++level;
    if (level == seen_by.size()) seen_by.push_back(0);
    levels[v] = level;
  }
  return levels;
}

Position GraphLevelGame::at(std::span<const Natural> numbers) const {
  Position position{this, {}};
  for (const Natural& number : numbers) append(position.key, number);
  return position;
}

std::vector<Natural> GraphLevelGame::numbers(const Position& position) const {
  std::vector<Natural> numbers;
  for (KeyReader reader(position.key); !reader.done();) numbers.push_back(reader.natural());
  return numbers;
}

std::string GraphLevelGame::text(const Position& position, size_t limit) const {
  const std::vector<Natural> all = numbers(position);
  if (all == graph_.numbers) return family_ + "(" + file_argument(graph_.path) + ")";
  return family_ + "(" + file_argument(graph_.path) + ", " +
         list_text(
             0, all.size(), [&](size_t i) { return all[i]; }, limit) +
         ")";
}

}  // namespace grundy
