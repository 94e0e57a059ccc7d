// How many winning moves a sum has, and the one that a term makes least or greatest.
//
// Moves are counted part by part: a move of a part with value v wins when it leads to v ⊕ (the
// value of the sum). What counts is a choice (choices.h), or a result, so that equal options of a
// part count once. For the least k each line that binds k is listed with k's value beside what it
// leads to.
// Example: nim(3) + nim(5) + nim(6) has value 0 and no winning move; nim(7) + nim(6) + nim(4) has
// three. Costs one listing of the options of each different part, and memory for the winning ones.
#pragma once
#include <optional>
#include <string_view>

#include "session/json.h"

namespace grundy {

/// The value that a winning option of the part has; the values of all parts are known.
Value winning_target(const Answer& answer, size_t part);
bool has_values_of_parts(const Answer& answer);

enum class Counted { choices, results };

/// The number of winning moves of a question with this answer; nothing when they are infinitely
/// many. Declines where they are not all known.
Attempt<std::optional<Natural>> count_winning_moves(Session& session, const Question& question,
                                                    const Answer& answer, Counted counted,
                                                    Budget& budget);

enum class Extreme { least, greatest };

struct ExtremeMove {
  int64_t value = 0;  // of the term
  size_t part = 0;
  Sum to;
};

/// The winning move for which the term, in the coordinates and binders of the rule, is least or
/// greatest; of several the first. Lines that don't bind a name of the term are passed over; when
/// all of them are, the error says so. Nothing when there is no such winning move.
Attempt<std::optional<ExtremeMove>> extreme_winning_move(Session& session, const Question& question,
                                                         const Answer& answer, Extreme extreme,
                                                         std::string_view term, Budget& budget);

/// What is asked about winning moves beside a list of some.
struct AskedMoves {
  std::optional<Counted> count;
  std::string term;  // whose least or greatest value is sought; empty: none
  Extreme extreme = Extreme::least;
  bool any() const { return count || !term.empty(); }
};
/// All that is asked, answered; `text` writes what a move leads to.
Attempt<MoveQuestions> answer_about_moves(Session& session, const Question& question,
                                          const Answer& answer, const AskedMoves& asked,
                                          const std::function<std::string(const Sum&)>& text,
                                          Budget& budget);

}  // namespace grundy
