// RowCode: moves drawn as rows of cells, where cells hold numbers or moves change coordinates
// beside the board.
//
// Problem: `h 0{n}! -> h-k 0{n-1} k` is one line and thousands of placements; a board has a handful
// of numbers, and what a row asks and writes is the same wherever it lies.
// Idea: the numbers up to the greatest on the board are letters like others, and each tuple of
// coordinates is a mode of play. For each mode, each choice of a line's variables and runs gives a
// row: a set of letters for each cell, what becomes of them, what the cell behind must not have,
// and the mode that follows. Where a row may lie is told once for its length and its directions. A
// letter that no row asks for is as good as no cell; in a closed mode, which no move leaves,
// letters that no row tells apart are one.
// Example: king_dirt(1, 1, 0, …) has four modes; sheep with herds of at most 8 has 28 rows for each
// length, and # and 1 are as good as no cell.
// Cost: a few hundred rows; milliseconds.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "rule/board.h"

namespace grundy {

/// Letter 0 is no cell at all.
constexpr size_t kMostRowLetters = 16;
constexpr size_t kMostRowCells = 64;
using RowLetters = uint16_t;

/// Where rows of one length may lie.
struct RowPlaces {
  static constexpr uint8_t kNowhere = 0xFF;
  size_t length = 0;
  std::vector<Direction> directions;
  bool looks_behind = false;
  /// By first cell: length + 1 numbers for each place, the cells and the one behind.
  std::vector<std::vector<uint8_t>> from;
};

struct RowResult {
  struct Write {
    uint8_t at;  // of the row's cells
    std::array<uint8_t, kMostRowLetters> becomes;
    friend auto operator<=>(const Write&, const Write&) = default;
  };
  std::vector<Write> writes;  // of cells that may change
  uint32_t mode = 0;
  friend auto operator<=>(const RowResult&, const RowResult&) = default;
};

/// What a row asks, and all that may become of it.
struct DrawnRow {
  size_t places = 0;  // RowCode::places
  std::vector<RowLetters> reads;
  RowLetters refused = 0;  // behind
  std::vector<RowResult> results;
};

struct RowMode {
  std::vector<int64_t> coordinates;
  std::vector<DrawnRow> rows;
  bool is_closed = false;                                // no move leads to another mode
  std::array<uint8_t, kMostRowLetters> alike{};          // by letter: the one that stands for it
  std::array<RowLetters, kMostRowLetters> may_become{};  // closed, by letter that stands for some
  RowLetters idle = 0;  // where nothing else stands there is no move
};

struct RowCode {
  PlacePointer place;
  std::vector<Cell> letters;  // from letter 1 on
  std::vector<RowPlaces> places;
  std::vector<RowMode> modes;
  bool hex = false;

  uint8_t last_letter() const { return static_cast<uint8_t>(letters.size()); }
  /// Nothing for strangers.
  std::optional<uint8_t> letter(Cell cell) const;
  std::optional<uint32_t> mode(const std::vector<int64_t>& coordinates) const;
};

/// For a position and all that follow it. Declines lines of several steps or rows, names of cells,
/// conditions over cells, clauses, boards of more than 64 cells, numbers that grow.
Attempt<RowCode> row_code(const BoardPosition& position);

}  // namespace grundy
