// Where the running sets of a table's cells are kept while it is filled.
//
// Problem: a cell starts from the running set (analysis/running.h) of the cell `distance` before
// it. A set for each cell would take a hundred times the table.
// Idea: cells a step apart form a chain, and a chain has one slot: the set in it changes from cell
// to cell. Chains that are at work side by side have slots side by side, in rings, so that the code
// goes from slot to slot.
// Example: in order, with a step of 3 cells, cell 7 has slot 7 mod 3 = 1 of one ring of 3 slots. In
// tiles, with rows of 10 cells and a step of two rows and one column, cells (r, c) and (r + 2, c +
// 1) have the same slot: rows of the same parity share a ring of more than 10 slots, in which each
// pair of rows begins one slot earlier than the pair before.
// Cost: `distance` slots in order; in tiles some more, or one for each row at work when the step
// goes along the row.
#pragma once
#include <cstdint>

namespace grundy {

/// Where a cell's running set is: slot `first + at`, in a ring of `slots` slots from `first` on.
struct Ring {
  uint64_t first = 0;
  uint64_t slots = 1;
  uint64_t at = 0;
  friend bool operator==(const Ring&, const Ring&) = default;
};

/// The slots for all chains of one running set.
class Chains {
 public:
  /// For cells that are filled one after another.
  static Chains in_order(uint64_t distance);
  /// For rows of `row` cells of which at most `open_rows`, one after another, are at work. `along`
  /// is the step's part along the row, 0 or more.
  static Chains in_tiles(uint64_t distance, uint64_t along, uint64_t row, uint64_t open_rows);

  /// Cells from one of a chain to the next.
  uint64_t distance() const { return distance_; }
  uint64_t slots() const;
  Ring ring_of(uint64_t cell) const;
  /// In tiles: from the ring of a cell to that of the cell below, without a division.
  void to_next_row(Ring& ring) const;

 private:
  Chains() = default;
  bool is_along_row() const { return distance_ == 1; }
  uint64_t distance_ = 1;
  uint64_t row_ = 0;        // in tiles; else 0
  uint64_t open_rows_ = 1;  // in tiles
  uint64_t along_ = 0;
  uint64_t rows_apart_ = 1;
  // Slots for each of these rows: one for each chain that meets the rows at work.
  uint64_t columns_ = 1;
};

}  // namespace grundy
