// grundy theorems [NAME]: the book of theorems: games that are solved at any size, in whatever
// words they are written.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/json.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

/// Whether the word stands in the text, in capitals or not.
bool has_word(const std::string& text, const std::string& word) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

std::string indented(const std::string& text, const std::string& by) {
  std::string result = by;
  for (size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) result += by;
  }
  return result;
}

std::string whole_text(const face::BookTheorem& one) {
  std::string text = fmt::format("{}\n  {}\n  source  {}\n", one.name, one.conclusion, one.source);
  if (!one.proof.empty()) text += fmt::format("  proof   {}\n", one.proof);
  text += "\n" + indented(one.rules, "  ");
  for (const std::string& spelling : one.spellings)
    text += "\n  The same game in other words:\n" + indented(spelling, "  ");
  return text;
}

int theorems(const std::optional<std::string>& word, Context& context) {
  std::vector<face::BookTheorem> found;
  for (face::BookTheorem& one : context.face().theorems()) {
    if (!word || has_word(one.name + " " + one.source + " " + one.conclusion, *word))
      found.push_back(std::move(one));
  }
  if (found.empty())
    return context.finish(Error::input(fmt::format(
        "no theorem of the book has the word '{}'; `grundy theorems` lists them all", *word)));
  if (context.json()) {
    std::vector<std::string> objects;
    for (const face::BookTheorem& one : found) objects.push_back(one.json());
    context.print(fmt::format("{{\"theorems\": [{}]}}\n", fmt::join(objects, ", ")));
    return context.finish(kAnswered);
  }
  size_t longest = 0;
  for (const face::BookTheorem& one : found) longest = std::max(longest, one.name.size());
  for (size_t i = 0; i < found.size(); ++i) {
    context.print(word ? (i == 0 ? "" : "\n") + whole_text(found[i])
                       : fmt::format("{:<{}}  {}\n", found[i].name, longest, found[i].source));
  }
  return context.finish(kAnswered);
}

}  // namespace

Command theorems_command() {
  Command command("theorems", "the book of theorems: games that are solved at any size");
  const auto word = std::make_shared<std::optional<std::string>>();
  command.optional_argument("WORD", into(*word));
  command.example("");
  command.example("divisors", "those that have the word, with their games and sources");
  command.sample = "divisors";
  command.run = [word](Context& context) { return theorems(*word, context); };
  return command;
}

}  // namespace grundy::cli
