// grundy games [NAME]: lists the games that need no rule file, those of games/ and those whose positions are lists,
// matrices or graphs; of one game its documentation and rules.
#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "engine/family/family.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

std::string signature(const Definition& definition) {
  std::string parameters;
  const GameSyntax& syntax = definition.syntax;
  for (const ParameterSyntax& parameter : syntax.parameters)
    parameters += (parameters.empty() ? "" : ", ") + parameter.name;
  if (!parameters.empty()) parameters = "[" + parameters + "]";
  std::vector<std::string> coordinates = syntax.coordinates;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    if (syntax.coordinate_is_set[i]) coordinates[i] = "{" + coordinates[i] + "}";
  }
  if (!syntax.space.empty() && !syntax.space[0].kind.empty()) coordinates.push_back(syntax.space[0].kind);
  return fmt::format("{}{}({})", syntax.name, parameters, fmt::join(coordinates, ", "));
}

/// The file's text from the game's header to the next game.
std::string rules_text(const Definition& definition) {
  const std::string& text = definition.source->text;
  size_t begin = text.rfind('\n', definition.syntax.span.begin);
  begin = begin == std::string::npos ? 0 : begin + 1;
  size_t end = begin;
  do {
    end = std::min(text.find('\n', end) == std::string::npos ? text.size() : text.find('\n', end) + 1, text.size());
  } while (end < text.size() && text.compare(end, 4, "game") != 0 && text[end] != '#');
  std::string rules = text.substr(begin, end - begin);
  while (!rules.empty() && (rules.back() == '\n' || rules.back() == ' ')) rules.pop_back();
  return rules + "\n";
}

struct GameEntry {
  std::string name;
  std::string signature;
  std::vector<std::string> documentation;
  std::string rules;
};

std::vector<GameEntry> entries(Session& session) {
  std::vector<GameEntry> result;
  for (const std::string& name : session.rulebook().names()) {
    const Definition& definition = *session.rulebook().find(name);
    result.push_back({name, signature(definition), definition.syntax.documentation, rules_text(definition)});
  }
  for (const Family* game : families()) {
    if (session.rulebook().find(game->name()) != nullptr) continue;
    result.push_back({std::string(game->name()), std::string(game->example()), lines_of(game->documentation()), ""});
  }
  std::sort(result.begin(), result.end(), [](const GameEntry& a, const GameEntry& b) { return a.name < b.name; });
  return result;
}

void add_json(JsonWriter& json, const GameEntry& entry) {
  std::string documentation;
  for (const std::string& line : entry.documentation) documentation += line + "\n";
  json.begin_object();
  json.key("name").value(entry.name);
  json.key("position").value(entry.signature);
  json.key("documentation").value(documentation);
  json.key("rules").value(entry.rules);
  json.end_object();
}

struct GamesOptions {
  std::optional<std::string> name;
};

int games(const GamesOptions& options, Context& context) {
  context.show_warnings();
  std::vector<GameEntry> all = entries(context.session());
  JsonWriter json;
  if (!options.name) {
    if (context.json()) {
      json.begin_object().key("games").begin_array();
      for (const GameEntry& entry : all) add_json(json, entry);
      json.end_array().end_object();
      context.print(json.take() + "\n");
      return context.finish(kAnswered);
    }
    size_t longest = 0;
    for (const GameEntry& entry : all) longest = std::max(longest, std::min<size_t>(entry.signature.size(), 32));
    for (const GameEntry& entry : all) {
      context.print(fmt::format("{:<{}}  {}\n", entry.signature, longest,
                                entry.documentation.empty() ? "" : entry.documentation[0]));
    }
    context.print(
        "\n`grundy games NAME` shows a game's rules and what is known of it. Take-and-break games are written "
        "octal[0.77](n) and code[0.3F!](n), see `grundy help code`.\n");
    return context.finish(kAnswered);
  }
  const std::string& name = *options.name;
  for (const GameEntry& entry : all) {
    if (entry.name != name) continue;
    if (context.json()) {
      add_json(json, entry);
      context.print(json.take() + "\n");
      return context.finish(kAnswered);
    }
    for (const std::string& line : entry.documentation) context.print(line + "\n");
    if (!entry.documentation.empty()) context.print("\n");
    context.print(entry.rules.empty() ? "Position: " + entry.signature + "\n" : entry.rules);
    return context.finish(kAnswered);
  }
  std::vector<std::string> names;
  for (const GameEntry& entry : all) names.push_back(entry.name);
  return context.finish(
      Error::input(fmt::format("unknown game '{}'{}", name, context.session().rulebook().suggestion(name, names))));
}

}  // namespace

std::vector<std::string> game_names(Session& session) {
  std::vector<std::string> names;
  for (const GameEntry& entry : entries(session)) names.push_back(entry.name);
  return names;
}

Command games_command() {
  Command command("games", "the built-in games, their rules and what is known of them");
  const auto options = std::make_shared<GamesOptions>();
  command.optional_argument("NAME", into(options->name), Fill::game);
  command.example("");
  command.example("kayles");
  command.sample = "kayles";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return games(*options, context); };
  return command;
}

}  // namespace grundy::cli
