#include "session/board_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "analysis/facts.h"
#include "engine/board/facts.h"
#include "game/board_game.h"
#include "game/rule_game.h"
#include "language/board_text.h"

namespace grundy {
namespace {

/// What is known of a game of numbers, by the name of the fact; several under one name are joined.
std::vector<std::pair<std::string, std::string>> facts_of_numbers(const Facts& facts) {
  std::vector<std::pair<std::string, std::string>> result;
  std::istringstream text(describe(facts));
  for (std::string line; std::getline(text, line);) {
    const size_t colon = line.find(": ");
    if (colon == line.npos) continue;
    const std::string name = line.substr(0, colon);
    const std::string told = line.substr(colon + 2);
    const auto known = std::find_if(result.begin(), result.end(),
                                    [&](const auto& one) { return one.first == name; });
    if (known == result.end()) {
      result.emplace_back(name, told);
    } else {
      known->second += "; " + told;
    }
  }
  return result;
}

}  // namespace

Attempt<BoardAnswer> facts_of_board(Session& session, const std::string& text, Budget& budget) {
  BoardAnswer result{text, {}};
  if (text.find('(') == std::string::npos) {
    const bool is_known = session.rulebook().find(text) != nullptr;
    const Attempt<const Rule*> rule =
        is_known ? session.rulebook().rule(text) : session.game(text, budget);
    if (!rule) return rule.error();
    if (!(*rule)->board) {
      result.position =
          fmt::format("{}({})", (*rule)->full_name, fmt::join((*rule)->coordinates, ", "));
      result.facts = facts_of_numbers(Facts(**rule));
      return result;
    }
    if (!(*rule)->board->has_board())
      return Error::declined(
          text + " has no board; `grundy solve --plan` tells what is known of games of lists");
    result.position = example_position(**rule);
  }
  const Attempt<Question> question = session.read(result.position, budget);
  if (!question) return question.error();
  if (question->parts.size() != 1)
    return Error::input("--facts takes a game, or one of its positions");
  if (const RuleGame* numbers = rule_game(question->parts[0])) {
    result.facts = facts_of_numbers(numbers->facts());
    return result;
  }
  const BoardGame* game = board_game(question->parts[0]);
  if (game == nullptr) return Error::declined("no facts are derived of " + text);
  const Board board = game->position(question->parts[0]).board;
  if (!board.place) return Error::declined(text + " has no board");
  auto facts = board_facts(game->board_rule(), board, budget);
  if (!facts) return std::move(facts).error();
  result.facts = *std::move(facts);
  return result;
}

}  // namespace grundy
