// grundy games [NAME]: lists the games that need no rule file, those of games/ and those whose positions are lists,
// matrices or graphs; of one game its documentation and rules, or what is derived from its rules.
#include <fmt/format.h>

#include "base/json.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct GamesOptions {
  std::optional<std::string> name;
  bool facts = false;
};

int list(const std::vector<face::Game>& all, Context& context) {
  if (context.json()) {
    std::vector<std::string> objects;
    for (const face::Game& game : all) objects.push_back(game.json());
    context.print(fmt::format("{{\"games\": [{}]}}\n", fmt::join(objects, ", ")));
    return context.finish(kAnswered);
  }
  size_t longest = 0;
  for (const face::Game& game : all) longest = std::max(longest, std::min<size_t>(game.signature.size(), 32));
  for (const face::Game& game : all) {
    const std::string head = game.documentation.empty() ? "" : game.documentation[0];
    context.print(fmt::format("{:<{}}  {}\n", game.signature, longest, head));
  }
  context.print(
      "\n`grundy games NAME` shows a game's rules and what is known of it. Take-and-break games are written "
      "octal[0.77](n) and code[0.3F!](n), see `grundy help code`.\n");
  return context.finish(kAnswered);
}

/// Of a game of numbers; of a board, or of one of the usual size where a game alone is named.
int facts(const std::string& name, Context& context) {
  const face::Result<face::BoardFacts> answer = context.face().board_facts(name);
  context.show_warnings();
  if (!answer) return context.finish(answer.error());
  const auto& [text, found] = *answer;
  if (context.json()) {
    JsonWriter json;
    json.begin_object();
    json.key("position").value(text);
    for (const auto& [fact, told] : found) json.key(fact).value(told);
    context.print(json.end_object().take() + "\n");
    return context.finish(kAnswered);
  }
  context.print(text + "\n");
  size_t longest = 10;
  for (const auto& [fact, told] : found) longest = std::max(longest, fact.size());
  for (const auto& [fact, told] : found) context.print(fmt::format("  {:<{}}  {}\n", fact, longest, told));
  return context.finish(kAnswered);
}

int games(const GamesOptions& options, Context& context) {
  if (options.facts) {
    if (!options.name) return context.finish(Error::input("--facts is about one game; name it"));
    return facts(*options.name, context);
  }
  context.show_warnings();
  if (!options.name) return list(context.face().games(), context);
  const face::Result<face::Game> game = context.face().game(*options.name);
  if (!game) return context.finish(game.error());
  if (context.json()) {
    context.print(game->json() + "\n");
    return context.finish(kAnswered);
  }
  for (const std::string& line : game->documentation) context.print(line + "\n");
  if (!game->documentation.empty()) context.print("\n");
  context.print(game->rules.empty() ? "Position: " + game->signature + "\n" : game->rules);
  return context.finish(kAnswered);
}

}  // namespace

std::vector<std::string> game_names(const face::Session& session) {
  std::vector<std::string> names;
  for (const face::Game& game : session.games()) names.push_back(game.name);
  return names;
}

Command games_command() {
  Command command("games", "the built-in games, their rules and what is known of them");
  const auto options = std::make_shared<GamesOptions>();
  command.optional_argument("NAME", into(options->name), Fill::game);
  command.flag("--facts", options->facts,
               "what is derived from the rules of a game: its normal form, parts, symmetries, why play ends");
  command.example("");
  command.example("kayles");
  command.example("--facts euclid", "the moves in one form, however they are written; why play ends");
  command.example("--facts clobber", "letters that are one, parts, symmetries, why play ends");
  command.sample = "kayles";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return games(*options, context); };
  return command;
}

}  // namespace grundy::cli
