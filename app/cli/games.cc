// grundy games [NAME]: lists the games that need no rule file, those of games/ and those whose
// positions are lists, matrices or graphs, in groups, or those that have a word; of one game its
// documentation and rules, or what is derived from its rules.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/json.h"
#include "base/text.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct GamesOptions {
  std::optional<std::string> name;
  bool facts = false;
};

constexpr size_t kColumns = 100;

/// The first sentence of the documentation.
std::string first_sentence(const face::Game& game) {
  std::string text;
  for (const std::string& line : game.documentation) {
    text += (text.empty() ? "" : " ") + line;
    for (size_t at = text.find(". "); at != text.npos; at = text.find(". ", at + 1)) {
      const bool is_end =
          at + 2 < text.size() && std::isupper(static_cast<unsigned char>(text[at + 2])) != 0;
      if (is_end) return text.substr(0, at + 1);
    }
    if (text.ends_with('.')) break;
  }
  return text;
}

/// The text behind a head of so many columns, its later lines below its first one.
std::string wrapped(const std::string& text, size_t indent) {
  std::string result;
  size_t column = indent;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (column > indent && column + 1 + text_width(word) > kColumns) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += text_width(word);
    begin = end + 1;
  }
  return result;
}

int list(const std::vector<face::Game>& all, Context& context) {
  if (context.json()) {
    std::vector<std::string> objects;
    for (const face::Game& game : all) objects.push_back(game.json());
    context.print(fmt::format("{{\"games\": [{}]}}\n", fmt::join(objects, ", ")));
    return context.finish(kAnswered);
  }
  constexpr size_t kHead = 32;
  std::string group;
  for (const face::Game& game : all) {
    if (game.group != group)
      context.print(fmt::format("{}{}\n", group.empty() ? "" : "\n", game.group));
    group = game.group;
    const std::string head = "  " + padded_right(game.signature, kHead - 4) + "  ";
    context.print(head + wrapped(first_sentence(game), kHead) + "\n");
  }
  context.print(
      "\n`grundy games NAME` shows a game's rules and what is known of it, `grundy games WORD` the "
      "games that\n"
      "have the word. Take-and-break games are written octal[0.77](n) and code[0.3F!](n), see "
      "`grundy help\ncode`.\n");
  return context.finish(kAnswered);
}

/// Whether the game's name or its documentation has the word, in capitals or not.
bool has_word(const face::Game& game, const std::string& word) {
  const auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  return lower(fmt::format("{} {}", game.name, fmt::join(game.documentation, " ")))
             .find(lower(word)) != std::string::npos;
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
  for (const auto& [fact, told] : found)
    context.print(fmt::format("  {:<{}}  {}\n", fact, longest, told));
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
  if (!game) {
    std::vector<face::Game> found = context.face().games();
    std::erase_if(found, [&](const face::Game& one) { return !has_word(one, *options.name); });
    return found.empty() || options.name->empty() ? context.finish(game.error())
                                                  : list(found, context);
  }
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
  std::sort(names.begin(), names.end());
  return names;
}

Command games_command() {
  Command command("games", "the built-in games, their rules and what is known of them");
  const auto options = std::make_shared<GamesOptions>();
  command.optional_argument("NAME", into(options->name), Fill::game);
  command.flag("--facts", options->facts,
               "what is derived from the rules of a game: its normal form, parts, symmetries, why "
               "play ends");
  command.example("");
  command.example("kayles");
  command.example("coin", "the games whose name or description has this word");
  command.example("--facts euclid",
                  "the moves in one form, however they are written; why play ends");
  command.example("--facts clobber", "letters that are one, parts, symmetries, why play ends");
  command.sample = "kayles";
  command.own_sample = "mygame";
  command.run = [options](Context& context) { return games(*options, context); };
  return command;
}

}  // namespace grundy::cli
