// RowMover: options of boards of numbers, or beside coordinates, as sums of parts, by the rows of a
// RowCode; what in_set.h searches.
//
// Problem: listing such options by definition takes some 60 µs each, and their boards are never
// taken apart.
// Idea: a board is a byte a cell; rows are looked for from each cell by the letter that stands
// there. In a closed mode parts are independent when no row that may ever lie there has cells of
// two of them: a cell is taken to have any letter that moves may make of its own. A row that lies
// wherever some shorter ones do, and joins no more than they do, is left out. A cell where no such
// row lies stays as it is; it belongs to a part that looks at it from beside and is refused, else
// it is as good as no cell. A part is one with its images: rows lie alike wherever on the board
// they are, and under turns of the plane that keep their directions.
// Example: two herds of Sheep with a wall between them; a king of king_dirt that is shut in, once
// no stone can be put down.
// Cost: some 0.7 µs an option on 4 × 4 cells.
#pragma once
#include <array>
#include <bit>
#include <span>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "engine/board/part_table.h"
#include "engine/board/row_code.h"

namespace grundy {

class RowMover {
 public:
  using Cells = std::array<uint8_t, kMostRowCells>;  // letters
  struct Part {
    Cells cells;
    uint64_t taken = 0;  // cells that are not 0
    uint32_t mode = 0;
    uint64_t cost = 0;  // how many moves it has
    PartKey key;
  };

  explicit RowMover(const RowCode& code);

  /// The parts of a board; those without a move are left out.
  std::span<const Part> parts(const std::vector<uint8_t>& letters, uint32_t mode);
  size_t symmetries() const { return turns_.size(); }

  PartKey key(const Part& part) const { return part.key; }
  uint64_t cost(const Part& part) const { return part.cost; }
  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    const Mode& mode = modes_[part.mode];
    for (uint64_t rest = part.taken; rest != 0; rest &= rest - 1) {
      const auto start = static_cast<size_t>(std::countr_zero(rest));
      for (const Starter& starter : mode.starters[part.cells[start]]) {
        const RowPlaces& places = code_.places[starter.places];
        const std::vector<uint8_t>& from = places.from[start];
        for (size_t at = 0; at < from.size(); at += places.length + 1) {
          const uint8_t* place = from.data() + at;
          for (const DrawnRow* row : starter.rows) {
            if (!lies(*row, place, part.cells)) continue;
            for (const RowResult& result : row->results) {
              take_apart(part, result, place);
              if (!take(std::span<const Part>(found_), 0u)) return {};
            }
          }
        }
      }
    }
    return {};
  }

 private:
  /// Rows whose first cell may have a letter.
  struct Starter {
    size_t places;
    std::vector<const DrawnRow*> rows;
  };
  /// A row that may lie there some time: what it joins.
  struct Join {
    struct Cell {
      uint8_t cell;
      RowLetters sources;  // letters that may become one that is read
    };
    uint64_t cells = 0;
    std::vector<Cell> reads;
    uint8_t behind = RowPlaces::kNowhere;
    RowLetters refused = 0;
  };
  /// Such rows, all alike but for where they lie.
  struct JoinShape {
    struct Cell {
      int32_t distance;  // from the first one
      size_t sources;    // Mode::sets
      size_t link = 0;   // links_: from the cell before to this one
    };
    std::vector<Cell> cells;
    uint64_t firsts = 0;
    uint64_t looks = 0;  // first cells where there is one behind
    int32_t behind = 0;  // its distance
    size_t behind_link = 0;
    size_t refused = 0;  // Mode::sets
    bool is_like(const JoinShape& other) const;
  };
  struct Mode {
    std::array<std::vector<Starter>, kMostRowLetters> starters;
    std::vector<RowLetters> sets;
    std::vector<JoinShape> joins;
    bool is_whole = true;  // never taken apart
  };
  static constexpr size_t kMostJoins = 5'000;
  /// Cells that lie beside a part and are refused there.
  struct Beside {
    uint64_t firsts;
    int32_t behind;
  };
  /// A linear map of the plane.
  struct Turn {
    std::array<int64_t, 4> map;     // row and column of the image, each by row and column
    std::array<size_t, 2> forms{};  // of these two: which of the forms that have a least value
    std::array<int32_t, kMostRowCells> numbers{};  // of cells
  };
  struct Stirred {
    uint64_t low;
    uint64_t high;
    friend auto operator<=>(const Stirred&, const Stirred&) = default;
  };
  static constexpr std::array<std::array<int64_t, 2>, 6> kForms = {
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}}};

  /// Every cell moved by so much.
  static uint64_t moved_by(uint64_t cells, int32_t distance) {
    return distance >= 0 ? cells << distance : cells >> -distance;
  }
  static bool lies(const DrawnRow& row, const uint8_t* place, const Cells& cells) {
    const size_t length = row.reads.size();
    for (size_t i = 0; i < length; ++i) {
      if ((row.reads[i] >> cells[place[i]] & 1) == 0) return false;
    }
    return place[length] == RowPlaces::kNowhere || (row.refused >> cells[place[length]] & 1) == 0;
  }

  void find_starters(size_t number);
  void find_joins(size_t number);
  static bool is_implied(const Join& join, const std::vector<Join>& others);
  void add_join(size_t number, const Join& join, RowLetters refused);
  size_t set_of(size_t number, RowLetters letters);
  size_t link_of(int32_t distance);
  void find_turns();
  bool keeps_directions(const Turn& turn) const;

  /// The parts after a move are in found_.
  void take_apart(const Part& before, const RowResult& result, const uint8_t* place);
  void take_apart(const Cells& cells, uint64_t taken, uint32_t mode);
  uint64_t flood(uint64_t part) const;
  uint64_t moves(const Part& part) const;
  void add_part(const Cells& cells, uint64_t kept, uint32_t mode);
  PartKey key_of(const Part& part) const;

  const RowCode& code_;
  std::vector<Mode> modes_;
  std::vector<Turn> turns_;
  uint8_t commonest_ = 0;                      // a letter that is seen more than others
  size_t across_ = 0;                          // numbers of cells in a row of the plane
  std::vector<Stirred> stirred_;               // by letter, then by number
  std::vector<std::array<int32_t, 6>> forms_;  // by cell
  std::vector<Part> found_;
  std::vector<int32_t> distances_;  // of links
  // Of the board at hand.
  std::vector<uint64_t> links_;  // by distance: cells that are joined to the one so far behind
  std::vector<uint64_t> sets_;   // by Mode::sets: cells with one of the letters
  std::vector<uint64_t> lying_;  // by Mode::joins: first cells where it may lie
  std::vector<Beside> beside_;
};

}  // namespace grundy
