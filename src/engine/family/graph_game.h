// graph(@edges.txt, v): a token stands on the vertex v of a directed graph, which may have cycles;
// a move shifts it along an edge. The vertices are labelled (loopy.h) when the file is read.
#pragma once
#include <string>

#include "engine/family/family.h"
#include "engine/graph/digraph.h"
#include "engine/graph/loopy.h"
#include "game/game.h"

namespace grundy {

class GraphGame final : public Game {
 public:
  static constexpr char kKind = 0;

  using Vertex = Digraph::Vertex;

  /// Errors as those of Digraph::read. What is kept, 4 bytes an edge and 12 a vertex, stays taken
  /// from the budget.
  static Attempt<std::unique_ptr<GraphGame>> read(const std::string& path, Budget& budget);

  Position at(Vertex vertex) const { return {this, {vertex}}; }
  static Vertex vertex(const Position& position) { return static_cast<Vertex>(position.key[0]); }
  /// The vertex that the file calls `name`; nothing when no edge has it.
  std::optional<Vertex> find(uint64_t name) const;
  const Digraph& graph() const { return graph_; }
  ArcSpans arcs() const {
    return {graph_.adjacency().begins.span(), graph_.adjacency().targets.span()};
  }
  const LoopyLabels& labels() const { return labels_; }
  uint64_t vertex_count() const { return vertex_count_; }

  const void* kind() const override { return &kKind; }
  std::string name() const override { return "graph"; }
  std::string text(const Position& position, size_t limit) const override;
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  Attempt<bool> has_options(const Position& position, Budget& budget) const override;

 private:
  explicit GraphGame(std::string path) : path_(std::move(path)) {}
  Attempt<void> fill(EdgeSource source, Budget& budget);

  std::string path_;
  Digraph graph_;
  LoopyLabels labels_;
  std::vector<bool> is_target_;  // of some edge
  uint64_t vertex_count_ = 0;
};

const Family* graph_family();

}  // namespace grundy
