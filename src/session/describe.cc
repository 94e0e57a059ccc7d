#include "session/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "engine/all_families.h"

namespace grundy {
namespace {

std::string signature(const Definition& definition) {
  std::string parameters;
  const GameSyntax& syntax = definition.syntax;
  for (const ParameterSyntax& parameter : syntax.parameters)
    parameters += (parameters.empty() ? "" : ", ") + parameter.name;
  if (!parameters.empty()) parameters = "[" + parameters + "]";
  std::vector<std::string> coordinates = syntax.coordinates;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    coordinates[i] = coordinate_text(syntax.coordinate_kinds[i], coordinates[i]);
  }
  if (!syntax.space.empty() && !syntax.space[0].kind.empty())
    coordinates.push_back(syntax.space[0].kind);
  return fmt::format("{}{}({})", syntax.name, parameters, fmt::join(coordinates, ", "));
}

// The groups, in the order in which they are shown.
constexpr std::array kGroups = {"Heaps",
                                "Several heaps, lists and numbers",
                                "Boards",
                                "Strips and words",
                                "Coins",
                                "Graphs",
                                "Drawings",
                                "Infinite values",
                                "Moves that bind the answer",
                                "Play that need not end",
                                "Games of your own"};
enum class Group : uint8_t {
  heaps,
  lists,
  boards,
  strips,
  coins,
  graphs,
  drawings,
  infinite,
  binding,
  round,
  own
};

/// By what a position is; by the file for coins, infinite values and play that goes round.
Group group_of(const Definition& definition) {
  const GameSyntax& syntax = definition.syntax;
  if (!definition.builtin) return Group::own;
  const std::string& file = definition.source->name;
  const auto is_in = [&](std::string_view name) { return file.find(name) != file.npos; };
  if (is_in("round.game")) return Group::round;
  if (is_in("entailing.game")) return Group::binding;
  if (is_in("increases.game") || is_in("stones.game")) return Group::infinite;
  if (is_in("coins.game")) return Group::coins;
  const std::string kind = syntax.space.empty() ? "" : syntax.space[0].kind;
  if (kind == "graph" || kind == "arcs") return Group::graphs;
  if (kind == "grid" || kind == "torus") return Group::boards;
  if (kind == "strip" || kind == "ring" || kind == "word") return Group::strips;
  const bool is_heap =
      syntax.coordinates.size() == 1 && syntax.coordinate_kinds[0] == CoordinateKind::number;
  return is_heap ? Group::heaps : Group::lists;
}

Group group_of(const Family& family) {
  const std::string_view name = family.name(), example = family.example();
  const auto has = [](std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
  };
  if (name == "nimstring") return Group::binding;
  if (family.has_notation()) return Group::drawings;
  if (has(name, "turtles") || has(name, "ruler")) return Group::coins;
  if (has(example, "@")) return Group::graphs;
  return name == "inf" ? Group::round : Group::lists;
}

}  // namespace

std::string rules_text(const Definition& definition) {
  const std::string& text = definition.source->text;
  size_t begin = text.rfind('\n', definition.syntax.span.begin);
  begin = begin == std::string::npos ? 0 : begin + 1;
  size_t end = begin;
  do {
    end =
        std::min(text.find('\n', end) == std::string::npos ? text.size() : text.find('\n', end) + 1,
                 text.size());
  } while (end < text.size() && text.compare(end, 4, "game") != 0 && text[end] != '#');
  std::string rules = text.substr(begin, end - begin);
  while (!rules.empty() && (rules.back() == '\n' || rules.back() == ' ')) rules.pop_back();
  return rules + "\n";
}

std::vector<DescribedGame> described_games(const Session& session) {
  std::vector<DescribedGame> result;
  for (const std::string& name : session.rulebook().names()) {
    const Definition& definition = *session.rulebook().find(name);
    result.push_back({name, signature(definition), definition.syntax.documentation,
                      rules_text(definition), kGroups[static_cast<size_t>(group_of(definition))]});
  }
  for (const Family* game : families()) {
    if (session.rulebook().find(game->name()) != nullptr) continue;
    result.push_back({std::string(game->name()), std::string(game->example()),
                      lines_of(game->documentation()), "",
                      kGroups[static_cast<size_t>(group_of(*game))]});
  }
  const auto place = [](const DescribedGame& game) {
    return std::pair(std::find(kGroups.begin(), kGroups.end(), game.group) - kGroups.begin(),
                     game.name);
  };
  std::sort(result.begin(), result.end(),
            [&](const DescribedGame& a, const DescribedGame& b) { return place(a) < place(b); });
  return result;
}

void add_json(JsonWriter& json, const DescribedGame& game) {
  std::string documentation;
  for (const std::string& line : game.documentation) documentation += line + "\n";
  json.begin_object();
  json.key("name").value(game.name);
  json.key("position").value(game.signature);
  json.key("group").value(game.group);
  json.key("documentation").value(documentation);
  json.key("rules").value(game.rules);
  json.end_object();
}

}  // namespace grundy
