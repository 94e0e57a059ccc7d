/// @file Games of which only the outcome is asked: play ends by `win if` or `lose if`, or Left and
/// Right have moves of their own.
///
/// @code
/// grundy::Session session;
/// const char* rules =
///     "game race(n)\n"
///     "  left  -> race(n - k)  for k in 1..2\n"
///     "  right -> race(n - k)  for k in 1..3\n";
/// if (!session.load_rules("race.game", rules)) return;
/// const grundy::Result<grundy::OutcomeAnswer> answer = session.solve_outcome("race(3)");
/// std::cout << answer->letter << ": Left to move " << grundy::letter(answer->starts[0].outcome)
///           << ", Right to move " << grundy::letter(answer->starts[1].outcome) << '\n';
/// std::cout << "Right's move: " << answer->starts[1].winning_moves[0] << '\n';
/// // R: Left to move P, Right to move N
/// // Right's move: race(0)
/// @endcode
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grundy/position.h"

namespace grundy::face {

/// Of a term among winning moves.
enum class Extreme : uint8_t { least, greatest };

/// What counts as a winning move: a choice of a line's variables, or of cells on a board, that
/// wins; or a result, so that choices that lead to the same position count once.
enum class Counted : uint8_t { choices, results };

/// The winning move for which a term is least or greatest.
struct OutcomeExtreme {
  int64_t value = 0;  ///< Of the term.
  std::string to;     ///< What the move leads to, as the rule file writes it.
};

/// What was asked about the winning moves of one start beside a list of some, for the JSON object
/// of an answer.
struct AboutOutcomeMoves {
  /// What count_winning_moves() gave; nothing: not asked.
  std::optional<std::optional<Value>> count = {};
  Counted counted = Counted::choices;
  std::string term = {};  ///< That is to be least or greatest; empty: not asked.
  Extreme which = Extreme::least;
  std::optional<OutcomeExtreme> extreme = {};  ///< What extreme_winning_move() gave.
};

/// Who wins such a position (doc/language.md). Made by Session::solve_outcome.
struct OutcomeAnswer {
  /// When one player begins.
  struct Start {
    Outcome outcome = Outcome::P;            ///< For the player who begins.
    bool is_won = false;                     ///< Play is over: a `win if` holds.
    std::vector<std::string> winning_moves;  ///< What they lead to, as the rule file writes it.
    bool all_winning_moves = true;           ///< None was left out.
  };
  Sum position;
  std::string position_text;  ///< As the rule file writes it.
  /// N, P or D; where Left and Right have moves of their own L or R too, for the player who wins
  /// whoever begins.
  char letter = 'P';
  /// One; where Left and Right have moves of their own two, Left's and Right's.
  std::vector<Start> starts;
  std::vector<std::string> engines;  ///< In the order of their first use.
  std::string text;                  ///< In words, as `grundy solve` writes it.
  Work work;

  /// The JSON object of `grundy solve --json`, with the seconds that the call took; `asked`: of
  /// each start, or none.
  std::string json(const std::vector<AboutOutcomeMoves>& asked = {}) const;

 private:
  friend struct Inside;
  struct Rep;
  std::shared_ptr<const Rep> rep_;
};

}  // namespace grundy::face
