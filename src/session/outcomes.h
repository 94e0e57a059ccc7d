// Games of which only the outcome is asked: play ends by `win if` or `lose if`, or Left and Right
// have different moves.
//
// Problem: such a position has no Grundy value, since it can't be played beside others, but who
// wins it can be told.
// Idea: it is made a position of an ordinary game. Where `win if` holds there is one move, to the
// game that is over; where `lose if` holds there is none. Left's and Right's moves are those of one
// player in a game with one more coordinate, whose turn it is. A position is won for whose turn it
// is if and only if the value there is not 0, and so every engine of ordinary games tells who wins
// (src/language/check_game.cc makes the rule).
// Example: race(n, m) with `win if n = 0` and `left -> race(n - k, m) for k in 1..2`.
// Cost: that of the ordinary game; twice its positions where Left and Right have moves of their
// own.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "session/json.h"

namespace grundy {

/// Sets what the question is about. Errors: an outcome alone in a sum with other parts, or asked
/// for a value.
Attempt<void> note_outcomes(const Rulebook& book, Question& question, Asks asks);
/// Whether positions of a game have outcomes only, themselves or because they lead to such.
struct OutcomeFacts {
  bool outcomes_only = false;
  bool has_sides = false;  // Left and Right have moves of their own
};
OutcomeFacts outcome_facts(const Rulebook& book, const Rule& rule);
/// An error where the game, or one that it leads to, has outcomes only.
Attempt<void> has_values(const Rulebook& book, const Rule& rule);

/// The question of an ordinary game that stands for one about outcomes when Left begins (turn 0),
/// or Right (1); without sides there is turn 0 alone.
Question begun_by(const Question& question, size_t turn);

/// Who wins when one player begins.
struct Start {
  Outcome outcome = Outcome::P;
  bool is_won = false;  // play is over: a `win if` holds
  std::vector<Sum> winning_moves;
  bool all_winning_moves = true;
};

struct OutcomeAnswer {
  std::vector<Start> starts;  // one; of games with sides two, Left's and Right's
  std::vector<std::string> engines;
  Work work;

  /// N or P, D for a draw; with sides L or R too, for the player who wins whoever begins, and D
  /// where some start is drawn.
  char letter() const;
};

/// Answers a question that is about outcomes only. Declines misère play.
Attempt<OutcomeAnswer> solve_outcome(Session& session, const Question& question, Play play,
                                     size_t move_limit, Budget& budget);

/// What the ordinary game says where the player of this turn begins: its question, and its answer
/// with one winning move.
struct OrdinaryStart {
  Question question;
  Answer answer;
};
Attempt<OrdinaryStart> ordinary_start(Session& session, const Question& question,
                                      const OutcomeAnswer& answer, size_t turn, Budget& budget);

/// A position or what a move leads to, as the rule file writes it: without whose turn it is.
std::string outcome_text(const Rulebook& book, const Sum& sum);
std::string outcome_words(const Rulebook& book, const Question& question,
                          const OutcomeAnswer& answer);
/// `asked`: what was asked about the winning moves, a start after the other; or nothing.
std::string outcome_json(const Rulebook& book, const Question& question,
                         const OutcomeAnswer& answer, double seconds,
                         const std::vector<MoveQuestions>& asked = {});
/// The answer in a line: the letter, a dash, and a winning move where there is one.
std::string outcome_line(const Rulebook& book, const Question& question,
                         const OutcomeAnswer& answer);

}  // namespace grundy
