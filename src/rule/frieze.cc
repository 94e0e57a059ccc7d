#include "rule/frieze.h"

#include <algorithm>

namespace grundy {
namespace {

constexpr size_t kMostGraphRows = 4;
constexpr size_t kShortestCycle = 3;

Frieze grid_frieze(SpaceKind kind, size_t rows, bool edge_cells) {
  Frieze frieze{kind, rows, edge_cells, false, {}, {}};
  for (size_t row = 0; row < rows; ++row) {
    if (row > 0) frieze.rungs.emplace_back(row - 1, row);
    frieze.rails.emplace_back(row, row);
  }
  return frieze;
}

}  // namespace

/// The vertices that an edge joins, the column it is one of, and its place there.
template <class Visit>
void Frieze::for_each_edge(size_t columns, const Visit& visit) const {
  for (size_t column = 0; column < columns; ++column) {
    size_t row = rows;
    for (const auto& [upper, lower] : rungs)
      visit(Place::Edge{upper * columns + column, lower * columns + column}, column, row++);
    if (column + 1 == columns && (!closed || columns < kShortestCycle)) continue;
    const size_t next = (column + 1) % columns;
    for (const auto& [here, there] : rails) {
      const auto [from, to] = std::minmax({here * columns + column, there * columns + next});
      visit(Place::Edge{from, to}, column, row++);
    }
  }
}

PlacePointer Frieze::place(size_t columns) const {
  if (!is_graph()) return rectangle(kind, rows, columns);
  auto place = std::make_shared<Place>();
  place->kind = kind;
  place->edge_cells = edge_cells;
  for (size_t vertex = 1; vertex <= rows * columns; ++vertex)
    place->vertices.push_back(static_cast<int64_t>(vertex));
  for_each_edge(columns,
                [&](const Place::Edge& edge, size_t, size_t) { place->edges.push_back(edge); });
  std::sort(place->edges.begin(), place->edges.end());
  return place;
}

std::vector<size_t> Frieze::cells(const Place& place) const {
  const size_t columns = is_graph() ? place.vertices.size() / rows : place.columns;
  std::vector<size_t> cells(columns * height(), kNoCell);
  for (size_t column = 0; column < columns; ++column) {
    for (size_t row = 0; row < rows; ++row) cells[column * height() + row] = row * columns + column;
  }
  if (!edge_cells) return cells;
  for_each_edge(columns, [&](const Place::Edge& edge, size_t column, size_t row) {
    const auto at =
        std::lower_bound(place.edges.begin(), place.edges.end(), edge) - place.edges.begin();
    cells[column * height() + row] = place.vertices.size() + static_cast<size_t>(at);
  });
  return cells;
}

Frieze board_frieze(SpaceKind kind, size_t rows) { return {kind, rows, false, false, {}, {}}; }

std::optional<Frieze> named_frieze(std::string_view name, const Space& space, size_t rows) {
  const SpaceKind kind = space.is_graph() ? space.kind : SpaceKind::graph;
  if (name == "grid") return grid_frieze(kind, rows, space.edges);
  if (name == "ladder") return grid_frieze(kind, 2, space.edges);
  Frieze frieze = grid_frieze(kind, 1, space.edges);
  if (name == "path") return frieze;
  if (name == "cycle") {
    frieze.closed = true;
    return frieze;
  }
  if (name == "caterpillar") {
    frieze.rows = 2;
    frieze.rungs.emplace_back(0, 1);
    return frieze;
  }
  return std::nullopt;
}

std::optional<std::pair<Frieze, size_t>> frieze_of(const Place& place) {
  if (place.kind == SpaceKind::none || place.kind == SpaceKind::word) return std::nullopt;
  if (!place.is_graph()) return std::pair(board_frieze(place.kind, place.rows), place.columns);
  Space space;
  space.kind = place.kind;
  space.edges = place.edge_cells;
  std::vector<Frieze> all = {*named_frieze("path", space), *named_frieze("cycle", space),
                             *named_frieze("caterpillar", space)};
  for (size_t rows = 2; rows <= kMostGraphRows; ++rows)
    all.push_back(*named_frieze("grid", space, rows));
  const size_t vertices = place.vertices.size();
  for (Frieze& frieze : all) {
    if (vertices == 0 || vertices % frieze.rows != 0) continue;
    const size_t columns = vertices / frieze.rows;
    if (place.edges.size() + frieze.rails.size() <
        columns * (frieze.rungs.size() + frieze.rails.size()))
      continue;
    if (frieze.place(columns)->edges == place.edges) return std::pair(std::move(frieze), columns);
  }
  return std::nullopt;
}

}  // namespace grundy
