// Acyclic graphs with a natural number on each vertex, for pathset and election: reading them, and their levels.
//
// The file is the input of Codeforces 1149E: the number of vertices and of edges, the numbers of the vertices in one
// line, then one line u v for each edge u → v. Vertices count from 1 in files and in all that is printed, from 0
// inside.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/family/levels.h"
#include "rule/position.h"
#include "value/natural.h"

namespace grundy {

/// The out-neighbours of vertex v are targets[offsets[v]] ... targets[offsets[v + 1] - 1].
struct LevelGraph {
  using Edge = std::pair<uint32_t, uint32_t>;

  /// Edges in any order, repeated ones allowed; all ends are below `vertices`. Linear time.
  static LevelGraph from_edges(uint32_t vertices, std::span<const Edge> edges);

  uint32_t vertices() const { return static_cast<uint32_t>(offsets.size() - 1); }
  std::span<const uint32_t> out(uint32_t v) const {
    return std::span(targets).subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }

  std::vector<uint64_t> offsets = {0};
  std::vector<uint32_t> targets;
};

/// The vertices in an order in which every edge goes from an earlier to a later one (Kahn 1962); an input error that
/// shows a cycle when there is one. Linear time.
Attempt<std::vector<uint32_t>> topological_order(const LevelGraph& graph);

/// The length of the longest path from each vertex; `order` is a topological order.
std::vector<uint32_t> longest_path_levels(const LevelGraph& graph, std::span<const uint32_t> order);
/// The mex of the levels of the out-neighbours of each vertex; `order` is a topological order. Levels are below √(2m) +
/// 1 for m edges.
std::vector<uint32_t> mex_levels(const LevelGraph& graph, std::span<const uint32_t> order);

/// A graph with numbers, as a user gives it.
struct NumberedGraph {
  LevelGraph graph;
  std::vector<uint32_t> order;
  std::vector<Natural> numbers;
  std::string path;               // of the file
  bool numbers_from_file = true;  // not given beside it
};

/// From the arguments (@graph.txt) or (@graph.txt, [5, 0, 7]), the latter with other numbers than those in the file.
/// Errors in the file are located in it; a cycle is shown.
Attempt<NumberedGraph> read_numbered_graph(std::string_view game, std::string_view example,
                                           std::span<const ParameterArgument> parameters,
                                           std::span<const Argument> arguments, Budget& budget);

/// What pathset and election have in common.
class GraphPosition : public LevelPosition {
 public:
  std::string to_string() const override;

 protected:
  GraphPosition(NumberedGraph graph, std::vector<uint32_t> levels)
      : LevelPosition(std::move(graph.numbers), std::move(levels)),
        graph_(std::move(graph.graph)),
        path_(std::move(graph.path)),
        numbers_from_file_(graph.numbers_from_file) {}

  const LevelGraph& graph() const { return graph_; }
  std::string notation(const NumberAt& number, size_t limit) const override;
  std::string place_name(size_t place) const override { return "vertex " + std::to_string(place + 1); }

 private:
  LevelGraph graph_;
  std::string path_;
  bool numbers_from_file_;
};

}  // namespace grundy
