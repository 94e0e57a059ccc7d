// Explicit graphs: the game of moving a token along the edges of a finite graph without cycles,
// given as a file of edges.
//
// The edges are sorted by their first vertex while the file is read, twice and in parts
// (adjacency.h); then every vertex is valued (worths.h), by the mex of the values of its
// out-neighbours. So a graph with V vertices and E lines of edges (lines that repeat an edge are
// kept, they change no value) takes
//
//   while reading   5 bytes an edge (4 when V is at most 2^21) + 4 a vertex, and some MiB for each
//                   thread
//   valuing         4 bytes an edge + 8 a vertex, and 4 for each vertex of the paths that are being
//                   followed
//   afterwards      4 bytes an edge (out-neighbours) + 8 a vertex (where they begin; value)
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/large_array.h"
#include "engine/graph/digraph.h"
#include "engine/graph/worths.h"

namespace grundy {

class Graph {
 public:
  using Vertex = Digraph::Vertex;

  /// Reads a file of edges, two numbers below 2^63 a line. Errors: the file cannot be read, a line
  /// is wrong, there is a cycle (all but the first are located); declined: no memory or time left.
  /// The memory that the graph keeps stays taken from the budget. As many threads are used as the
  /// budget allows; they change nothing but the time.
  static Attempt<Graph> read(const std::string& path, Budget& budget);
  /// The same from a text in memory, called `source` in messages, read `chunk` bytes at a time.
  static Attempt<Graph> parse(std::string_view text, const std::string& source, Budget& budget,
                              size_t chunk = PairSource::kChunk);

  /// How many vertices appear in an edge, and the least and the greatest of them (0 when there are
  /// none).
  uint64_t vertex_count() const { return vertex_count_; }
  uint64_t smallest() const { return arcs_.smallest(); }
  uint64_t largest() const { return arcs_.largest(); }
  /// Lines of edges, repeated ones included.
  uint64_t edge_count() const { return arcs_.edge_count(); }

  /// The vertex that the file calls `name`; nothing when no edge has it.
  std::optional<Vertex> find(uint64_t name) const;
  uint64_t name(Vertex v) const { return arcs_.name(v); }
  /// The out-neighbours of v, repeated where an edge is; in the order of the file unless v, or one
  /// near it, has very many (adjacency.h).
  std::span<const Vertex> successors(Vertex v) const { return arcs_.adjacency().successors(v); }
  /// The Grundy value of the game whose token stands on v: at most the number of its
  /// out-neighbours.
  uint32_t grundy(Vertex v) const { return worths_[v] >> 1; }
  /// Whether the player to move from v loses when the player who cannot move wins.
  bool is_lost_misere(Vertex v) const { return (worths_[v] & 1) != 0; }

 private:
  static Attempt<Graph> build(EdgeSource source, Budget& budget);
  Attempt<void> fill(EdgeSource& source, Budget& budget);
  Error cycle_error(const EdgeSource& source, Budget& budget);

  Digraph arcs_;
  LargeArray<Worth> worths_;
  uint64_t vertex_count_ = 0;
};

}  // namespace grundy
