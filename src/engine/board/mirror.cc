#include "engine/board/mirror.h"

#include <algorithm>

namespace grundy {
namespace {

constexpr size_t kMostWeight = 3;

/// The classes that each cell may get.
std::vector<ClassSet> closure(const BoardCode& code, const std::vector<uint8_t>& classes) {
  std::vector<ClassSet> can;
  for (const uint8_t k : classes) can.push_back(static_cast<ClassSet>(1u << k));
  for (bool more = true; more;) {
    more = false;
    for (const CodedPlacement& move : code.moves) {
      if (!std::all_of(move.begin(), move.end(),
                       [&](const CodedCell& c) { return (c.reads & can[c.cell]) != 0; }))
        continue;
      for (const CodedCell& cell : move) {
        ClassSet all = can[cell.cell];
        for (size_t k = 0; k < code.classes; ++k) {
          if ((cell.reads & can[cell.cell]) >> k & 1)
            all = static_cast<ClassSet>(all | 1u << cell.becomes[k]);
        }
        more = more || all != can[cell.cell];
        can[cell.cell] = all;
      }
    }
  }
  return can;
}

/// Whether the cells' images make moves of all moves.
bool keeps(const std::vector<uint32_t>& to, const BoardCode& code) {
  return std::all_of(code.moves.begin(), code.moves.end(), [&](const CodedPlacement& move) {
    CodedPlacement image = move;
    for (CodedCell& cell : image) cell.cell = to[cell.cell];
    std::sort(image.begin(), image.end());
    return std::binary_search(code.moves.begin(), code.moves.end(), image);
  });
}

}  // namespace

bool is_lowered_by_every_move(const BoardCode& code) {
  std::vector<size_t> weight(code.classes, 0);
  while (true) {
    const bool lowers =
        std::all_of(code.moves.begin(), code.moves.end(), [&](const CodedPlacement& move) {
          int64_t rise = 0;
          for (const CodedCell& cell : move) {
            int64_t most = INT64_MIN;
            for (size_t k = 0; k < code.classes; ++k) {
              if ((cell.reads >> k & 1) != 0)
                most = std::max(most, static_cast<int64_t>(weight[cell.becomes[k]]) -
                                          static_cast<int64_t>(weight[k]));
            }
            rise += most;
          }
          return rise < 0;
        });
    if (lowers) return true;
    size_t k = 1;
    while (k < code.classes && ++weight[k] > kMostWeight) weight[k++] = 0;
    if (k >= code.classes) return false;
  }
}

std::vector<Mirrors::CellMap> Mirrors::maps_of_order_two(const Place& place) {
  std::vector<CellMap> maps;
  if (place.is_graph() || place.kind == SpaceKind::word) return maps;
  const size_t rows = place.rows;
  const size_t columns = place.columns;
  const auto add = [&](const char* name, const auto& image) {
    CellMap map{name, {}};
    for (size_t cell = 0; cell < rows * columns; ++cell)
      map.to.push_back(static_cast<uint32_t>(image(cell / columns, cell % columns)));
    maps.push_back(std::move(map));
  };
  add("turned by 180 degrees",
      [&](size_t r, size_t c) { return (rows - 1 - r) * columns + columns - 1 - c; });
  add("turned upside down", [&](size_t r, size_t c) { return (rows - 1 - r) * columns + c; });
  add("turned left to right", [&](size_t r, size_t c) { return r * columns + columns - 1 - c; });
  if (rows != columns) return maps;
  add("turned at the diagonal", [&](size_t r, size_t c) { return c * columns + r; });
  add("turned at the other diagonal",
      [&](size_t r, size_t c) { return (columns - 1 - c) * columns + columns - 1 - r; });
  return maps;
}

Mirrors::Mirrors(const BoardCode& code) : code_(code) {
  if (!code.never.empty() || !code.reaches.empty() || !code.over.empty()) return;
  if (!is_lowered_by_every_move(code)) return;
  maps_ = maps_of_order_two(*code.place);
  std::erase_if(maps_, [&](const CellMap& map) { return !keeps(map.to, code); });
}

std::string Mirrors::of(const std::vector<uint8_t>& classes) const {
  for (const CellMap& map : maps_) {
    bool symmetric = true;
    for (size_t cell = 0; cell < classes.size(); ++cell)
      symmetric = symmetric && classes[cell] == classes[map.to[cell]];
    if (!symmetric) continue;
    const std::vector<ClassSet> can = closure(code_, classes);
    const auto is_live = [&](uint32_t cell) { return (can[cell] & (can[cell] - 1)) != 0; };
    const bool apart =
        std::all_of(code_.moves.begin(), code_.moves.end(), [&](const CodedPlacement& move) {
          if (!std::all_of(move.begin(), move.end(),
                           [&](const CodedCell& c) { return (c.reads & can[c.cell]) != 0; }))
            return true;
          return std::none_of(move.begin(), move.end(), [&](const CodedCell& cell) {
            const uint32_t image = map.to[cell.cell];
            return is_live(image) && std::any_of(move.begin(), move.end(), [&](const CodedCell& c) {
                     return c.cell == image;
                   });
          });
        });
    if (apart) return map.name;
  }
  return {};
}

}  // namespace grundy
