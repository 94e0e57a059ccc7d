// Undirected graphs as a user gives them: a file with an edge a line, or [[0, 1], [1, 2]] in the
// sum. Edges may repeat, and an edge may join a vertex to itself. Vertices may be any numbers below
// 2^63; inside they are 0, 1, 2, … in the order in which they are first seen.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/graph/numbering.h"
#include "rule/position.h"
#include "value/natural.h"

namespace grundy {

struct Edge {
  uint32_t a = 0;
  uint32_t b = 0;
};

/// The edges in the order in which they were given; in all that is printed they count from 1.
class EdgeList {
 public:
  /// From @edges.txt or [[0, 1], [1, 2]]; [] has no edges. Errors inside a file are located there.
  /// The memory that the list keeps stays taken from the budget.
  static Attempt<EdgeList> read(const Argument& argument, std::string_view example, Budget& budget);

  /// From the names of the edges' ends, two for each edge.
  static Attempt<EdgeList> of(std::span<const uint64_t> names, Budget& budget);

  uint32_t vertices() const { return static_cast<uint32_t>(numbering_.size()); }
  std::span<const Edge> edges() const { return edges_; }
  /// What the user calls the vertex.
  uint64_t name(uint32_t vertex) const { return numbering_.name(vertex); }
  /// The vertex of this name; nothing when no edge has it.
  std::optional<uint32_t> find(const Natural& name) const;

  /// "edge 7 (3–4)".
  std::string edge_name(size_t edge) const;
  /// An error that shows the edge in its file, or else names the file.
  Error error_at_edge(size_t edge, std::string message, Budget& budget) const;
  bool is_from_file() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  /// "@edges.txt", or "[[0, 1], [1, 2]]" cut behind `limit` bytes.
  std::string to_string(size_t limit) const;
  /// The edges that `keep` has, as they would stand in a sum.
  std::string list_text(const std::vector<bool>& keep, size_t limit) const;

 private:
  /// Fills in the edges.
  Attempt<void> number(std::span<const uint64_t> names, Budget& budget);

  std::vector<Edge> edges_;
  VertexNumbering numbering_;
  std::string path_;  // of the file; empty when the edges stand in the sum
};

/// For each vertex the edges at it, with their other ends; a loop is there once.
class Incidence {
 public:
  struct End {
    uint32_t to = 0;
    uint32_t edge = 0;
  };

  /// All ends of edges are below `vertices`. Linear time; 4 bytes a vertex and 16 an edge, which
  /// the caller accounts for.
  Incidence(uint32_t vertices, std::span<const Edge> edges);

  uint32_t vertices() const { return static_cast<uint32_t>(begins_.size() - 1); }
  std::span<const End> at(uint32_t vertex) const {
    return std::span(ends_).subspan(begins_[vertex], begins_[vertex + 1] - begins_[vertex]);
  }

 private:
  std::vector<uint32_t> begins_;
  std::vector<End> ends_;
};

/// The row of numbers number `row`, from 0, of a file that was read without an error, shown with
/// what is wrong with it; where the file cannot be read a second time, the message with its name.
Error error_in_row(const std::string& path, size_t row, const std::string& message, Budget& budget);

}  // namespace grundy
