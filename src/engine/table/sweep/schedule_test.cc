#include "engine/table/sweep/schedule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

namespace grundy {
namespace {

/// In which round of its strip each cell is filled, a digit a cell.
std::string drawn(const Schedule& schedule) {
  std::string text(schedule.cells, '.');
  for (uint64_t first = 0; first < schedule.rows(); first += schedule.open_rows()) {
    for (uint64_t round = 0; round < schedule.rounds(); ++round) {
      for (size_t w = 0; w < schedule.workers; ++w) {
        const Schedule::Piece piece = schedule.piece(first, round, w);
        for (uint64_t r = piece.row; r < piece.row_end; ++r) {
          for (uint64_t c = piece.from; c < piece.from + piece.count; ++c) {
            EXPECT_EQ(text[r * schedule.row + c], '.') << "filled twice";
            text[r * schedule.row + c] = static_cast<char>('0' + round);
          }
        }
      }
    }
  }
  std::string rows;
  for (uint64_t r = 0; r < schedule.rows(); ++r)
    rows += text.substr(r * schedule.row, schedule.row) + "\n";
  return rows;
}

TEST(Schedule, WorkersStayABlockBehind) {
  Schedule schedule{
      .cells = 7 * 6, .row = 6, .in_tiles = true, .workers = 2, .tile_rows = 2, .block = 2};
  EXPECT_EQ(drawn(schedule),
            "001122\n"
            "001122\n"
            "112233\n"
            "112233\n"
            "001122\n"
            "001122\n"
            "112233\n");
}

// A cell may need all cells of rows before as far as its own column.
TEST(Schedule, WhatACellNeedsIsFilledBefore) {
  for (const uint64_t row : {4, 5, 12, 100}) {
    for (const uint64_t rows : {2, 3, 17, 40}) {
      for (const uint64_t threads : {1, 2, 3, 7}) {
        const Schedule schedule = Schedule::tiles(rows * row, row, threads, 3 * row, true);
        SCOPED_TRACE(fmt::format("{} rows of {}, {} threads", rows, row, threads));
        EXPECT_LE(schedule.workers, threads);
        std::vector<uint64_t> filled(rows);  // columns, before this round
        for (uint64_t first = 0; first < rows; first += schedule.open_rows()) {
          for (uint64_t round = 0; round < schedule.rounds(); ++round) {
            std::vector<uint64_t> after = filled;
            for (size_t w = 0; w < schedule.workers; ++w) {
              const Schedule::Piece piece = schedule.piece(first, round, w);
              for (uint64_t r = piece.row; r < piece.row_end; ++r) {
                ASSERT_EQ(filled[r], piece.from);
                after[r] = piece.from + piece.count;
              }
              for (uint64_t r = 0; r < piece.row; ++r)
                ASSERT_GE(filled[r], piece.from + piece.count);
            }
            filled = after;
          }
        }
        EXPECT_EQ(filled, std::vector<uint64_t>(rows, row));
      }
    }
  }
}

TEST(Schedule, ThreadsAreUsedWhereTheyHaveWork) {
  EXPECT_EQ(tile_cells_for(1), uint64_t{1} << 19);
  EXPECT_EQ(tile_cells_for(10), 100'000u);
  EXPECT_EQ(tile_cells_for(1e9), uint64_t{1} << 15);
  // 10^4 rows of 10^4 cells, ten nanoseconds each: a row in 32 blocks, and rows for a millisecond.
  const Schedule large = Schedule::tiles(100'000'000, 10'000, 4, tile_cells_for(10), false);
  EXPECT_EQ(large.workers, 4u);
  EXPECT_EQ(large.block, 313u);
  EXPECT_EQ(large.tile_rows, 100'000u / 313);
  const Schedule alone = Schedule::tiles(100'000'000, 10'000, 1, tile_cells_for(10), false);
  EXPECT_EQ(alone.workers, 1u);
  EXPECT_EQ(alone.block, 1251u);
  EXPECT_EQ(alone.tile_rows, 64u);
  // Short rows: the threads would meet all the time.
  EXPECT_EQ(Schedule::tiles(50'000, 10, 4, tile_cells_for(10), false).workers, 1u);
  const Schedule plain = Schedule::in_order(100, 10);
  EXPECT_EQ(plain.workers, 1u);
  EXPECT_FALSE(plain.in_tiles);
}

}  // namespace
}  // namespace grundy
