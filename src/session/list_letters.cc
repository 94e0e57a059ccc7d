#include "session/list_letters.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/board_game.h"
#include "rule/targets.h"

namespace grundy {
namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool goes_on_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

/// Where the coordinates begin: behind the first parenthesis that stands in no bracket or brace.
size_t coordinates_of_text(std::string_view text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ']' || text[i] == '}') && depth > 0) --depth;
    if (text[i] == '(' && depth == 0) return i + 1;
  }
  return text.size();
}

struct LetterInText {
  std::string name;
  Span span;
};

std::vector<LetterInText> letters_in(std::string_view text) {
  std::vector<LetterInText> result;
  for (size_t i = coordinates_of_text(text); i < text.size(); ++i) {
    if (!begins_name(text[i])) continue;
    const size_t begin = i;
    while (i < text.size() && goes_on_name(text[i])) ++i;
    result.push_back({std::string(text.substr(begin, i - begin)), {begin, i}});
  }
  return result;
}

Error at(std::string_view text, Span span, std::string message) {
  return Error::at(locate(Diagnostic::Severity::error, std::move(message), "game", text, span));
}

}  // namespace

bool has_letters(std::string_view text) {
  const size_t from = coordinates_of_text(text);
  const auto is_told = [](char c) {
    return goes_on_name(c) || std::string_view("[], )").find(c) != std::string::npos;
  };
  return text.substr(from).find('[') != std::string::npos && !letters_in(text).empty() &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), is_told);
}

Attempt<LetteredLists> read_lettered_lists(Session& session, std::string_view text,
                                           Budget& budget) {
  const std::vector<LetterInText> letters = letters_in(text);
  std::string with_zeros(text);
  for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter) {
    const auto is_same = [&](const LetterInText& other) { return other.name == letter->name; };
    if (std::find_if(letter + 1, letters.rend(), is_same) != letters.rend())
      return at(
          text, letter->span,
          fmt::format("'{}' stands for another number already; each number has a letter of its own",
                      letter->name));
    if (Rulebook book;
        !book.load_text("letter", fmt::format("game of({0})\n  -> of({0} - 1)\n", letter->name)))
      return at(text, letter->span,
                fmt::format("'{}' is a word of the language, no letter", letter->name));
    with_zeros.replace(letter->span.begin, letter->span.end - letter->span.begin, "0");
  }
  const Attempt<Question> question = session.read(with_zeros, budget, Asks::outcomes);
  if (!question) return question.error();
  const BoardGame* game = question->parts.size() == 1 ? board_game(question->parts[0]) : nullptr;
  if (game == nullptr)
    return at(text, {0, text.size()},
              "a law is asked for one game of lists, as in 'wythoffs([a, b])'");
  const Rule& rule = game->board_rule();
  if (auto free = needs_free_replies(rule, "a law"); !free) return std::move(free).error();
  const BoardPosition position = game->position(question->parts[0]);
  LetteredLists result;
  FixedLengths wanted;
  for (size_t i = 0; i < rule.arity(); ++i) {
    result.brackets.emplace_back();
    if (is_list(rule.board->kinds[i]))
      wanted.lengths.push_back(
          *(result.brackets.back() = position.sets[wanted.lengths.size()].size()));
  }
  size_t numbers = rule.arity() - wanted.lengths.size();
  for (const size_t length : wanted.lengths) numbers += length;
  if (numbers != letters.size())
    return at(text, {coordinates_of_text(text), text.size()},
              "a law is about all numbers; each is a letter");
  for (const LetterInText& letter : letters) wanted.names.push_back(letter.name);
  const Attempt<const RuleGame*> written = game->with_lengths(wanted, budget);
  if (!written) return written.error();
  result.rule = (*written)->rule();
  result.of = &rule;
  result.outcomes_only = question->outcomes_only;
  return result;
}

}  // namespace grundy
