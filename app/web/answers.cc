#include "web/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "engine/explain.h"
#include "game/game.h"
#include "language/board_text.h"
#include "session/describe.h"
#include "session/genus_json.h"
#include "session/json.h"
#include "session/outcomes.h"
#include "web/messages.h"

namespace grundy::web {

Attempt<std::string> Ask::text(const char* member) const {
  if (!has(member)) return Error::input(fmt::format("the request needs '{}', a text", member));
  return text_or_nothing(member);
}

Attempt<std::string> Ask::text_or_nothing(const char* member) const {
  if (!has(member)) return std::string();
  if (!request[member].is_string()) return Error::input(fmt::format("'{}' must be a text", member));
  return request[member].get<std::string>();
}

Attempt<uint64_t> Ask::number(const char* member, uint64_t usual, uint64_t most) const {
  if (!has(member)) return usual;
  if (!request[member].is_number_unsigned() || request[member].get<uint64_t>() > most)
    return Error::input(fmt::format("'{}' must be a natural number up to {}", member, most));
  return request[member].get<uint64_t>();
}

Attempt<Play> Ask::play() const {
  const Attempt<std::string> play = text_or_nothing("play");
  if (!play) return play.error();
  if (*play == "misere") return Play::misere;
  if (!play->empty() && *play != "normal") return Error::input("'play' must be normal or misere");
  return Play::normal;
}

Attempt<Question> Ask::sum(const char* member, Asks asks) const {
  const Attempt<std::string> text = this->text(member);
  if (!text) return text.error();
  if (auto file = names_file("sum", *text)) return *std::move(file);
  return session.read(*text, budget, asks);
}

Attempt<std::string> Ask::game_name() const {
  Attempt<std::string> name = text("game");
  if (!name) return name;
  if (auto file = names_file("game", *name)) return *std::move(file);
  return name;
}

std::string extended(std::string object, std::string_view key, std::string_view json) {
  while (!object.empty() && object.back() != '}') object.pop_back();
  object.pop_back();
  return object + (object.ends_with('{') ? "" : ", ") + json_text(key) + ": " + std::string(json) +
         "}";
}

std::string json_text(std::string_view text) { return JsonWriter().value(text).take(); }

void add_coordinates(JsonWriter& json, const std::vector<std::string>& names) {
  json.key("coordinates").begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

namespace {

/// The first position of the game that its documentation names: "Written kayles(10) for a row of
/// ten pins". Empty if it names none.
std::string written_example(const GameSyntax& syntax) {
  const std::string words = fmt::format("{}", fmt::join(syntax.documentation, " "));
  for (size_t at = words.find(syntax.name); at != words.npos;
       at = words.find(syntax.name, at + 1)) {
    if (at == 0 || words[at - 1] != ' ') continue;
    size_t end = at + syntax.name.size();
    if (end == words.size() || (words[end] != '(' && words[end] != '[')) continue;
    int depth = 0;
    while (end < words.size()) {
      const char c = words[end++];
      depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
      if (depth == 0 && c == ')') return words.substr(at, end - at);
      if (depth == 0 && (end == words.size() || words[end] != '(')) break;
    }
  }
  return {};
}

/// Whether this can be read as a position with a move.
bool has_move(Session& session, const std::string& text, Budget& budget) {
  const Attempt<Question> question = session.read(text, budget, Asks::outcomes);
  if (!question || question->parts.empty()) return false;
  const Position& first = question->parts[0];
  const Attempt<bool> some = first.game->has_options(first, budget);
  return some && *some;
}

/// A position of the game to begin with: "kayles(7)"; empty where none is known.
std::string example_of(Session& session, const Definition& definition, Budget& budget) {
  const GameSyntax& syntax = definition.syntax;
  if (std::string written = written_example(syntax); has_move(session, written, budget))
    return written;
  std::string text = syntax.name;
  if (const Attempt<const Rule*> rule = session.rulebook().rule(syntax.name);
      rule && (*rule)->board) {
    text = example_position(**rule);
  } else {
    if (!rule && !syntax.parameters.empty()) {
      std::vector<std::string> values;
      for (const ParameterSyntax& parameter : syntax.parameters)
        values.push_back(std::isupper(static_cast<unsigned char>(parameter.name[0])) != 0 ? "{1, 2}"
                                                                                          : "2");
      text += fmt::format("[{}]", fmt::join(values, ", "));
    }
    std::vector<std::string> numbers;
    for (size_t i = 0; i < syntax.coordinates.size(); ++i)
      numbers.push_back(std::to_string(syntax.coordinates.size() == 1 ? 7 : 3 + i));
    text += fmt::format("({})", fmt::join(numbers, ", "));
  }
  return session.read(text, budget, Asks::outcomes) ? text : "";
}

void add_definition(JsonWriter& json, Session& session, const Definition& definition,
                    Budget& budget) {
  const GameSyntax& syntax = definition.syntax;
  add_coordinates(json, syntax.coordinates);
  json.key("parameters").begin_array();
  for (const ParameterSyntax& parameter : syntax.parameters) json.value(parameter.name);
  json.end_array();
  json.key("doc").value(fmt::format("{}", fmt::join(syntax.documentation, "\n")));
  json.key("example").value(example_of(session, definition, budget));
}

}  // namespace

Attempt<std::string> rules_answer(const Ask& ask) {
  std::vector<const Definition*> own;
  for (const std::string& name : ask.session.rulebook().names()) {
    const Definition* definition = ask.session.rulebook().find(name);
    if (!definition->builtin) own.push_back(definition);
  }
  std::sort(own.begin(), own.end(), [](const Definition* a, const Definition* b) {
    return a->syntax.span.begin < b->syntax.span.begin;
  });
  JsonWriter json;
  json.begin_object().key("games").begin_array();
  for (const Definition* definition : own) {
    json.begin_object().key("name").value(definition->syntax.name);
    add_definition(json, ask.session, *definition, ask.budget);
    json.end_object();
  }
  json.end_array().key("messages");
  add_messages(json, ask.warnings);
  return json.end_object().take();
}

Attempt<std::string> games_answer(const Ask& ask) {
  JsonWriter json;
  json.begin_object().key("games").begin_array();
  for (const DescribedGame& game : described_games(ask.session)) {
    json.begin_object();
    json.key("name").value(game.name).key("position").value(game.signature);
    json.key("documentation").value(fmt::format("{}", fmt::join(game.documentation, "\n")));
    json.key("rules").value(game.rules);
    const Definition* const definition = ask.session.rulebook().find(game.name);
    if (definition != nullptr) add_coordinates(json, definition->syntax.coordinates);
    const bool names_file = game.signature.find('@') != std::string::npos;
    json.key("example").value(definition != nullptr
                                  ? example_of(ask.session, *definition, ask.budget)
                              : names_file ? ""
                                           : game.signature);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

Attempt<std::string> version_answer(const Ask& ask) {
  const ServiceOptions& options = ask.options;
  JsonWriter json;
  json.begin_object().key("name").value("grundy").key("version").value(options.version);
  json.key("limits").begin_object();
  json.key("seconds").value(options.time_limit).key("memory").value(options.memory_limit);
  json.key("cells")
      .value(ServiceOptions::kMostCells)
      .key("options")
      .value(uint64_t{ServiceOptions::kMostOptions});
  json.key("moves").value(uint64_t{ServiceOptions::kMostMoves});
  return json.end_object().end_object().take();
}

Attempt<std::string> solve_answer(const Ask& ask) {
  const auto start = Budget::Clock::now();
  const Attempt<Play> play = ask.play();
  if (!play) return play.error();
  const Attempt<uint64_t> moves = ask.number("moves", 16, ServiceOptions::kMostMoves);
  if (!moves) return moves.error();
  const Attempt<Question> question = ask.sum("sum", Asks::outcomes);
  if (!question) return question.error();
  const auto seconds_since = [&] {
    return std::chrono::duration<double>(Budget::Clock::now() - start).count();
  };
  if (question->outcomes_only) {
    const Rulebook& book = ask.session.rulebook();
    const auto outcome = solve_outcome(ask.session, *question, *play, *moves, ask.budget);
    if (!outcome) return outcome.error();
    return extended(outcome_json(book, *question, *outcome, seconds_since()), "explanation",
                    json_text(outcome_words(book, *question, *outcome)));
  }
  const Attempt<Answer> answer = ask.session.solve(*question, *play, *moves, ask.budget);
  if (!answer) return answer.error();
  const double seconds = seconds_since();
  return extended(to_json(*question, *answer, seconds), "explanation",
                  json_text(explain(question->parts, *answer, ask.session.solvers(), ask.budget)));
}

Attempt<std::string> value_answer(const Ask& ask) {
  const Attempt<Play> play = ask.play();
  if (!play) return play.error();
  const Attempt<Question> question = ask.sum("sum");
  if (!question) return question.error();
  if (*play == Play::misere) {
    misere::GenusFinder finder(ask.budget);
    const auto found = finder.of(Sum(question->parts.begin(), question->parts.end()));
    if (!found) return found.error();
    const std::string why = found->tame ? "tame: it behaves like nim heaps in misère sums"
                                        : "wild: play leads to " + to_string(found->witness);
    return extended(genus_json(*question, *found), "explanation", json_text(why));
  }
  const Attempt<Answer> answer = ask.session.evaluate(*question, ask.budget);
  if (!answer) return answer.error();
  std::string why;
  for (size_t i = 0; i < question->parts.size() && i < 100; ++i) {
    if (answer->values[i])
      why += fmt::format("{} has value {}\n", to_string(question->parts[i]),
                         answer->values[i]->to_string());
  }
  if (question->parts.size() > 1)
    why += fmt::format("the nim-sum is {}\n", answer->value->to_string());
  return extended(value_json(*question, *answer), "explanation", json_text(why));
}

Attempt<std::string> options_answer(const Ask& ask) {
  const Attempt<uint64_t> limit = ask.number("limit", 100, ServiceOptions::kMostOptions);
  if (!limit) return limit.error();
  const Attempt<Question> question = ask.sum("position");
  if (!question) return question.error();
  const Sum whole(question->parts.begin(), question->parts.end());
  std::vector<Sum> found;
  std::set<Sum> seen;
  bool all = true;
  for (size_t part = 0; part < whole.size() && all; ++part) {
    const auto take = [&](const Sum& to) {
      Sum after = replaced(whole, part, to);
      if (!seen.insert(sorted(after)).second) return true;
      if (found.size() == *limit) return false;
      found.push_back(std::move(after));
      return true;
    };
    const Attempt<Ended> ended = whole[part].game->options(whole[part], take, ask.budget);
    if (!ended) return ended.error();
    all = *ended == Ended::complete;
  }
  std::set<Value> values;
  JsonWriter json;
  json.begin_object();
  if (const Attempt<Value> own = ask.session.value(*question, ask.budget))
    json.key("value").value(*own);
  json.key("options").begin_array();
  for (const Sum& option : found) {
    json.begin_object().key("to").value(to_string(option, kWholeBytes)).key("value");
    const Attempt<Value> value = ask.session.value({{option.begin(), option.end()}}, ask.budget);
    if (!value && ask.budget.spent()) return value.error();
    if (value) {
      json.value(*value);
      values.insert(*value);
    } else {
      json.null();
    }
    json.end_object();
  }
  json.end_array().key("all").value(all).key("mex").begin_array();
  for (const Value& value : values) json.value(value);
  return json.end_array().end_object().take();
}

}  // namespace grundy::web
