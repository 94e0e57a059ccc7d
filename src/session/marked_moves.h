// Moves of a rule's line with numbers beside what they lead to: terms in the coordinates and
// binders of the line.
//
// The line gets one more part, of a game without moves whose coordinates are these terms. So every
// lister of moves tells the numbers of each choice. Example: for k of `-> nim(n - k) for k in 1..n`
// a move from nim(3) is nim(2) + numbers(1).
#pragma once
#include <optional>
#include <vector>

#include "game/rule_game.h"

namespace grundy {

constexpr size_t kMostNumbers = 32;  // beside a move

/// The rule with this line alone, whose last part has these numbers. Terms are natural numbers.
Rule with_numbers(const Rule& rule, const MoveLine& line, std::vector<Expr> terms);

/// The rule of with_numbers made to lead to these parts alone, the numbers aside; nothing where the
/// line leads to other games, or to parts that are themselves counted out.
std::optional<Rule> that_leads_to(Rule rule, const Sum& to);

// A position with a larger coordinate may have too many moves to look at each.
constexpr int64_t kMovesOneByOne = 1 << 22;
constexpr size_t kMovesOneAfterAnother = 1000;

/// Whether the moves from there are too many, perhaps, to look at each.
bool has_many_moves(const RuleGame& game, const std::vector<int64_t>& coordinates);

}  // namespace grundy
