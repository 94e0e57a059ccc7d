#include "session/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/family/family.h"

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
  if (!syntax.space.empty() && !syntax.space[0].kind.empty()) coordinates.push_back(syntax.space[0].kind);
  return fmt::format("{}{}({})", syntax.name, parameters, fmt::join(coordinates, ", "));
}

}  // namespace

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

std::vector<DescribedGame> described_games(const Session& session) {
  std::vector<DescribedGame> result;
  for (const std::string& name : session.rulebook().names()) {
    const Definition& definition = *session.rulebook().find(name);
    result.push_back({name, signature(definition), definition.syntax.documentation, rules_text(definition)});
  }
  for (const Family* game : families()) {
    if (session.rulebook().find(game->name()) != nullptr) continue;
    result.push_back({std::string(game->name()), std::string(game->example()), lines_of(game->documentation()), ""});
  }
  std::sort(result.begin(), result.end(),
            [](const DescribedGame& a, const DescribedGame& b) { return a.name < b.name; });
  return result;
}

void add_json(JsonWriter& json, const DescribedGame& game) {
  std::string documentation;
  for (const std::string& line : game.documentation) documentation += line + "\n";
  json.begin_object();
  json.key("name").value(game.name);
  json.key("position").value(game.signature);
  json.key("documentation").value(documentation);
  json.key("rules").value(game.rules);
  json.end_object();
}

}  // namespace grundy
