// BoardCode: what a game of cells does on one place, with letters that play alike made one.
//
// Problem: the letters of a rule say more than its moves see. In Cram `#` is never read, and as
// good as no cell at all; the queens of Amazons are two letters in the drawing and one in play.
// Idea: letters are in one class when no placement tells them apart: two classes are joined where
// every placement then still takes whole classes, and becomes the same. The class of kNothing is 0:
// its cells need no memory and hold nothing together.
// Example: clobber has the classes {., #}, {O} and {X}; cannibal clobber {., #} and {O, X}.
// Cost: placements times pairs of letters, once a place.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "engine/board/lay.h"
#include "game/game.h"

namespace grundy {

constexpr size_t kMostClasses = 5;  // that are searched, with class 0

/// A set of classes.
using ClassSet = uint16_t;

struct CodedCell {
  uint32_t cell = 0;
  ClassSet reads = 0;
  std::array<uint8_t, kMostLetters + 1> becomes{};  // by class
  friend auto operator<=>(const CodedCell&, const CodedCell&) = default;
};
using CodedPlacement = std::vector<CodedCell>;

/// Every cell of a class of `from` reaches one of `target` through cells of `through` (or by one
/// step, if that is empty).
struct CodedReach {
  ClassSet from = 0;
  ClassSet target = 0;
  ClassSet through = 0;
};

struct BoardCode {
  PlacePointer place;
  size_t classes = 1;                    // with class 0
  std::vector<uint8_t> class_of_letter;  // by number in the alphabet
  std::vector<CodedPlacement> moves;
  std::vector<CodedPlacement> never;  // after a move, none of these may stand
  std::vector<CodedReach> reaches;    // after a move, these hold
  std::vector<CodedPlacement> over;   // where one of these stands there is no move
  // Of the game, from cell to cell; where reaches are asked.
  std::vector<std::pair<uint32_t, uint32_t>> steps;
  // Where moves put stones on single cells of class `open`, whose groups must reach such a cell:
  // class `settled` has those that no move may fill any more, and, beside a stone's class, stones
  // of groups that live (groups.h). 0: none.
  size_t open = 0;
  size_t settled = 0;
  bool is_free = true;  // strips and grids: a part plays alike wherever on the board it lies
  // A placement asks for the board's end, or for a cell that there need not be.
  bool asks_for_ends = false;
};

/// Declines rules that are not of letters alone, or whose conditions are not `no …` and
/// `every … reaches …`.
Attempt<BoardCode> board_code(const Rule& rule, const PlacePointer& place, const Alphabet& alphabet,
                              Budget& budget);

}  // namespace grundy
