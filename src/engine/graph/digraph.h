// A directed graph read from a file of edges: which vertices there are, how the file calls them,
// where edges lead.
//
// Problem: the vertices may be any numbers below 2^63, and the file larger than what is left of
// memory.
// Idea: when they are all below 2·E + 1024, numbers are used as they are and V is the greatest of
// them plus one; the file is read twice and in parts, and its edges are sorted by their first
// vertex (adjacency.h). Otherwise vertices are numbered in the order of their first appearance by a
// hash table, for 19 to 37 bytes more a vertex, and all edges are first kept in a list, for 8 bytes
// more an edge until they are sorted. That list is also needed for a pipe, which cannot be read
// twice, and for numbers with more than 19 digits.
// Example: the lines "7 3" and "3 1" make the vertices 1, 3 and 7 of 8 places.
// Cost: 5 bytes an edge (4 when V is at most 2^21) + 4 a vertex while reading, and some MiB for
// each thread; 4 bytes an edge and 4 a vertex afterwards.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/lease.h"
#include "base/pairs.h"
#include "base/reader.h"
#include "engine/graph/adjacency.h"
#include "engine/graph/numbering.h"
#include "engine/graph/worths.h"

namespace grundy {

/// Where the edges are.
struct EdgeSource {
  std::string name;
  std::optional<PairSource> lines;              // to be read in parts and twice, where that can be
  std::function<Attempt<NumberReader>()> open;  // empty when they cannot be read a second time

  static EdgeSource file(const std::string& path, Budget& budget);
  /// A text in memory, called `name` in messages, read `chunk` bytes at a time; it outlives this.
  static EdgeSource text(std::string_view text, const std::string& name, Budget& budget,
                         size_t chunk = PairSource::kChunk);
};

class Digraph {
 public:
  using Vertex = uint32_t;

  /// Bytes that a graph with so many vertices and edges will need beside the adjacency.
  using Beside = uint64_t (*)(uint64_t vertices, uint64_t edges);

  /// Fills an empty graph. The lease has what the adjacency keeps, and what is needed beside it;
  /// numbers of vertices are taken from the budget. Errors: the file cannot be read, a line is
  /// wrong; declined: no memory or time left. As many threads are used as the budget allows; they
  /// change nothing but the time.
  Attempt<ArcTrend> read(EdgeSource& source, Beside beside, Lease& memory, Budget& budget);

  uint64_t smallest() const { return names_.smallest; }
  uint64_t largest() const { return names_.largest; }
  uint64_t edge_count() const { return adjacency_.targets.size(); }
  const Adjacency& adjacency() const { return adjacency_; }
  /// The place of what the file calls `name`. Numbers that are used as they are have one even where
  /// no edge has them.
  std::optional<Vertex> place(uint64_t name) const;
  uint64_t name(Vertex v) const { return numbering_.size() == 0 ? v : numbering_.name(v); }
  uint64_t numbering_bytes() const { return numbering_.bytes(); }

 private:
  Attempt<ArcTrend> sort(const ArcStream& arcs, const ArcSurvey& survey, Beside beside,
                         Lease& memory, const EdgeSource& source, Budget& budget);

  VertexNumbering numbering_;  // empty when vertices are used by their own numbers
  Adjacency adjacency_;
  NameRange names_;
};

}  // namespace grundy
