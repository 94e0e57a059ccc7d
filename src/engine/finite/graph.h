// Explicit graphs: the game of moving a token along the edges of a finite graph without cycles, given as a file of
// edges.
//
// Every vertex is valued when the graph is read, which costs about as much as reading: vertices are taken in
// topological order (Kahn 1962), so nothing recurses, and each value is the mex of the values of the out-neighbours,
// which come before it. A graph with V vertices and E lines of edges (lines that repeat an edge are kept, they change
// no value):
//
//   while reading   8 bytes an edge: the pairs in the order of the file
//   at the peak     12 bytes an edge + 4 a vertex while the pairs are sorted by their first vertex, or
//                   4 bytes an edge + 16 a vertex while the values are found, whichever is more
//   afterwards      4 bytes an edge (out-neighbours) + 8 a vertex (where they begin; value)
//
// The vertices may be any numbers below 2^63. When they are all below 2·E + 1024, numbers are used as they are and V
// above is the greatest of them plus one; otherwise they are numbered in the order of their first appearance by a hash
// table, for 19 to 37 bytes more a vertex. 10^7 vertices and 5·10^7 edges thus peak at 0.6 GiB, numbered ones at 0.8
// GiB.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/reader.h"
#include "base/result.h"

namespace grundy {

/// Numbers distinct naturals 0, 1, 2, … in the order in which they are first seen: a hash table with linear probing.
class VertexNumbering {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// The numbers of many names, new ones for those not seen before; false when the budget has no memory left or 2^32 -
  /// 2 numbers are taken. `numbers` is as long as `names`. Up to a hundred at a time are best: their memory is asked
  /// for together.
  bool number(std::span<const uint64_t> names, std::span<uint32_t> numbers, Budget& budget);
  /// The number of a name that was seen, else kNone.
  uint32_t find(uint64_t name) const;
  uint64_t name(uint32_t number) const { return names_[number]; }
  size_t size() const { return names_.size(); }
  uint64_t bytes() const { return names_.capacity() * sizeof(uint64_t) + slots_.size() * sizeof(Slot); }

 private:
  // High 32 bits: those of the mixed name, so that a slot of another name is passed by without a look at names_; low 32
  // bits: the number, kNone in a free slot.
  using Slot = uint64_t;
  static constexpr Slot kFree = UINT64_MAX;

  bool grow(Budget& budget);
  size_t slot(uint64_t name) const;
  size_t first_match(uint64_t mixed, size_t from) const;

  std::vector<uint64_t> names_;
  std::vector<Slot> slots_;  // a power of two of them, at most 3/4 taken
};

class Graph {
 public:
  using Vertex = uint32_t;

  /// Reads a file of edges, two numbers below 2^63 a line. Errors: the file cannot be read, a line is wrong, there is a
  /// cycle (all but the first are located); declined: no memory or time left. The memory that the graph keeps stays
  /// taken from the budget.
  static Result<Graph> read(const std::string& path, Budget& budget);
  /// The same from a text in memory, called `source` in messages, read `chunk` bytes at a time.
  static Result<Graph> parse(std::string_view text, const std::string& source, Budget& budget,
                             size_t chunk = NumberReader::kChunk);

  /// How many vertices appear in an edge, and the least and the greatest of them (0 when there are none).
  uint64_t vertex_count() const { return vertex_count_; }
  uint64_t smallest() const { return smallest_; }
  uint64_t largest() const { return largest_; }
  /// Lines of edges, repeated ones included.
  uint64_t edge_count() const { return targets_.size(); }

  /// The vertex that the file calls `name`; nothing when no edge has it.
  std::optional<Vertex> find(uint64_t name) const;
  uint64_t name(Vertex v) const { return numbering_.size() == 0 ? v : numbering_.name(v); }
  /// The out-neighbours of v in the order of the file, repeated where an edge is.
  std::span<const Vertex> successors(Vertex v) const {
    return std::span(targets_).subspan(begins_[v], begins_[v + 1] - begins_[v]);
  }
  /// The Grundy value of the game whose token stands on v: at most the number of its out-neighbours.
  uint32_t grundy(Vertex v) const { return worths_[v] >> 1; }
  /// Whether the player to move from v loses when the player who cannot move wins.
  bool is_lost_misere(Vertex v) const { return (worths_[v] & 1) != 0; }

 private:
  // Where the edges are; `open` is empty when they cannot be read a second time.
  struct Source {
    std::string name;
    std::function<Result<NumberReader>()> open;
  };
  class EdgeList;
  static constexpr uint32_t kAbsent = VertexNumbering::kNone;

  static Result<Graph> build(Source source, Budget& budget);
  Result<void> fill(Source& source, Budget& budget);
  Result<void> read_edges(NumberReader& reader, EdgeList& edges, Budget& budget);
  Result<void> sort_edges(const EdgeList& edges, Budget& budget);
  Result<void> find_values(const Source& source, Budget& budget);
  Error cycle_error(std::vector<Vertex> scratch, std::span<const uint32_t> in_degrees, const Source& source) const;
  uint64_t bytes() const;

  VertexNumbering numbering_;     // empty when vertices are used by their own numbers
  std::vector<uint32_t> begins_;  // the out-neighbours of v are targets_[begins_[v], begins_[v + 1])
  std::vector<Vertex> targets_;
  std::vector<uint32_t> worths_;  // 2 · value + (1 if lost in misère play); kAbsent: no such vertex
  uint64_t vertex_count_ = 0;
  uint64_t smallest_ = 0;
  uint64_t largest_ = 0;
};

}  // namespace grundy
