#include "web/mcp_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace grundy::web {
namespace {

constexpr size_t kLongestText = 20'000;
constexpr size_t kMostCellsListed = 10'000;

struct Argument {
  const char* name;
  const char* type;  // of JSON schema
  bool is_required;
  const char* meaning;
};

struct Tool {
  const char* name;
  const char* title;
  const char* meaning;
  const char* method;  // of the service
  std::vector<Argument> arguments;
};

const std::vector<Tool>& tools() {
  static const Argument rules{
      "rules", "string", false,
      "Text of a rule file with games of your own, such as \"game mine(n)\\n"
      "  -> mine(n - k) for k in {1, 3, 4}\". The resource grundy://language has the reference."};
  static const Argument sum{"sum", "string", true,
                            "A sum of positions: \"kayles(10) + nim(3)\", \"cram(4x5)\"."};
  static const Argument play{
      "play", "string", false,
      "\"normal\" (who can't move loses, the default) or \"misere\" (who can't move wins)."};
  static const Argument made{"made", "array", false,
                             "The moves made so far, each as play_move gave it."};
  static const std::vector<Tool> all = {
      {"solve",
       "Who wins, and by which moves",
       "Solves a sum of impartial games exactly: who wins, the Grundy value (finite, infinite or "
       "loopy), winning moves and the reason. Values are computed or follow from proved laws; "
       "nothing is guessed.",
       "solve",
       {sum,
        rules,
        play,
        {"moves", "integer", false, "List at most so many winning moves, up to 100."}}},
      {"value",
       "The Grundy value",
       "The Grundy value of a sum of impartial games; in misere play its genus.",
       "value",
       {sum, rules, play}},
      {"table",
       "A table of values",
       "The Grundy values of all positions of a game in a box, first coordinate slowest.",
       "table",
       {{"game", "string", true, "A game: \"wythoff\", \"subtract[{1, 3, 4}]\"."},
        rules,
        play,
        {"upto", "integer", false, "All coordinates from 0 to this number."},
        {"box", "string", false, "Ranges by coordinate: \"a=0..10, b=0..20\"."}}},
      {"prove",
       "A law, with its proof",
       "Looks for the law of a game's values (a period, a formula, an automaton) and proves it for "
       "all positions, or proves or refutes a formula that is given. The result has a certificate "
       "that `check` accepts.",
       "prove",
       {{"game", "string", true, "A game: \"kayles\", \"wythoff\"."},
        rules,
        play,
        {"formula", "string", false,
         "A formula to prove or to refute, in the game's coordinates: \"n % 4\"."},
        {"upto", "integer", false, "How far a conjecture is tested."}}},
      {"check",
       "Check a certificate",
       "Checks the certificate of a theorem by a program that trusts no engine.",
       "check",
       {{"certificate", "string", false, "The text of the certificate."},
        {"file", "string", false,
         "Or the name of a file below the folder that the server was started with."}}},
      {"games",
       "The built-in games",
       "The built-in games, with their rules in a sentence and an example of each.",
       "games",
       {{"word", "string", false, "Only games whose name or text has this word."}}},
      {"rules_check",
       "Check a rule file",
       "Reads rules and tells errors with line, column and, where one is known, the correction.",
       "rules",
       {{"rules", "string", true, "The text of the rule file."}}},
      {"play_move",
       "Make a move",
       "Makes a move in a sum and tells where play stands: the position, the moves that can be "
       "made, whether it is over. Nothing is kept between calls: give the moves made so far.",
       "match",
       {sum,
        rules,
        play,
        made,
        {"move", "object", false, "The move: one of the `moves` of the last answer."}}},
      {"hint",
       "The best move",
       "Who wins where play stands, the best move and why it is best.",
       "match",
       {sum,
        rules,
        play,
        made,
        {"think", "integer", false, "Seconds to think, at most the server's limit."}}},
  };
  return all;
}

bool has_type(const Json& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_unsigned();
  return type == "array" ? value.is_array() : value.is_object() || value.is_string();
}

/// The numbers behind `cells`, bytes in base 64, of a table.
std::optional<std::vector<uint32_t>> numbers_of(const std::string& cells, size_t width) {
  std::vector<unsigned char> bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : cells) {
    if (c == '=') break;
    int digit = 0;
    if (c >= 'A' && c <= 'Z') {
      digit = c - 'A';
    } else if (c >= 'a' && c <= 'z') {
      digit = c - 'a' + 26;
    } else if (c >= '0' && c <= '9') {
      digit = c - '0' + 52;
    } else if (c == '+' || c == '/') {
      digit = c == '+' ? 62 : 63;
    } else {
      return std::nullopt;
    }
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<unsigned char>(bits >> count & 0xFF));
  }
  if (width == 0 || bytes.size() % width != 0 || bytes.size() / width > kMostCellsListed)
    return std::nullopt;
  std::vector<uint32_t> result;
  for (size_t i = 0; i < bytes.size(); i += width) {
    uint32_t number = 0;
    for (size_t j = width; j > 0; --j) number = number << 8 | bytes[i + j - 1];
    result.push_back(number);
  }
  return result;
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(const Json& object, const char* member) {
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Json list_of_tools() {
  Json list = Json::array();
  for (const Tool& tool : tools()) {
    Json properties = Json::object();
    Json required = Json::array();
    for (const Argument& one : tool.arguments) {
      properties[one.name] = {{"type", one.type}, {"description", one.meaning}};
      if (std::string_view(one.type) == "array")
        properties[one.name]["items"] = {{"type", "object"}};
      if (std::string_view(one.name) == "play") properties[one.name]["enum"] = {"normal", "misere"};
      if (one.is_required) required.push_back(one.name);
    }
    Json schema = {{"type", "object"}, {"properties", properties}};
    if (!required.empty()) schema["required"] = required;
    list.push_back({{"name", tool.name},
                    {"title", tool.title},
                    {"description", tool.meaning},
                    {"inputSchema", schema},
                    {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}});
  }
  return {{"tools", list}};
}

std::optional<Attempt<ToolQuestion>> question_of_tool(const std::string& name,
                                                      const Json& arguments) {
  const auto tool = std::find_if(tools().begin(), tools().end(),
                                 [&](const Tool& one) { return name == one.name; });
  if (tool == tools().end()) return std::nullopt;
  ToolQuestion question{tool->method, Json::object()};
  for (const auto& [key, value] : arguments.items()) {
    const auto known =
        std::find_if(tool->arguments.begin(), tool->arguments.end(),
                     [&, &key = key](const Argument& one) { return key == one.name; });
    if (known == tool->arguments.end())
      return Attempt<ToolQuestion>(
          Error::input(fmt::format("{} takes no argument '{}'", name, key.substr(0, 60))));
    if (value.is_null()) continue;
    if (!has_type(value, known->type))
      return Attempt<ToolQuestion>(
          Error::input(fmt::format("'{}' must be of type {}", key, known->type)));
    question.request[key] = value;
  }
  for (const Argument& one : tool->arguments) {
    if (one.is_required && !question.request.contains(one.name))
      return Attempt<ToolQuestion>(
          Error::input(fmt::format("{} needs the argument '{}'", name, one.name)));
  }
  if (name == "play_move") {
    Json moves = question.request.value("made", Json::array());
    if (question.request.contains("move")) moves.push_back(question.request["move"]);
    question.request.erase("move");
    question.request["made"] = std::move(moves);
    question.request["advice"] = false;
  }
  return Attempt<ToolQuestion>(std::move(question));
}

ToolAnswer answer_of_tool(const std::string& tool, Json result) {
  if (!result.is_object()) result = Json{{"result", result}};
  if (tool == "table" && result.contains("cells")) {
    if (const auto numbers =
            numbers_of(text_of(result, "cells"), result.value("width", size_t{0}))) {
      result["values"] = *numbers;
      result.erase("cells");
      result.erase("width");
    }
  }
  std::string text;
  if (tool == "solve" || tool == "value") {
    if (const std::string outcome = text_of(result, "outcome"); !outcome.empty())
      text += fmt::format("Outcome {}{}.", outcome,
                          outcome == "N"   ? " (the player to move wins)"
                          : outcome == "P" ? " (the player to move loses)"
                                           : "");
    if (result.contains("value") && result["value"].is_object())
      text += fmt::format("{}Value {}.", text.empty() ? "" : " ", text_of(result["value"], "text"));
    if (!text.empty()) text += "\n";
    text += text_of(result, "explanation");
  } else if (tool == "prove" || tool == "check") {
    for (const char* member : {"text", "statement", "law"}) {
      if (text.empty()) text = text_of(result, member);
    }
  }
  if (text.empty()) text = dumped(result);
  if (text.size() > kLongestText) {
    size_t end = kLongestText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = text.substr(0, end) + "…";
  }
  return {std::move(text), std::move(result)};
}

}  // namespace grundy::web
