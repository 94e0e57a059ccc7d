#include "rewriting/targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/cells.h"

namespace grundy {

void each_target(const Rule& rule, const std::function<void(const Rule* game, bool alone)>& visit) {
  const auto parts = [&](const auto& of_line) {
    for (const auto& one : of_line) visit(one.game, of_line.size() == 1 && one.binders.empty());
  };
  if (rule.is_alias) parts(rule.alias);
  for (const MoveLine& line : rule.moves) parts(line.parts);
  if (!rule.board) return;
  for (const BoardLine& line : rule.board->lines) parts(line.parts);
}

std::vector<const Rule*> games_met(const Rule& rule) {
  std::vector<const Rule*> games = {&rule};
  for (size_t i = 0; i < games.size(); ++i) {
    each_target(*games[i], [&](const Rule* game, bool) {
      if (std::find(games.begin(), games.end(), game) == games.end()) games.push_back(game);
    });
  }
  return games;
}

bool has_reply_words(const Rule& rule) {
  const auto has_word = [](const auto& line) { return line.reply != Reply::anywhere; };
  return std::any_of(rule.moves.begin(), rule.moves.end(), has_word) ||
         (rule.board && std::any_of(rule.board->lines.begin(), rule.board->lines.end(), has_word));
}

Rule with_reply(const Rule& rule, Reply reply) {
  Rule result = rule;
  std::erase_if(result.moves, [&](const MoveLine& line) { return line.reply != reply; });
  return result;
}

bool meets_reply_words(const Rule& rule) {
  const std::vector<const Rule*> games = games_met(rule);
  return std::any_of(games.begin(), games.end(),
                     [](const Rule* game) { return has_reply_words(*game); });
}

Attempt<void> needs_free_replies(const Rule& rule, std::string_view what) {
  if (!meets_reply_words(rule)) return {};
  return Error::declined(
      fmt::format("'{}' has entailing moves or moves that give another turn, which {} does not "
                  "understand; 'solve', 'value', 'table' and 'play' do",
                  rule.full_name, what));
}

}  // namespace grundy
