#include "session/json.h"

#include "game/board_game.h"

namespace grundy {
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

void add_move_questions(JsonWriter& json, const MoveQuestions& asked) {
  if (asked.count) {
    json.key(asked.of_results ? "winning_result_count" : "winning_move_count");
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
      json.key("to").value(asked.extreme->to).end_object();
    } else {
      json.null();
    }
  }
}

std::string to_json(const Question& question, const Answer& answer, double seconds,
                    const MoveQuestions& asked) {
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
  if (!answer.why_unlisted.empty()) json.key("why_unlisted").value(answer.why_unlisted);
  if (answer.outcome == Outcome::D) {
    moves("drawing_moves", answer.drawing_moves);
    json.key("all_drawing_moves").value(answer.all_drawing_moves);
    moves("losing_moves", answer.losing_moves);
    json.key("all_losing_moves").value(answer.all_losing_moves);
  }
  if (const auto length = length_of_play(question.parts, answer))
    json.key("moves_to_end").value(*length);
  if (answer.moves_at_most) json.key("moves_at_most").value(*answer.moves_at_most);
  add_move_questions(json, asked);
  add_conjectures(json, answer.conjectures);
  std::string engines;
  for (const std::string& engine : answer.engines)
    engines += (engines.empty() ? "" : ", ") + engine;
  json.key("engine").value(engines);
  json.key("seconds").value(seconds);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace grundy
