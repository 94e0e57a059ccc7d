// The moves of a game of cells, sets or lists, read directly off the rule: patterns are laid by
// trying everything. Slow, obvious, the definition of the language; every faster form of the moves
// is compared with this one.
//
//   board_moves_by_definition(here, [&](BoardMove move) { …; return true; }, patience);
#pragma once
#include <functional>
#include <memory>

#include "rule/board.h"
#include "rule/evaluate.h"

namespace grundy {

/// A choice of `for` and of placements that is a move.
struct BoardMove {
  static constexpr size_t kNoLine = SIZE_MAX;
  BoardSum to;
  size_t line = kNoLine;        // none: play is over, and whose turn it is has won
  std::vector<size_t> changed;  // cells that the drawn steps change, in the order of the line; a
                                // run by first and last
  std::vector<Cell> written;    // what they became
  // Values of the line's variables that the board did not tell, in their order.
  std::vector<int64_t> chosen;
  std::vector<size_t> slots;                // of those
  std::vector<std::vector<int64_t>> lists;  // that `for [d] <= a` chose
};

/// Lists moves of one game's positions one after another: what the rule alone tells is worked out
/// once, and a move takes the room of the one before.
class BoardMoves {
 public:
  explicit BoardMoves(const Rule& rule);
  ~BoardMoves();
  BoardMoves(const BoardMoves&) = delete;
  BoardMoves& operator=(const BoardMoves&) = delete;

  /// Every move from a position of the game, in the order of the lines; the same result may come
  /// again. Stops when visit gives false; it must not ask this lister for other moves, and may take
  /// what it is given.
  Fault list(const BoardPosition& position, const std::function<bool(BoardMove&)>& visit,
             Patience* patience = nullptr);

  struct Room;

 private:
  std::unique_ptr<Room> room_;
};

/// The same for one position.
Fault board_moves_by_definition(const BoardPosition& position,
                                const std::function<bool(BoardMove)>& visit,
                                Patience* patience = nullptr);

}  // namespace grundy
