#include "rule/board.h"

#include <algorithm>

namespace grundy {

const BoardPart* only_part(const Rule& rule, const BoardLine& line) {
  if (line.parts.size() != 1 || line.reply != Reply::anywhere) return nullptr;
  const BoardPart& part = line.parts.front();
  return part.game == &rule && part.binders.empty() ? &part : nullptr;
}

size_t BoardRule::sets() const { return set_of(kinds.size()); }

size_t BoardRule::set_of(size_t coordinate) const {
  const auto before = kinds.begin() + static_cast<std::ptrdiff_t>(coordinate);
  return coordinate -
         static_cast<size_t>(std::count(kinds.begin(), before, CoordinateKind::number));
}

std::strong_ordering operator<=>(const Board& a, const Board& b) {
  if (a.place != b.place) {
    if (!a.place || !b.place)
      return a.place ? std::strong_ordering::greater : std::strong_ordering::less;
    if (const auto order = *a.place <=> *b.place; order != 0) return order;
  }
  return a.cells <=> b.cells;
}

size_t hash_of(const Board& board) {
  uint64_t hash = 0x9E3779B97F4A7C15;
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCD;
    hash ^= hash >> 29;
  };
  if (board.place) {
    mix(static_cast<uint64_t>(board.place->kind));
    mix(board.place->rows);
    mix(board.place->columns);
    for (const Place::Edge& edge : board.place->edges) mix(uint64_t{edge.from} << 32 | edge.to);
  }
  for (const Cell cell : board.cells) mix(static_cast<uint64_t>(cell));
  return hash;
}

}  // namespace grundy
