// LocalRule: the moves of a game of cells on boards that repeat along one direction
// (rule/frieze.h), whatever their length.
//
// Problem: what holds for boards of every length can't be read off one board. Idea: where every
// line and every `always` is drawn with a bounded number of cells, its placements on a board of any
// length are those that fit of finitely many shapes, moved along the board. They are listed once,
// on a board longer than any of them. A board is a Word: column by column, a class of letters in
// each cell (board_code.h), 0 for nothing. On rings of more columns than `shortest` shapes lie as
// they do on a strip without ends.
//
// Parts. A View of a word has for each cell a set `can` of classes, such that
//   (1) the cell's own class is in it, and (2) what a placement that fits `can` writes is in `can`,
//   unless the placement is refused: some `no …` then stands for
//       certain, as the cells of it that the placement has become what it names, and its other
//       cells can be one class only.
// Every word that play reaches fits `can` (induction over the moves): refused placements are never
// moves. A cell is live when a placement that fits and is not refused may change it. Live cells are
// linked when such a placement has both, or a `no …` that fits `can`, or a refused placement that
// fits, together with what refuses it. A part is a class of linked live cells, with all cells of
// what links them. Moves, and what forbids them, lie in one part, so that the word is the sum of
// its parts, if no part lets frozen cells move; where a refused placement on frozen cells alone
// lies in a part, and what refuses it does not, the word is not taken apart ("tangled").
//
// All this is local: whether (2) holds at a cell, what is live, linked and kept there, depends on
// the classes and on `can` in the columns at most radius() away.
//
// Example: cannibal clobber, XX -> .X: the word XXXXX becomes X.XXX, of the parts X and XXX; X
// alone has no live cell.
// Cost: a view is some passes over all placements.
#pragma once
#include <string>
#include <vector>

#include "engine/board/board_code.h"
#include "rule/frieze.h"

namespace grundy::strip {

using Word = std::string;

class LocalRule {
 public:
  /// Declines rules that ask for more than a bounded stretch of the board.
  static Attempt<LocalRule> of(const Rule& rule, const Frieze& frieze, Budget& budget);

  struct Cell {
    size_t at = 0;  // from the first cell of the placement's first column
    ClassSet reads = 0;
    std::array<uint8_t, kMostLetters + 1> becomes{};
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };
  struct Shape {
    std::vector<Cell> cells;
    size_t columns = 0;
    friend auto operator<=>(const Shape&, const Shape&) = default;
  };

  /// Cells of a column.
  size_t rows() const { return rows_; }
  size_t columns(const Word& word) const { return word.size() / rows_; }
  /// The most columns of a placement.
  size_t reach() const { return reach_; }
  size_t radius() const { return (never_.empty() ? 2 : 5) * (reach_ - 1); }
  size_t shortest() const { return shortest_; }
  const std::vector<Shape>& moves() const { return moves_; }
  /// What may not stand after a move.
  const std::vector<Shape>& never() const { return never_; }

  /// The class of a letter.
  char class_of(grundy::Cell cell) const;
  /// A letter of each class, '_' for class 0, row by row: "XO|__".
  std::string text(const Word& word) const;
  /// The word after the move at this column; false when it can't be made there.
  bool play(const Shape& move, size_t column, const Word& word, Word& after) const;

  struct Part {
    Word word;  // without empty columns at its ends
    size_t first = 0;
  };
  static constexpr int32_t kNoPart = -1;
  struct View {
    std::vector<ClassSet> can;
    std::vector<int32_t> part;  // of each cell: the part in which it is live
    std::vector<Part> parts;
    bool tangled = false;
  };
  /// Of a short word.
  View look(const Word& word) const;
  /// Of a word of any length.
  Attempt<View> look(const Word& word, const Budget& budget) const;

 private:
  bool stands(const Shape& shape, size_t base, const Word& word) const;
  bool fits(const Shape& shape, size_t base, const std::vector<ClassSet>& can) const;
  /// False when the meter's budget is spent.
  bool look(const Word& word, View& view, BudgetMeter* meter) const;
  const Shape* refusal(const Shape& shape, size_t base, const std::vector<ClassSet>& can,
                       size_t& where) const;

  size_t rows_ = 1;
  size_t reach_ = 1;
  size_t shortest_ = 1;
  std::vector<Shape> moves_;
  std::vector<Shape> never_;
  std::vector<char> class_of_;  // by number in the alphabet
  std::string letters_;
};

}  // namespace grundy::strip
