// Writes JSON, one value after another, into a text, so that an answer with a million parts needs no tree of them:
// writer.begin_object().key("equal").value(true).end_object() is {"equal": true}.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"
#include "session/winning.h"
#include "value/value.h"

namespace grundy {

class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  JsonWriter& value(uint64_t number);
  JsonWriter& value(int64_t number);
  JsonWriter& value(double number);
  /// A number, or beyond 2^53 a string of digits.
  JsonWriter& value(const Natural& number);
  /// {"text": "ω·2+5", "cnf": [[1, 2], [0, 5]]}
  JsonWriter& value(const Ordinal& ordinal);
  /// The same, or {"text": "∞(0, 2)", "loopy": [0, 2]}.
  JsonWriter& value(const Value& value);
  JsonWriter& null();
  /// The text so far; the writer's own becomes empty, and writing goes on behind it.
  std::string take() { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string text_;
  bool first_ = true;  // whether the innermost object or array is still empty
  bool after_key_ = false;
};

/// What `grundy solve` was asked beside who wins.
struct MoveQuestions {
  std::optional<std::optional<Natural>> count;  // of winning moves; nothing within: infinitely many
  std::string term;                             // whose least or greatest value is sought; empty: none
  bool least = true;
  std::optional<ExtremeMove> extreme;  // nothing where no winning move has a value of the term
};

/// Adds the keys "winning_move_count", "least" and "greatest", as far as they were asked for; `text` writes what a move
/// leads to.
void add_move_questions(JsonWriter& json, const MoveQuestions& asked,
                        const std::function<std::string(const Sum&)>& text);
/// The answer to `grundy solve`, as doc/cli.md shows it.
std::string to_json(const Question& question, const Answer& answer, double seconds, const MoveQuestions& asked = {});
/// The answer to `grundy value`, without the end of the line.
std::string value_json(const Question& question, const Answer& answer);
/// {"error": {"kind": …, "messages": […]}}, with the line of a batch unless that is 0; without the end of the line.
std::string error_json(const Error& error, size_t line = 0);

}  // namespace grundy
