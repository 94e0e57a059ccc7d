// Answers to `grundy value` and `grundy solve` as JSON (doc/cli.md).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"
#include "value/json.h"

namespace grundy {

/// What `grundy solve` was asked beside who wins, answered.
struct MoveQuestions {
  struct Found {
    int64_t value = 0;  // of the term
    size_t part = 0;
    std::string to;  // what the move leads to
  };
  std::optional<std::optional<Natural>> count;  // of winning moves; nothing within: infinitely many
  std::string term;  // whose least or greatest value is sought; empty: none
  bool least = true;
  std::optional<Found> extreme;  // nothing where no winning move has a value of the term
  bool of_results = false;       // what was counted; else choices
};

/// Adds the keys "winning_move_count" or "winning_result_count", "least" and "greatest", as far as
/// they were asked for.
void add_move_questions(JsonWriter& json, const MoveQuestions& asked);
/// The answer to `grundy solve`, as doc/cli.md shows it.
std::string to_json(const Question& question, const Answer& answer, double seconds,
                    const MoveQuestions& asked = {});
/// The answer to `grundy value`, without the end of the line.
std::string value_json(const Question& question, const Answer& answer);

}  // namespace grundy
