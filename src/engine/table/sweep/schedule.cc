#include "engine/table/sweep/schedule.h"

#include <algorithm>

namespace grundy {
namespace {

constexpr uint64_t kTileRows = 64;  // of one thread alone
constexpr uint64_t kBlocks = 8;     // that a row is cut into, for each thread
// Cells of one, where one thread alone does not wait for others.
constexpr uint64_t kLeastBlock = 512;
constexpr uint64_t kLeastCut = 48;  // and where there are several
constexpr double kTileWork = 1e6;   // nanoseconds from one meeting of the threads to the next
constexpr uint64_t kTileCells = 1 << 15;
constexpr uint64_t kMostTileCells = 1 << 19;

uint64_t block_for(uint64_t row, uint64_t threads, bool however_small) {
  const uint64_t least = threads == 1 ? kLeastBlock : however_small ? 1 : kLeastCut;
  return std::max(row / (kBlocks * threads) + 1, least);
}

}  // namespace

Schedule Schedule::in_order(uint64_t cells, uint64_t row) {
  return {.cells = cells, .row = row, .block = row};
}

Schedule Schedule::tiles(uint64_t cells, uint64_t row, uint64_t threads, uint64_t tile_cells,
                         bool however_small) {
  Schedule schedule{.cells = cells, .row = row, .in_tiles = true};
  const uint64_t rows = schedule.rows();
  schedule.tile_rows = std::clamp<uint64_t>(rows / 8, 1, kTileRows);
  threads = std::min<uint64_t>(threads, row / kLeastRow);
  const uint64_t columns = std::min(row, block_for(row, threads, however_small));
  const uint64_t enough = std::clamp<uint64_t>(tile_cells / columns, schedule.tile_rows,
                                               std::max(schedule.tile_rows, rows / (4 * threads)));
  if (threads > 1 && (enough * columns >= kTileCells / 2 || however_small)) {
    schedule.workers = threads;
    schedule.tile_rows = enough;
  }
  schedule.block = block_for(row, schedule.workers, however_small);
  return schedule;
}

Schedule::Piece Schedule::piece(uint64_t first, uint64_t round, size_t worker) const {
  const uint64_t begin = first + worker * tile_rows;
  if (round < worker || round - worker >= blocks() || begin >= rows()) return {};
  const uint64_t from = (round - worker) * block;
  return {begin, std::min(rows(), begin + tile_rows), from, std::min(block, row - from)};
}

uint64_t tile_cells_for(double nanoseconds_each) {
  return static_cast<uint64_t>(std::clamp(kTileWork / nanoseconds_each,
                                          static_cast<double>(kTileCells),
                                          static_cast<double>(kMostTileCells)));
}

}  // namespace grundy
