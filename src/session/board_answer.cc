#include "session/board_answer.h"

#include "engine/board/facts.h"
#include "game/board_game.h"
#include "rule/board_text.h"

namespace grundy {

Attempt<BoardAnswer> facts_of_board(Session& session, const std::string& text, Budget& budget) {
  BoardAnswer result{text, {}};
  if (text.find('(') == std::string::npos) {
    const bool is_known = session.rulebook().find(text) != nullptr;
    const Attempt<const Rule*> rule = is_known ? session.rulebook().rule(text) : session.game(text, budget);
    if (!rule) return rule.error();
    if (!(*rule)->board || !(*rule)->board->has_board())
      return Error::declined(text + " has no board; `grundy solve --plan` tells what is known of other games");
    result.position = example_position(**rule);
  }
  const Attempt<Question> question = session.read(result.position, budget);
  if (!question) return question.error();
  const BoardGame* game = question->parts.size() == 1 ? board_game(question->parts[0]) : nullptr;
  if (game == nullptr) return Error::input("--facts takes a game of cells, or one of its boards");
  const Board board = game->position(question->parts[0]).board;
  if (!board.place) return Error::declined(text + " has no board");
  auto facts = board_facts(game->board_rule(), board, budget);
  if (!facts) return std::move(facts).error();
  result.facts = *std::move(facts);
  return result;
}

}  // namespace grundy
