#include "engine/table/sweep/rings.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/table/sweep/schedule.h"

namespace grundy {
namespace {

uint64_t slot_of(const Chains& chains, uint64_t cell) {
  const Ring ring = chains.ring_of(cell);
  EXPECT_LT(ring.at, ring.slots);
  EXPECT_LE(ring.first + ring.slots, chains.slots());
  return ring.first + ring.at;
}

TEST(Rings, InOrderEachChainHasASlot) {
  const Chains chains = Chains::in_order(7);
  EXPECT_EQ(chains.slots(), 7u);
  for (uint64_t cell = 0; cell < 100; ++cell) {
    EXPECT_EQ(slot_of(chains, cell), cell % 7);
    EXPECT_EQ(slot_of(chains, cell), slot_of(chains, cell + 7));
  }
}

// Whatever a schedule does, a set is still in its slot when the next cell of the chain starts from
// it.
TEST(Rings, InTilesASetWaitsForTheNextOfItsChain) {
  for (const uint64_t row : {4, 9, 30}) {
    for (const uint64_t threads : {1, 2, 3}) {
      const Schedule schedule = Schedule::tiles(row * 40, row, threads, 4 * row, true);
      for (uint64_t rows_apart = 0; rows_apart <= 3; ++rows_apart) {
        for (uint64_t along = rows_apart == 0 ? 1 : 0; along <= (rows_apart == 0 ? 1u : row - 1);
             ++along) {
          const uint64_t distance = rows_apart * row + along;
          const Chains chains = Chains::in_tiles(distance, along, row, schedule.open_rows());
          std::map<uint64_t, uint64_t> holder;  // by slot: the last cell that wrote to it
          for (uint64_t first = 0; first < schedule.rows(); first += schedule.open_rows()) {
            for (uint64_t round = 0; round < schedule.rounds(); ++round) {
              for (size_t w = 0; w < schedule.workers; ++w) {
                const Schedule::Piece piece = schedule.piece(first, round, w);
                Ring ring = piece.empty() ? Ring() : chains.ring_of(piece.row * row + piece.from);
                for (uint64_t r = piece.row; r < piece.row_end; ++r) {
                  if (r > piece.row) chains.to_next_row(ring);
                  ASSERT_EQ(ring, chains.ring_of(r * row + piece.from));
                  for (uint64_t c = piece.from; c < piece.from + piece.count; ++c) {
                    const uint64_t cell = r * row + c;
                    const uint64_t slot = slot_of(chains, cell);
                    // The step does not leave the box along the row.
                    if (cell >= distance && c >= along) {
                      ASSERT_EQ(holder[slot], cell - distance)
                          << row << ' ' << threads << ' ' << distance;
                    }
                    holder[slot] = cell;
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace grundy
