// Acyclic graphs with a natural number on each vertex, for pathset and election: reading them, and
// their levels.
//
// The file is the input of Codeforces 1149E: the number of vertices and of edges, the numbers of
// the vertices in one line, then one line u v for each edge u → v. Vertices count from 1 in files
// and in all that is printed, from 0 inside.
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

/// The vertices in an order in which every edge goes from an earlier to a later one (Kahn 1962); an
/// input error that shows a cycle when there is one. Linear time.
Attempt<std::vector<uint32_t>> topological_order(const LevelGraph& graph);

/// The length of the longest path from each vertex; `order` is a topological order.
std::vector<uint32_t> longest_path_levels(const LevelGraph& graph, std::span<const uint32_t> order);
/// The mex of the levels of the out-neighbours of each vertex; `order` is a topological order.
/// Levels are below √(2m) + 1 for m edges.
std::vector<uint32_t> mex_levels(const LevelGraph& graph, std::span<const uint32_t> order);

/// A graph with a number on each vertex, as its file gives it.
struct NumberedGraph {
  LevelGraph graph;
  std::vector<uint32_t> order;  // a topological one
  std::vector<Natural> numbers;
  std::string path;  // of the file
};

/// What pathset and election have in common: the game on one graph. A key holds the numbers of the
/// vertices.
class GraphLevelGame : public LevelGame {
 public:
  GraphLevelGame(std::string family, NumberedGraph graph, std::vector<uint32_t> levels)
      : family_(std::move(family)), graph_(std::move(graph)), levels_(std::move(levels)) {}

  Position at(std::span<const Natural> numbers) const;
  const LevelGraph& graph() const { return graph_.graph; }
  std::span<const uint32_t> levels() const { return levels_; }
  const std::vector<Natural>& numbers_of_file() const { return graph_.numbers; }

  std::string name() const override { return family_; }
  /// Without the numbers where they are those of the file.
  std::string text(const Position& position, size_t limit) const override;
  std::vector<Natural> numbers(const Position& position) const override;
  Position with(const Position&, std::span<const Natural> numbers) const override {
    return at(numbers);
  }
  std::string place_name(const Position&, size_t place) const override {
    return "vertex " + std::to_string(place + 1);
  }

 protected:
  uint64_t rank(const Position&, size_t place) const override { return levels_[place]; }
  bool sets_others(const Position&, size_t place) const override {
    return !graph().out(static_cast<uint32_t>(place)).empty();
  }

 private:
  std::string family_;
  NumberedGraph graph_;
  std::vector<uint32_t> levels_;
};

/// Reads the arguments (@graph.txt) or (@graph.txt, [5, 0, 7]), the latter with other numbers than
/// those in the file. Errors in the file are located in it; a cycle is shown.
Attempt<NumberedGraph> read_numbered_graph(const std::string& path, Budget& budget);

/// A position of pathset or election from such arguments: `Kind` is made from the graph when the
/// file was not read before.
template <class Kind>
Attempt<Position> read_graph_position(std::string_view family, std::string_view example,
                                      std::span<const ParameterArgument> parameters,
                                      std::span<const Argument> arguments, Games& games,
                                      Budget& budget) {
  if (Attempt<void> fits = check_arguments(family, example, 1, 2, parameters, arguments); !fits)
    return fits.error();
  const auto* file = std::get_if<FileName>(&arguments[0].value);
  if (file == nullptr)
    return Error::input(std::string(family) + " takes a graph from a file, as in " +
                        std::string(example));
  const std::string name = std::string(family) + " " + file_state(file->path);
  const Game* known = games.find(name);
  if (known == nullptr) {
    Attempt<NumberedGraph> graph = read_numbered_graph(file->path, budget);
    if (!graph) return std::move(graph).error();
    known = &games.keep(name, std::make_unique<Kind>(*std::move(graph)));
  }
  const auto& game = static_cast<const Kind&>(*known);
  if (arguments.size() == 1) return game.at(game.numbers_of_file());
  Attempt<std::vector<Natural>> numbers = read_number_list(arguments[1], example, budget);
  if (!numbers) return std::move(numbers).error();
  if (numbers->size() != game.numbers_of_file().size())
    return Error::input("the graph has " + std::to_string(game.numbers_of_file().size()) +
                        " vertices, but " + std::to_string(numbers->size()) + " numbers are given");
  return game.at(*numbers);
}

}  // namespace grundy
