// Which cells of a table each thread fills, and when.
//
// Problem: running sets of a whole row do not stay in the cache, and threads must not read what
// others have not filled.
// Idea: a row is the cells that differ in the last coordinate of the order alone. Each of W workers
// has `tile_rows` rows of W·tile_rows open ones; rows are cut into blocks of columns, and worker w
// is w blocks behind worker 0. Where no move leads to a larger last coordinate, all that a cell
// needs is then filled: earlier rows as far as its own column.
// Example: 2 workers with 2 rows each, blocks A B C of columns; the digits are rounds:
//
//          A B C
//   row 0  0 1 2   worker 0
//   row 1  0 1 2
//   row 2  1 2 3   worker 1
//   row 3  1 2 3
//
// Cost: workers meet after each round, about every millisecond; W - 1 rounds of each strip of rows
// some of them wait.
#pragma once
#include <cstddef>
#include <cstdint>

namespace grundy {

struct Schedule {
  uint64_t cells = 0;
  uint64_t row = 1;  // cells of a row
  bool in_tiles = false;
  uint64_t workers = 1;
  uint64_t tile_rows = 1;  // rows of a worker's piece
  uint64_t block = 1;      // cells of each of these rows

  /// All cells one after another.
  static Schedule in_order(uint64_t cells, uint64_t row);
  /// For at most so many threads, of which each has about `tile_cells` cells from one meeting to
  /// the next (see tile_cells_for). Fewer where the table gives them too little to do;
  /// `however_small`: but not for that (for tests).
  static Schedule tiles(uint64_t cells, uint64_t row, uint64_t threads, uint64_t tile_cells,
                        bool however_small);

  uint64_t rows() const { return cells / row; }
  uint64_t open_rows() const { return workers * tile_rows; }
  uint64_t rounds() const { return blocks() + workers - 1; }

  /// `count` cells of each of the rows [row, row_end), from column `from` on.
  struct Piece {
    uint64_t row = 0;
    uint64_t row_end = 0;
    uint64_t from = 0;
    uint64_t count = 0;
    bool empty() const { return row_end == 0; }
  };
  /// What the worker does in a round of the strip of open rows that begins with row `first`.
  Piece piece(uint64_t first, uint64_t round, size_t worker) const;

 private:
  uint64_t blocks() const { return (row + block - 1) / block; }
};

/// Cells that keep a thread busy for a millisecond when one takes so many nanoseconds: on a busy
/// machine each may have to wait as long for its turn.
uint64_t tile_cells_for(double nanoseconds_each);

/// Cells of a row that can be cut into blocks.
constexpr uint64_t kLeastRow = 4;

}  // namespace grundy
