// grundy games [NAME]: lists the games that need no rule file, those of games/ and those whose positions are lists,
// matrices or graphs; of one game its documentation and rules.
#include <fmt/format.h>

#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct GamesOptions {
  std::optional<std::string> name;
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

int games(const GamesOptions& options, Context& context) {
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
  command.example("");
  command.example("kayles");
  command.sample = "kayles";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return games(*options, context); };
  return command;
}

}  // namespace grundy::cli
