// Disjunctive sums: who wins, the values, the winning moves.
//
// Find an algebra in which every part has an element; add; read the outcome off. Where one part has
// none, solve the others and ask that part whether it has the value of the rest. Otherwise play the
// whole sum out, or where play can go round, work back from its ends.
//
//   Attempt<Answer> answer = solve_sum(parts, Play::normal, 16, solvers, budget);
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/plan.h"

namespace grundy {

struct SumMove {
  size_t part = 0;  // from 0
  Move move;
  // Of a winning move where play can go round, itself included: how many moves play lasts when the
  // loser delays, or, where that was not counted, how many at most when the winner always takes the
  // first move of the list.
  std::optional<uint64_t> moves_to_end = std::nullopt;
  std::optional<uint64_t> moves_at_most = std::nullopt;
};

struct Answer {
  Play play = Play::normal;
  Outcome outcome = Outcome::P;
  std::optional<Value> value;  // none in misère play, and where only the outcome is known
  std::vector<std::optional<Value>> values;  // of the parts
  std::vector<SumMove> winning_moves;
  bool all_winning_moves = true;
  bool more_are_untold = false;  // it is not known whether there are more
  std::string why_unlisted;      // if winning moves could not be found, though it is known who wins
  bool may_bind = false;         // moves may bind the answer, or give the same player another turn
  // Where play can go round:
  bool goes_round = false;
  // When the winner hurries and the loser delays, where it is known.
  std::optional<uint64_t> moves_to_end;
  std::optional<uint64_t> moves_at_most;  // else a bound (graph/delay.h), where there is one
  std::vector<SumMove> drawing_moves;     // of a drawn sum: those that keep the draw,
  std::vector<SumMove> losing_moves;      // and the others
  bool all_drawing_moves = true;
  bool all_losing_moves = true;
  std::string reason;  // in words, in misère play by a quotient or a law
  // Laws that were tested and not proved, on which the answer rests.
  std::vector<std::string> conjectures;
  std::vector<std::string> engines;  // in the order of their first use
  Work work;

  bool mover_wins() const { return outcome == Outcome::N; }
};

/// What a sum is solved for: its value and who wins, or only who wins, which can take far less.
enum class Sought { value, outcome };

/// Solves the sum. At most `move_limit` winning moves are listed, but at least one where there is
/// one; where play can go round, those of the shortest wins first. Where only the outcome is sought
/// the answer has no values.
Attempt<Answer> solve_sum(const std::vector<Position>& parts, Play play, size_t move_limit,
                          Solvers& solvers, Budget& budget, Sought sought = Sought::value);

/// How many moves play lasts when the winner hurries: as the answer says where play can go round,
/// else where play is short enough to be looked through (search/play_length.h).
std::optional<uint64_t> length_of_play(const std::vector<Position>& parts, const Answer& answer);

/// The value of a sum, with the engines that found it.
Attempt<Answer> value_of_sum(const std::vector<Position>& parts, Solvers& solvers, Budget& budget);

/// A sum as it is written; "0" for no parts, cut with "…" behind `longest` characters.
std::string sum_text(const std::vector<Position>& parts, size_t longest);

}  // namespace grundy
