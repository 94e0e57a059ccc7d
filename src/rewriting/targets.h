// Where the moves of a rule lead: to which games, and whether one of them binds the answer.
#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// Calls visit(game, alone) for the games that moves of the rule lead to; alone: with no other part
/// beside it.
void each_target(const Rule& rule, const std::function<void(const Rule* game, bool alone)>& visit);

/// The rule, and all games that play can come to.
std::vector<const Rule*> games_met(const Rule& rule);

/// Whether a move of the rule itself is entailing or gives another turn.
bool has_reply_words(const Rule& rule);
/// The rule with those of its lines alone that say this of who answers, and where.
Rule with_reply(const Rule& rule, Reply reply);
/// Whether play can come to such a move.
bool meets_reply_words(const Rule& rule);
/// Declines where it can: "{what} is for games in which …".
Attempt<void> needs_free_replies(const Rule& rule, std::string_view what);

}  // namespace grundy
