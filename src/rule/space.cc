#include "rule/space.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace grundy {
namespace {

constexpr std::array<std::pair<std::string_view, SpaceKind>, 7> kSpaceNames = {
    {{"strip", SpaceKind::strip},
     {"ring", SpaceKind::ring},
     {"grid", SpaceKind::grid},
     {"torus", SpaceKind::torus},
     {"graph", SpaceKind::graph},
     {"arcs", SpaceKind::arcs},
     {"word", SpaceKind::word}}};

}  // namespace

std::string coordinate_text(CoordinateKind kind, const std::string& name) {
  switch (kind) {
    case CoordinateKind::number:
      break;
    case CoordinateKind::set:
      return "{" + name + "}";
    case CoordinateKind::list:
      return "[" + name + "]";
    case CoordinateKind::bag:
      return "bag [" + name + "]";
  }
  return name;
}

std::string name_of(SpaceKind kind) {
  for (const auto& [name, one] : kSpaceNames) {
    if (one == kind) return std::string(name);
  }
  return "none";
}

std::optional<SpaceKind> space_kind(const std::string& name) {
  for (const auto& [text, kind] : kSpaceNames) {
    if (text == name) return kind;
  }
  return std::nullopt;
}

std::vector<Direction> directions_named(const std::string& word) {
  std::vector<Direction> result;
  if (word == "right") return {{0, 1}};
  if (word == "left") return {{0, -1}};
  if (word == "up") return {{-1, 0}};
  if (word == "down") return {{1, 0}};
  if (word == "hex") return {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
  for (int64_t down = -2; down <= 2; ++down) {
    for (int64_t right = -2; right <= 2; ++right) {
      const int64_t length = down * down + right * right;  // 1: orth, 2: diag, 5: knight
      if ((length == 1 && (word == "orth" || word == "king")) ||
          (length == 2 && (word == "diag" || word == "king")) || (length == 5 && word == "knight"))
        result.push_back({down, right});
    }
  }
  return result;
}

std::vector<Direction> default_directions(SpaceKind kind) {
  switch (kind) {
    case SpaceKind::strip:
    case SpaceKind::ring:
      return {{0, -1}, {0, 1}};
    case SpaceKind::grid:
    case SpaceKind::torus:
      return directions_named("orth");
    case SpaceKind::word:
      return {{0, 1}};
    case SpaceKind::none:
    case SpaceKind::graph:
    case SpaceKind::arcs:
      break;
  }
  return {};
}

size_t Place::cells() const {
  if (is_graph()) return vertices.size() + (edge_cells ? edges.size() : 0);
  return rows * columns;
}

std::optional<size_t> Place::step(size_t cell, Direction direction) const {
  const auto height = static_cast<int64_t>(rows);
  const auto width = static_cast<int64_t>(columns);
  int64_t row = static_cast<int64_t>(cell) / width + direction.down;
  int64_t column = static_cast<int64_t>(cell) % width + direction.right;
  if (is_cyclic(kind)) {
    row = (row % height + height) % height;
    column = (column % width + width) % width;
  }
  if (row < 0 || row >= height || column < 0 || column >= width) return std::nullopt;
  return static_cast<size_t>(row * width + column);
}

std::vector<size_t> Place::neighbours(size_t cell) const {
  std::vector<size_t> result;
  if (is_edge(cell)) {
    const Edge& edge = edges[cell - vertices.size()];
    if (kind == SpaceKind::arcs || edge.from == edge.to) return {edge.to};
    return {edge.from, edge.to};
  }
  for (size_t i = 0; i < edges.size(); ++i) {
    const Edge& edge = edges[i];
    const auto add = [&](size_t vertex) {
      result.push_back(edge_cells ? vertices.size() + i : vertex);
    };
    if (edge.from == cell) {
      add(edge.to);
    } else if (edge.to == cell && kind != SpaceKind::arcs) {
      add(edge.from);
    }
  }
  return result;
}

PlacePointer rectangle(SpaceKind kind, size_t rows, size_t columns) {
  auto place = std::make_shared<Place>();
  place->kind = kind;
  place->rows = rows;
  place->columns = columns;
  return place;
}

}  // namespace grundy
