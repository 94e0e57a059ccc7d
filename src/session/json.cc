#include "session/json.h"

#include <fmt/format.h>

#include <iterator>

#include "game/board_game.h"

namespace grundy {

void JsonWriter::separate() {
  if (!first_ && !after_key_) text_ += ", ";
  first_ = false;
  after_key_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonWriter::quote(std::string_view text) {
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(uint64_t number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(int64_t number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{:.6g}", number);
  return *this;
}

JsonWriter& JsonWriter::value(const Natural& number) {
  constexpr uint64_t kExact = uint64_t{1} << 53;  // beyond, readers that keep numbers as doubles would change it
  if (number.is_small() && number.small() <= kExact) return value(number.small());
  return value(number.to_string());
}

JsonWriter& JsonWriter::value(const Ordinal& ordinal) {
  begin_object();
  key("text").value(ordinal.to_string());
  key("cnf").begin_array();
  for (const Ordinal::Term& term : ordinal.terms()) {
    begin_array();
    if (term.exponent.is_finite()) {
      value(term.exponent.finite());
    } else {
      value(term.exponent);
    }
    value(term.coefficient);
    end_array();
  }
  return end_array().end_object();
}

JsonWriter& JsonWriter::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::value(const Value& value) {
  if (!value.is_loopy()) return this->value(value.ordinal());
  begin_object().key("text").value(value.to_string()).key("loopy").begin_array();
  for (const uint64_t exit : value.exits()) this->value(exit);
  return end_array().end_object();
}

namespace {

/// Laws that the answer rests on though they are not proved.
void add_conjectures(JsonWriter& json, const std::vector<std::string>& conjectures) {
  if (conjectures.empty()) return;
  json.key("conjectures").begin_array();
  for (const std::string& law : conjectures) json.value(law);
  json.end_array();
}

}  // namespace

std::string value_json(const Question& question, const Answer& answer) {
  JsonWriter json;
  json.begin_object();
  json.key("sum").value(sum_text(question.parts, SIZE_MAX));
  json.key("value").value(*answer.value);
  add_conjectures(json, answer.conjectures);
  json.end_object();
  return json.take();
}

std::string error_json(const Error& error, size_t line) {
  JsonWriter json;
  json.begin_object();
  if (line > 0) json.key("line").value(uint64_t{line});
  json.key("error").begin_object();
  constexpr const char* kKinds[] = {"input", "declined", "internal"};
  json.key("kind").value(kKinds[static_cast<int>(error.kind)]);
  json.key("messages").begin_array();
  for (const Diagnostic& d : error.diagnostics) {
    json.begin_object();
    json.key("message").value(d.message);
    if (d.line > 0) {
      json.key("source").value(d.source);
      json.key("line").value(uint64_t{d.line});
      json.key("column").value(uint64_t{d.column});
    }
    json.end_object();
  }
  json.end_array().end_object().end_object();
  return json.take();
}

void add_move_questions(JsonWriter& json, const MoveQuestions& asked,
                        const std::function<std::string(const Sum&)>& text) {
  if (asked.count) {
    json.key("winning_move_count");
    if (*asked.count) {
      json.value(**asked.count);
    } else {
      json.value("infinite");
    }
  }
  if (!asked.term.empty()) {
    json.key(asked.least ? "least" : "greatest");
    if (asked.extreme) {
      json.begin_object().key("term").value(asked.term).key("value").value(asked.extreme->value);
      json.key("part").value(uint64_t{asked.extreme->part});
      json.key("to").value(text(asked.extreme->to)).end_object();
    } else {
      json.null();
    }
  }
}

std::string to_json(const Question& question, const Answer& answer, double seconds, const MoveQuestions& asked) {
  JsonWriter json;
  auto value_or_null = [&](const std::optional<Value>& value) {
    if (value) {
      json.value(*value);
    } else {
      json.null();
    }
  };
  json.begin_object();
  json.key("sum").value(sum_text(question.parts, SIZE_MAX));
  json.key("play").value(answer.play == Play::normal ? "normal" : "misere");
  json.key("outcome").value(std::string(1, letter(answer.outcome)));
  json.key("value");
  value_or_null(answer.value);
  json.key("parts").begin_array();
  for (size_t i = 0; i < question.parts.size(); ++i) {
    json.begin_object();
    json.key("position").value(to_string(question.parts[i]));
    json.key("value");
    value_or_null(answer.values[i]);
    json.end_object();
  }
  json.end_array();
  const auto moves = [&](std::string_view key, const std::vector<SumMove>& list) {
    json.key(key).begin_array();
    for (const SumMove& move : list) {
      json.begin_object();
      json.key("part").value(uint64_t{move.part});
      json.key("to").value(to_string(move.move.to, kWholeBytes));
      if (!move.move.condition.empty()) json.key("condition").value(move.move.condition);
      const Position& part = question.parts[move.part];
      const std::string how = part.game->move_in_words(part, move.move.to);
      if (!how.empty()) json.key(board_game(part) != nullptr ? "move" : "how").value(how);
      if (move.moves_to_end) json.key("moves_to_end").value(*move.moves_to_end);
      if (move.moves_at_most) json.key("moves_at_most").value(*move.moves_at_most);
      json.end_object();
    }
    json.end_array();
  };
  moves("winning_moves", answer.winning_moves);
  json.key("all_winning_moves").value(answer.all_winning_moves);
  if (answer.outcome == Outcome::D) {
    moves("drawing_moves", answer.drawing_moves);
    json.key("all_drawing_moves").value(answer.all_drawing_moves);
    moves("losing_moves", answer.losing_moves);
    json.key("all_losing_moves").value(answer.all_losing_moves);
  }
  if (answer.moves_to_end) json.key("moves_to_end").value(*answer.moves_to_end);
  if (answer.moves_at_most) json.key("moves_at_most").value(*answer.moves_at_most);
  add_move_questions(json, asked, [](const Sum& to) { return to_string(to, kWholeBytes); });
  add_conjectures(json, answer.conjectures);
  std::string engines;
  for (const std::string& engine : answer.engines) engines += (engines.empty() ? "" : ", ") + engine;
  json.key("engine").value(engines);
  json.key("seconds").value(seconds);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace grundy
