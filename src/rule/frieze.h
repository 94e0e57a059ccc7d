// Frieze: boards that repeat along one direction, one for each number of columns.
//
// Problem: a row of a board, a path, a cycle and a ladder are alike to whoever looks at one stretch
// of them after the other. Idea: all are columns of equally many cells. Those of a board are its
// rows; those of a graph are the vertices of one column, the rungs between these, and the rails
// from here to the next column, as far as edges hold letters. The last column has no rails, unless
// the graph is closed to a ring.
//
//   cram(2x5)       rows 2
//   path 5          rows 1, rails 1-1
//   cycle 5         rows 1, rails 1-1, closed
//   caterpillar 5   rows 2, rungs 1-2, rails 1-1
//   ladder 5        rows 2, rungs 1-2, rails 1-1 and 2-2
//
// The vertices of a graph are numbered row by row, as the cells of a board are: a ladder of 5 rungs
// has 1-6, 1-2, 6-7.
#pragma once
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "rule/space.h"

namespace grundy {

struct Frieze {
  using Rows = std::pair<size_t, size_t>;
  static constexpr size_t kNoCell = SIZE_MAX;

  SpaceKind kind = SpaceKind::grid;
  size_t rows = 1;
  // Graphs.
  bool edge_cells = false;
  bool closed = false;
  std::vector<Rows> rungs;
  std::vector<Rows> rails;  // from a row of a column to one of the next

  friend auto operator<=>(const Frieze&, const Frieze&) = default;

  bool is_graph() const { return kind == SpaceKind::graph || kind == SpaceKind::arcs; }
  /// Whether the last column is beside the first one.
  bool is_ring() const { return closed || is_cyclic(kind); }
  /// Cells of a column.
  size_t height() const { return rows + (edge_cells ? rungs.size() + rails.size() : 0); }
  PlacePointer place(size_t columns) const;
  /// The cells of that place, column by column; kNoCell where the last one has no rail.
  std::vector<size_t> cells(const Place& place) const;

 private:
  template <class Visit>
  void for_each_edge(size_t columns, const Visit& visit) const;
};

/// Boards of so many rows of a strip, ring, grid or torus.
Frieze board_frieze(SpaceKind kind, size_t rows);
/// Those of a name: path, cycle, ladder, caterpillar, grid; the last one has so many rows. Vertices
/// and edges are those of a space. Nothing for other names.
std::optional<Frieze> named_frieze(std::string_view name, const Space& space, size_t rows = 1);

/// What the place is one board of, and how many columns it has; names of vertices do not matter.
/// Nothing for graphs of another form, and for words.
std::optional<std::pair<Frieze, size_t>> frieze_of(const Place& place);

}  // namespace grundy
