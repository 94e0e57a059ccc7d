// Drawn moves on boards and graphs, for the checker: where they may be made, how a board falls
// apart, which parts are alike.
//
// It shares nothing with the engine that searches boards, and is slow and plain: a board is a row
// of letters, every placement of every line is listed once, and all that follows is read off that
// list.
//
//   Options: each placement whose letters stand on the board, unless a pattern that `always`
//   excludes stands afterwards, or a cell does not reach what it must. Where a pattern of `over`
//   stands there are none.
//   Parts: can(c) begins as the letter of the cell c and grows by what placements that fit `can`
//   write, refused ones left aside: those after which an excluded pattern stands for certain, as
//   each of its cells that the placement has becomes what the pattern names, and each other one can
//   be one letter only, which it names; and those after which a cell that must reach something for
//   certain can't (drawn_walks.cc). A cell is live if a placement that fits, and is not refused,
//   may change it. Such a placement joins the live cells that it has (union–find), and so does an
//   excluded pattern that fits `can`, and a refused placement that fits, together with what refuses
//   it. Every board that play reaches fits `can`, so no move and no excluded pattern ever has live
//   cells of two parts: the position is their sum. A part keeps the cells of all that joins it;
//   other cells are gone. Where a part has all cells of a refused placement that no live cell
//   belongs to, and not the pattern that refuses it, and where there is `over`, the board is one
//   part. With walks each letter that moves may change has a twin, which stays: a part has it on
//   every cell that is not live, and no placement changes it.
//   Alike: a part is moved to the upper left corner, turned in each of eight ways, and its letters
//   are exchanged, where the list of placements shows, one by one, that this takes placements to
//   placements. Of graphs the part that was met first stands for all with the same arcs and letters
//   (graph_form.h).
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
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

  /// Declines rules with more than drawn rows and blocks of letters: numbers, conditions over
  /// cells, `to`, most of `every`; `always` may have `no …` and `every … reaches …`, and `over`
  /// `some …`.
  static Attempt<DrawnMoves> of(const Rule& rule, const PlacePointer& place);
  /// On so many columns of a frieze, which is unrolled where it is a ring: its cells are those of a
  /// rectangle, where the last column may lack some. Placements of more than `extent` columns go
  /// round, and are left out. Declines walks, too.
  static Attempt<DrawnMoves> along(const Rule& rule, const Frieze& frieze, size_t columns,
                                   size_t extent);

  /// Nothing where a cell holds no letter of the game.
  Attempt<Cells> cells(const Board& board) const;
  /// The letters, with kGoneSign for cells that are gone.
  std::vector<Cell> letters(const Cells& board) const;
  /// Whether no excluded pattern stands and every cell reaches what it must.
  bool is_allowed(const Cells& board) const;
  /// The boards after each move, in the order of the placements.
  std::vector<Cells> options(const Cells& board) const;
  /// How a board falls apart: parts at their places, and for each cell its letters and the part in
  /// which it is live.
  struct Look {
    static constexpr size_t kNoPart = SIZE_MAX;
    std::vector<uint16_t> can;
    std::vector<size_t> part;
    std::vector<Cells> parts;
    bool is_whole = false;  // one part, though it might fall apart
  };
  Look look(const Cells& board) const;
  /// The parts with live cells, each as the one that stands for all that are alike; equal ones
  /// stand together.
  std::vector<Cells> parts(const Cells& board) const;
  /// The part that stands for all that are like this one.
  Cells representative(const Cells& part) const;
  /// Rows from the upper left corner to the last cell that is not gone: "..|._". Of a graph: its
  /// cells in their order.
  std::string text(const Cells& part) const;
  Attempt<Cells> read(std::string_view text) const;
  size_t placements() const { return placements_.size(); }
  size_t symmetries() const { return images_.size(); }
  /// Letters that stay, each with the letter that it is the twin of.
  const std::vector<std::pair<char, char>>& twins() const { return twin_signs_; }

  // Along the columns: what begins in the first one stands for all that begin in others.
  const Place& place() const { return *place_; }
  /// Whether a step to the right takes placements to placements, and back.
  bool moves_along() const { return keeps_by_step(0, 1); }
  /// Whether the cell is one of the board's.
  bool is_there(size_t cell) const { return gone_.empty() || !gone_[cell]; }
  /// Whether `always` excludes patterns.
  bool excludes() const { return !never_.empty(); }
  /// Whether `always` asks that cells reach others.
  bool walks() const { return !walks_.empty(); }
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
  static constexpr size_t kMostExchanged = 5;
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
  /// Every cell with a letter of `from` reaches one of `target` through cells of `through`; none:
  /// by one step.
  struct Walk {
    uint16_t from = 0;
    uint16_t target = 0;
    uint16_t through = 0;
    friend auto operator<=>(const Walk&, const Walk&) = default;
  };
  /// Rows and columns exchanged, then rows upside down, then columns; letters by what they become.
  struct Image {
    bool exchange = false, rows = false, columns = false;
    std::array<int8_t, kMostLetters> letters{};
  };
  /// The cells that show why a placement is no move, on any board that fits.
  using Witness = std::vector<uint32_t>;

  static Attempt<DrawnMoves> listed(const Rule& rule, const PlacePointer& place, size_t most_cells);
  void finish();
  size_t width(const Placement& placement) const;
  bool stands(const Placement& placement, const Cells& board) const;
  bool is_allowed_at(const Placement& changed, const Cells& board) const;
  std::optional<Witness> refusal(const Placement& placement,
                                 const std::vector<uint16_t>& can) const;
  // Walks.
  Attempt<void> add_twins();
  bool all_reach(const Cells& board) const;
  std::optional<Witness> stranded(const Placement& placement,
                                  const std::vector<uint16_t>& can) const;
  void find_contracted();
  Cells contracted(Cells part) const;
  // Images.
  Placement image_of(const Placement& placement, const Image& image, int64_t down,
                     int64_t right) const;
  bool keeps(const Image& image, int64_t down, int64_t right) const;
  bool keeps_by_step(int64_t down, int64_t right) const;
  void find_images();
  Cells least_image(const Cells& part) const;

  PlacePointer place_;
  std::vector<Direction> directions_;
  std::string letters_;
  std::vector<Placement> placements_;          // sorted, each once, as are the patterns
  std::vector<Placement> never_;               // that `always` excludes
  std::vector<Placement> over_;                // where there are no moves
  std::vector<Walk> walks_;                    // that `always` asks for
  std::vector<std::vector<size_t>> never_at_;  // by cell: excluded patterns that lie on it
  std::vector<bool> gone_;                     // by cell: there is none; empty where all are there
  std::vector<std::vector<uint32_t>> next_;    // by cell: the steps of walks
  std::vector<int8_t> twin_;                   // by letter: the one that stays
  std::vector<std::pair<char, char>> twin_signs_;
  uint16_t contracted_ = 0;    // letters of which two that are neighbours are one
  bool moves_freely_ = false;  // a step down or right takes placements to placements, and back
  std::vector<Image> images_;  // those that keep the placements; the first changes nothing
  mutable std::map<std::vector<uint32_t>, Cells> first_met_;  // of graphs, by their form
};

}  // namespace grundy
