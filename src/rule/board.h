// Board: a place and what its cells hold; BoardPosition: where a game of cells stands, coordinates,
// sets and board.
//
// Both are values: equal, ordered and hashed by what they hold; two places with the same shape or
// the same graph are the same place. Text is read by language/read_board.h and written by
// language/board_text.h.
#pragma once
#include <compare>
#include <cstdint>
#include <vector>

#include "rule/cells.h"
#include "rule/space.h"

namespace grundy {

struct Board {
  PlacePointer place;  // null: no board
  // Place->cells() of them; of a word as many as it has letters (place: columns).
  std::vector<Cell> cells;

  friend bool operator==(const Board& a, const Board& b) {
    return a.cells == b.cells &&
           (a.place == b.place || (a.place && b.place && *a.place == *b.place));
  }
  friend std::strong_ordering operator<=>(const Board& a, const Board& b);
};

/// The naturals of a coordinate that is a set or a bag, ascending, or a list.
using NaturalSet = std::vector<int64_t>;

struct BoardPosition {
  const Rule* game = nullptr;        // rule->board may be null: a game of numbers
  std::vector<int64_t> coordinates;  // one for each coordinate; 0 for a set or list
  std::vector<NaturalSet> sets;      // in the order of the coordinates that are sets or lists
  Board board;

  friend bool operator==(const BoardPosition&, const BoardPosition&) = default;
  friend auto operator<=>(const BoardPosition&, const BoardPosition&) = default;
};
using BoardSum = std::vector<BoardPosition>;

size_t hash_of(const Board& board);

}  // namespace grundy
