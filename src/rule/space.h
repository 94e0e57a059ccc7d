// Space: where a game of cells is played, as its first line says; Place: one such board, as a
// position has it.
//
//   game amazons on grid along king          a Space: kind grid, the eight king's steps
//   amazons(4x5)                              a Place: grid of 4 rows and 5 columns
//   node_kayles({1-2, 2-3})                   a Place: graph of three vertices and two edges
//
// The cells of a Place are numbered from 0: row by row from the top on strips and grids; on graphs
// the vertices in the order of their names, then, where edges hold letters, the edges. A step of a
// strip or grid is a Direction. Hexagons lie in rows each shifted half a cell to the right, so that
// a cell (r, c) touches (r, c ± 1), (r ± 1, c), (r - 1, c + 1) and (r + 1, c - 1).
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace grundy {

/// A coordinate of a game: n; {G}, a finite set of naturals; [a], a list of them; bag [a], a list
/// in ascending order, whatever the order in which it is written.
enum class CoordinateKind : uint8_t { number, set, list, bag };
/// "n", "{G}", "[a]", "bag [a]".
std::string coordinate_text(CoordinateKind kind, const std::string& name);
inline bool is_list(CoordinateKind kind) {
  return kind == CoordinateKind::list || kind == CoordinateKind::bag;
}

enum class SpaceKind : uint8_t {
  none,  // no cells: a game of numbers and sets alone
  strip,
  ring,
  grid,
  torus,
  graph,
  arcs,
  word,
};

/// A step of one row down and one column to the right, each by so many.
struct Direction {
  int64_t down = 0;
  int64_t right = 0;
  friend bool operator==(const Direction&, const Direction&) = default;
  friend auto operator<=>(const Direction&, const Direction&) = default;
};

struct Space {
  SpaceKind kind = SpaceKind::none;
  bool edges = false;    // edges hold letters too; patterns alternate vertices and edges
  bool numbers = false;  // cells hold naturals beside letters
  bool hex = false;      // `along hex`: patterns of rows lie in the twelve positions of the hexagon
  /// The steps of walks and of patterns without an `along` of their own; sorted, without repeats.
  /// Empty on graphs and words. `along` is the text behind the word, empty where the directions are
  /// those of the kind.
  std::vector<Direction> directions;
  std::string along;
  /// Rows that fill a board given by its size, again and again; empty: all '.' (or 0).
  std::vector<std::string> start;

  bool is_graph() const { return kind == SpaceKind::graph || kind == SpaceKind::arcs; }
  bool is_grid() const { return kind == SpaceKind::grid || kind == SpaceKind::torus; }
  bool is_line() const { return kind == SpaceKind::strip || kind == SpaceKind::ring; }
};

/// Whether boards wrap round.
inline bool is_cyclic(SpaceKind kind) {
  return kind == SpaceKind::ring || kind == SpaceKind::torus;
}

/// "grid", "graph".
std::string name_of(SpaceKind kind);
std::optional<SpaceKind> space_kind(const std::string& name);

/// The directions that a word names: orth, diag, king, hex, knight, right, left, up, down. Empty
/// for other words.
std::vector<Direction> directions_named(const std::string& word);
/// Those of a space whose first line names none.
std::vector<Direction> default_directions(SpaceKind kind);

struct Place {
  struct Edge {
    size_t from = 0;  // numbers of vertices
    size_t to = 0;
    friend bool operator==(const Edge&, const Edge&) = default;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  SpaceKind kind = SpaceKind::grid;
  // Strips, rings, grids, tori, words; a strip, a ring and a word have one row.
  size_t rows = 0;
  size_t columns = 0;
  // Graphs.
  bool edge_cells = false;
  std::vector<int64_t> vertices;  // their names, ascending
  std::vector<Edge> edges;        // from < to on a graph without arcs and loops; ascending

  size_t cells() const;
  bool is_graph() const { return kind == SpaceKind::graph || kind == SpaceKind::arcs; }
  /// The cell one step on, if there is one; not on graphs.
  std::optional<size_t> step(size_t cell, Direction direction) const;
  /// Whether the cell is an edge's.
  bool is_edge(size_t cell) const { return is_graph() && cell >= vertices.size(); }
  /// The cells next to this one: on graphs, with cells on edges, those of the edges at a vertex and
  /// of the ends of an edge (arcs: forwards alone); a vertex may be met as often as edges lead
  /// there. Not on strips and grids.
  std::vector<size_t> neighbours(size_t cell) const;

  friend bool operator==(const Place&, const Place&) = default;
  friend auto operator<=>(const Place&, const Place&) = default;
};
using PlacePointer = std::shared_ptr<const Place>;

/// A place of rows and columns.
PlacePointer rectangle(SpaceKind kind, size_t rows, size_t columns);

}  // namespace grundy
