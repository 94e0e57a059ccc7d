// Drawn moves on strips and grids, for the checker: where they may be made, how a board falls apart, which parts are alike.
//
// It shares nothing with the engine that searches boards, and is slow and plain: a board is a row of letters, every placement of every
// line is listed once, and all that follows is read off that list.
//
//   Options: each placement whose letters stand on the board.
//   Parts: can(c) begins as the letter of the cell c and grows by what placements that fit `can` write; a cell is live if such
//   a placement may change it; a placement joins the live cells that it has (union–find). Every board that play
//   reaches fits `can`, so no move ever has live cells of two parts: the position is their sum. A part keeps the cells
//   of its placements; all other cells are gone.
//   Alike: a part is moved to the upper left corner and turned in each of eight ways, where the list of placements shows, one by one,
//   that steps and turns of the board take placements to placements. The least one stands for all.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/board.h"

namespace grundy {

class DrawnMoves {
 public:
  /// A letter's number for each cell, or kGone.
  using Cells = std::vector<int8_t>;
  static constexpr int8_t kGone = -1;
  static constexpr char kGoneSign = '_';

  /// Declines rules with more than drawn rows of letters: numbers, conditions over cells, `every`, `to`, `$`, `!`, blocks.
  static Attempt<DrawnMoves> of(const Rule& rule, const PlacePointer& place);

  /// Nothing where a cell holds no letter of the game.
  Attempt<Cells> cells(const Board& board) const;
  /// The letters, with kGoneSign for cells that are gone.
  std::vector<Cell> letters(const Cells& board) const;
  /// The boards after each move, in the order of the placements.
  std::vector<Cells> options(const Cells& board) const;
  /// The parts with live cells, each the least of its images; equal ones stand together.
  std::vector<Cells> parts(const Cells& board) const;
  /// Rows from the upper left corner to the last cell that is not gone: "..|._".
  std::string text(const Cells& part) const;
  Attempt<Cells> read(std::string_view text) const;
  size_t placements() const { return placements_.size(); }
  size_t symmetries() const { return turns_.size(); }

 private:
  friend class DrawnLister;
  static constexpr size_t kMostLetters = 15;
  static constexpr size_t kMostCells = 512;
  /// A cell of a placement: the letters that it may hold, and what each becomes.
  struct Spot {
    uint32_t cell = 0;
    uint16_t reads = 0;
    std::array<int8_t, kMostLetters> becomes{};
    friend auto operator<=>(const Spot&, const Spot&) = default;
  };
  using Placement = std::vector<Spot>;  // by cell
  /// Rows and columns exchanged, then rows upside down, then columns.
  struct Turn {
    bool exchange, rows, columns;
  };

  void find_turns();
  bool keeps(bool moved, size_t down, size_t right, Turn turn) const;
  Cells least_image(const Cells& part) const;

  PlacePointer place_;
  std::string letters_;
  std::vector<Placement> placements_;  // sorted, each once
  bool moves_freely_ = false;          // a step down or right takes placements to placements, and back
  std::vector<Turn> turns_;            // those that keep the placements; the first changes nothing
};

}  // namespace grundy
