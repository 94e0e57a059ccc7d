// Drawn moves on boards of letters, for the checker: where they may be made, how a board falls apart, which parts are
// alike.
//
// It shares nothing with the engine that searches boards, and is slow and plain: a board is a row of letters, every
// placement of every line is listed once, and all that follows is read off that list.
//
//   Options: each placement whose letters stand on the board, unless a pattern that `always` excludes stands
//   afterwards. Where a pattern of `over` stands there are none. Parts: can(c) begins as the letter of the cell c and
//   grows by what placements that fit `can` write, refused ones left aside: those after which an excluded pattern
//   stands for certain, as each of its cells that the placement has becomes what the pattern names, and each other one
//   can be one letter only, which it names. A cell is live if a placement that fits, and is not refused, may change it.
//   Such a placement joins the live cells that it has (union–find), and so does an excluded pattern that fits `can`,
//   and a refused placement that fits, together with the pattern that refuses it. Every board that play reaches fits
//   `can`, so no move and no excluded pattern ever has live cells of two parts: the position is their sum. A part keeps
//   the cells of all that joins it; other cells are gone. Where a part has all cells of a refused placement that no
//   live cell belongs to, and not the pattern that refuses it, and where there is `over`, the board is one part. Alike:
//   a part is moved to the upper left corner and turned in each of eight ways, where the list of placements shows, one
//   by one, that steps and turns of the board take placements to placements. The least one stands for all.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/board.h"
#include "rule/frieze.h"

namespace grundy {

class DrawnMoves {
 public:
  /// A letter's number for each cell, or kGone.
  using Cells = std::vector<int8_t>;
  using Part = Cells;
  using Option = Cells;
  static constexpr int8_t kGone = -1;
  static constexpr char kGoneSign = '_';

  /// Declines rules with more than drawn rows of letters: numbers, conditions over cells, `every`, `to`, `$`, `!`,
  /// blocks; `always` may have `no …`, and `over` `some …`.
  static Attempt<DrawnMoves> of(const Rule& rule, const PlacePointer& place);
  /// Of a strip or a grid alone, with what is alike there.
  static Attempt<DrawnMoves> with_images(const Rule& rule, const PlacePointer& place);
  /// On so many columns of a frieze, which is unrolled where it is a ring: its cells are those of a rectangle, where the
  /// last column may lack some. Placements of more than `extent` columns go round, and are left out.
  static Attempt<DrawnMoves> along(const Rule& rule, const Frieze& frieze, size_t columns, size_t extent);

  /// Nothing where a cell holds no letter of the game.
  Attempt<Cells> cells(const Board& board) const;
  /// The letters, with kGoneSign for cells that are gone.
  std::vector<Cell> letters(const Cells& board) const;
  /// Whether no excluded pattern stands.
  bool is_allowed(const Cells& board) const;
  /// The boards after each move, in the order of the placements.
  std::vector<Cells> options(const Cells& board) const;
  /// How a board falls apart: parts at their places, and for each cell its letters and the part in which it is live.
  struct Look {
    static constexpr size_t kNoPart = SIZE_MAX;
    std::vector<uint16_t> can;
    std::vector<size_t> part;
    std::vector<Cells> parts;
    bool is_whole = false;  // one part, though it might fall apart
  };
  Look look(const Cells& board) const;
  /// The parts with live cells, each the least of its images; equal ones stand together.
  std::vector<Cells> parts(const Cells& board) const;
  /// Rows from the upper left corner to the last cell that is not gone: "..|._".
  std::string text(const Cells& part) const;
  Attempt<Cells> read(std::string_view text) const;
  size_t placements() const { return placements_.size(); }
  size_t symmetries() const { return turns_.size(); }

  // Along the columns: what begins in the first one stands for all that begin in others.
  const Place& place() const { return *place_; }
  /// Whether a step to the right takes placements to placements, and back.
  bool moves_along() const { return keeps(true, 0, 1, {false, false, false}); }
  /// Whether the cell is one of the board's.
  bool is_there(size_t cell) const { return gone_.empty() || !gone_[cell]; }
  /// Whether `always` excludes patterns.
  bool excludes() const { return !never_.empty(); }
  /// Placements of moves that begin in the first column.
  std::vector<size_t> first_placements() const;
  /// The most columns of a placement, or of an excluded pattern.
  size_t reach() const;
  /// Columns of a placement.
  size_t width(size_t placement) const;
  /// The board after the placement, moved so many columns to the right; false where it is no move.
  bool play(size_t placement, size_t column, const Cells& board, Cells& after) const;

 private:
  friend class DrawnLister;
  static constexpr size_t kMostLetters = 15;
  static constexpr size_t kMostCells = 512;
  static constexpr size_t kMostCellsAlong = 2048;
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

  static Attempt<DrawnMoves> listed(const Rule& rule, const PlacePointer& place, size_t most_cells);
  void finish();
  size_t width(const Placement& placement) const;
  bool stands(const Placement& placement, const Cells& board) const;
  bool is_allowed_at(const Placement& changed, const Cells& board) const;
  const Placement* refusal(const Placement& placement, const std::vector<uint16_t>& can) const;
  bool keeps(const std::vector<Placement>& list, bool moved, size_t down, size_t right, Turn turn) const;
  void find_turns();
  bool keeps(bool moved, size_t down, size_t right, Turn turn) const;
  Cells least_image(const Cells& part) const;

  PlacePointer place_;
  std::string letters_;
  std::vector<Placement> placements_;          // sorted, each once, as are the patterns
  std::vector<Placement> never_;               // that `always` excludes
  std::vector<Placement> over_;                // where there are no moves
  std::vector<std::vector<size_t>> never_at_;  // by cell: excluded patterns that lie on it
  std::vector<bool> gone_;                     // by cell: there is none; empty where all are there
  bool moves_freely_ = false;                  // a step down or right takes placements to placements, and back
  std::vector<Turn> turns_;                    // those that keep the placements; the first changes nothing
};

}  // namespace grundy
