// Facts of a board: what was derived from the drawings of its game, in words.
//
// Nothing of this is written in a rule: which letters are as good as one, what keeps the moves as
// they are, where the board falls apart, which cells can't change, whether a mirror answers every
// move, and why play ends.
// Play ends when some counts fall lexicographically: how many cells hold letters of a class, and
// the sums of their rows and columns. A count that no move left raises, and some lower, takes those
// away; it is enough to look at each placement by itself.
// Example: every move of Cram lowers the number of free cells; in Elephants one of O lowers the sum
// of their columns, and any other that of the free cells.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/board_code.h"
#include "engine/board/mirror.h"
#include "rule/board.h"

namespace grundy {

/// "letters", "symmetries", "parts", …, each with its text. Declines boards that have no BoardCode
/// or no search.
Attempt<std::vector<std::pair<std::string, std::string>>> board_facts(const Rule& rule,
                                                                      const Board& board,
                                                                      Budget& budget);

/// How boards of one game and shape are turned, where the second player answers every move by its
/// image (engine/board/mirror.h).
class BoardMirrors {
 public:
  BoardMirrors(const Rule& rule, const Board& board, Budget& budget);
  /// "turned by 180 degrees", or empty where no such theorem holds.
  std::string of(const Board& board) const;

 private:
  std::optional<Alphabet> alphabet_;
  std::optional<BoardCode> code_;
  std::optional<Mirrors> mirrors_;  // of the code
};

/// Why play ends: "every move lowers the number of .", or nothing where no counts tell.
std::string why_play_ends(const BoardCode& code, const Alphabet& alphabet);

}  // namespace grundy
