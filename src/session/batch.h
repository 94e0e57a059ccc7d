// Many questions: a sum a line, with the games and tables kept from one to the next.
//
// The lines of a chunk are read first, and the values of all their positions are asked for
// together, game by game, so that a table is filled once, as far as the farthest position; then
// each question is answered by itself. Example: 3,500 sums of wythoff(a, b) cost one table and
// 3,500 nim-sums.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace grundy {

/// A line of a batch, without blanks at its ends.
struct BatchLine {
  size_t number = 0;  // from 1, blank lines and comments included
  std::string text;
};

/// "SUM = SUM", or with a tab between them: both sums. '=' within brackets belongs to a sum.
Attempt<std::pair<std::string, std::string>> split_equation(std::string_view text);

/// The game on which the work of these questions depends most: their first one that is not nim.
const Game* leading_game(std::span<const Question> questions);

/// Asks for the values of all positions of the questions that are tuples of numbers: others, boards
/// for one, have no table that they share. Where together they are declined, the nearer half is
/// asked for, and so on: each question left over has its turn with its own question. An error when
/// the budget is spent.
Attempt<void> value_together(Session& session, std::span<const Question* const> questions,
                             Budget& budget);

}  // namespace grundy
