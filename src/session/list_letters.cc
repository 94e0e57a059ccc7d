#include "session/list_letters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "game/board_game.h"
#include "language/parse.h"
#include "language/token.h"
#include "rewriting/targets.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

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

/// A letter, or a number that stands in place of one.
struct LetterInText {
  std::string name;
  Span span;
  bool is_number = false;
};

std::vector<LetterInText> letters_in(std::string_view text) {
  std::vector<LetterInText> result;
  for (size_t i = coordinates_of_text(text); i < text.size(); ++i) {
    if (!goes_on_name(text[i])) continue;
    const size_t begin = i;
    while (i < text.size() && goes_on_name(text[i])) ++i;
    const std::string word(text.substr(begin, i - begin));
    result.push_back({word, {begin, i}, word.find_first_not_of("0123456789") == word.npos});
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
  if (!std::all_of(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), is_told))
    return false;
  const std::vector<LetterInText> letters = letters_in(text);
  if (std::all_of(letters.begin(), letters.end(), [](const auto& one) { return one.is_number; }))
    return false;
  if (text.substr(from).find('[') != text.npos) return true;
  // A drawing of letters has no commas, and 3x3 is a size.
  return letters.size() >= 2 && text.substr(from).find(',') != text.npos &&
         std::all_of(letters.begin(), letters.end(), [](const LetterInText& one) {
           return one.is_number || begins_name(one.name.front());
         });
}

std::string letters_of_parameters(std::string_view text) {
  const size_t from = text.find('[');
  if (from == text.npos || from > text.find('(') || !text.ends_with(']') ||
      takes_code(text.substr(0, from)))
    return {};
  std::vector<std::string> letters;
  for (Lexer lexer(text.substr(from)); lexer.kind() != TokenKind::end; lexer.advance()) {
    if (lexer.kind() == TokenKind::invalid || lexer.kind() == TokenKind::file) return {};
    if (lexer.kind() == TokenKind::lparen) return {};
    if (lexer.kind() != TokenKind::name) continue;
    const std::string word(lexer.text());
    if (is_keyword(word)) return {};
    Lexer ahead = lexer;
    ahead.advance();
    const bool is_parameter = ahead.kind() == TokenKind::eq;
    if (!is_parameter && std::find(letters.begin(), letters.end(), word) == letters.end())
      letters.push_back(word);
  }
  return fmt::format("{}", fmt::join(letters, ", "));
}

Attempt<LetteredLists> read_lettered_lists(Session& session, std::string_view text,
                                           Budget& budget) {
  const std::vector<LetterInText> letters = letters_in(text);
  std::string with_zeros(text);
  for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter) {
    if (letter->is_number) continue;
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
  if (question->parts.size() != 1)
    return at(text, {0, text.size()}, "a law is asked for one game, as in 'wythoffs([a, b])'");
  const auto add_condition = [](LetteredLists& to, const std::string& name,
                                const LetterInText& number) {
    to.where += fmt::format("{}{} = {}", to.where.empty() ? "" : " and ", name, number.name);
  };
  const BoardGame* game = board_game(question->parts[0]);
  if (const Rule* rule = question->parts[0].game->rule(); game == nullptr && rule != nullptr) {
    if (auto free = needs_free_replies(*rule, "a law"); !free) return std::move(free).error();
    LetteredLists result;
    result.rule = rule;
    const OutcomeFacts facts = outcome_facts(session.rulebook(), *rule);
    result.outcomes_only = facts.outcomes_only;
    result.has_sides = facts.has_sides;
    for (size_t i = 0; i < letters.size() && i < rule->arity(); ++i) {
      if (letters[i].is_number) {
        add_condition(result, rule->coordinates[i], letters[i]);
      } else {
        result.names.emplace_back(letters[i].name, rule->coordinates[i]);
      }
    }
    return result;
  }
  if (game == nullptr)
    return at(text, {0, text.size()}, "a law is asked for a game that is described by a rule");
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
  std::vector<std::string> own;  // names where a number stands
  for (size_t i = 0, list = 0; i < rule.arity(); ++i) {
    const std::string& name = rule.coordinates[i];
    if (!is_list(rule.board->kinds[i])) {
      own.push_back(name);
      continue;
    }
    for (size_t place = 1; place <= wanted.lengths[list]; ++place)
      own.push_back(fmt::format("{}{}", name, place));
    ++list;
  }
  if (own.size() != letters.size())
    return at(text, {coordinates_of_text(text), text.size()},
              "each number of the position is a letter, or a number that stays as it is");
  for (size_t i = 0; i < letters.size(); ++i) {
    if (!letters[i].is_number) {
      wanted.names.push_back(letters[i].name);
      continue;
    }
    std::string name = own[i];
    const auto is_taken = [&](const LetterInText& one) { return one.name == name; };
    while (std::any_of(letters.begin(), letters.end(), is_taken)) name += "_";
    add_condition(result, name, letters[i]);
    wanted.names.push_back(std::move(name));
  }
  const Attempt<const RuleGame*> written = game->with_lengths(wanted, budget);
  if (!written) return written.error();
  result.rule = (*written)->rule();
  result.of = &rule;
  result.outcomes_only = question->outcomes_only;
  return result;
}

}  // namespace grundy
