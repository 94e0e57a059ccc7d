// Lay: the moves of a game of cells on one board, pattern by pattern laid on its cells.
//
// Problem: patterns have runs, variables, several steps and named cells; a search wants to know,
// for a place, what must stand where and what becomes of it.
// Idea: lay every line at every place by trying everything, as the language's definition does, but
// on a board whose letters are not known yet. Reading an item narrows the letters that may stand on
// a cell; writing says what becomes of each. What is left is a LaidMove: cells, the letters that
// each must have, and a map of letters for each. Beyond the board stands kNothing, a letter of its
// own, which only `!` takes.
// Example: X O -> . X on a row of two cells: {cell 0: X becomes ., cell 1: O becomes X} and the
// same from the right.
// Cost: one visit for each placement; boards with more than kMostPlacements are declined.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/cells.h"
#include "rule/evaluate.h"

namespace grundy {

/// A set of letters by their number in an Alphabet.
using LetterSet = uint32_t;
constexpr size_t kMostLetters = 15;

/// The letters of a game in the order of their characters, and last kNothing.
class Alphabet {
 public:
  explicit Alphabet(const Letters& letters);
  size_t size() const { return text_.size() + 1; }
  size_t nothing() const { return text_.size(); }
  /// The number of a letter; nothing() for strangers.
  size_t number(char letter) const;
  char letter(size_t number) const { return text_[number]; }
  LetterSet set(const Letters& letters) const;
  LetterSet all() const { return (LetterSet{1} << size()) - 1; }

 private:
  std::string text_;
};

/// What a placement asks of a cell, and what becomes of each letter there.
struct LaidCell {
  uint32_t cell = 0;
  LetterSet reads = 0;
  std::array<uint8_t, kMostLetters + 1> becomes{};
  friend auto operator<=>(const LaidCell&, const LaidCell&) = default;
};

struct LaidMove {
  std::vector<LaidCell> cells;  // ascending; those that are neither asked nor changed are left out
  bool is_free = true;  // stays possible when all else is cut away and it is moved; see below
  friend auto operator<=>(const LaidMove&, const LaidMove&) = default;
};

constexpr size_t kMostPlacements = 200'000;

/// Every way to make a move of the line on the place. Declines lines with more than letters:
/// numbers, conditions over cells, `every`, `to`. A placement is not free when it asks for an edge
/// of the board, or for a cell outside the box of the others to be on the board.
Attempt<std::vector<LaidMove>> lay_line(const BoardLine& line, const BoardRule& rule,
                                        const Place& place, const Alphabet& alphabet,
                                        size_t coordinates, Budget& budget);

/// Whether it can't be told without the board.
bool speaks_of_cells(const Expr& expr);

/// Every place where the pattern may stand; cells stay as they are.
Attempt<std::vector<LaidMove>> lay_pattern(const Pattern& pattern, const BoardRule& rule,
                                           const Place& place, const Alphabet& alphabet,
                                           const Environment& slots, Budget& budget);

}  // namespace grundy
