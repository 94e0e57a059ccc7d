// The inner loops of graph keys (graph_key.h), for every instruction set.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy {

/// Cells in rows, with room between them for steps that leave the board.
struct CellLanes {
  static constexpr size_t kMost = 128;
  static constexpr size_t kRoom = 64;  // the longest step
  using Lanes = std::array<uint32_t, kMost + 2 * kRoom>;

  std::span<const int32_t> steps;  // both ways
  size_t used = 0;                 // lanes, beginning with kRoom; no cell lies behind them
  Lanes alive{};                   // ~0 for cells, 0 elsewhere
  Lanes colour{};                  // 0 where nothing is alive
  Lanes other{};  // as `alive`; what they hold within the used lanes does not count
};

/// Lanes from bits: `value` where a bit is set is added to `lanes`, which are none before the first
/// one.
void add_to_lanes(const std::array<uint64_t, CellLanes::kMost / 64>& bits, size_t used,
                  uint32_t value, CellLanes::Lanes& lanes);

/// Each colour is mixed with those of its neighbours, an even number of times.
void spread_colours(CellLanes& lanes, size_t times);

/// A hash of the set of cells, each with its colour, label and its neighbours' colours.
std::array<uint32_t, 4> hash_of_neighbours(CellLanes& lanes, const CellLanes::Lanes& labels);

}  // namespace grundy
