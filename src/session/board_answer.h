// What is derived from the drawings of a game of cells, for one of its boards
// (engine/board/facts.h).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "session/session.h"

namespace grundy {

struct BoardAnswer {
  std::string position;
  // "letters", "parts", …, each with its text.
  std::vector<std::pair<std::string, std::string>> facts;
};

/// Of a board, or of one of the usual size where the text names a game alone. Declined where there
/// is no board.
Attempt<BoardAnswer> facts_of_board(Session& session, const std::string& text, Budget& budget);

}  // namespace grundy
