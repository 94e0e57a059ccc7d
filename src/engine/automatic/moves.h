// The moves of a rule as relations between numbers written in a numeration.
//
// Problem: the automata of the moves are to be made from the rule alone, whatever its terms: sums,
// / and % by constants, ^^, min, max, conditions, quantifiers, several parts.
// Idea: a term is a linear one in each of a few cases. Where it is not, ⌊t/d⌋ or x ^^ y, it becomes
// a new track with a definition that some number of it satisfies, and one only: so definitions may
// be joined to the line from anywhere. What a move leads to are tracks of their own, except
// coordinates it leaves alone or takes from a binder; everything else is projected.
// Example: wythoff's third line is a relation of the four tracks a, b, a - k and b - k.
// Cost: a product and a projection a condition or binder.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "engine/automatic/relation.h"
#include "rule/rule.h"

namespace grundy::automatic {

/// One line: `moves` holds of a position and of what a choice leads to. The position's tracks are
/// 0, 1, …
struct LineMoves {
  Relation moves;
  std::vector<std::vector<Track>> parts;  // of each part its coordinates
};

/// Tracks from here on are free for others.
constexpr Track kFirstFreeTrack = 1000;

/// Declines with the reason: a product of variables, a position of another game, a limit met.
Attempt<std::vector<LineMoves>> line_moves(Workshop& workshop, const Rule& rule);

/// The positions that a law is about: those of which all conditions hold, by no condition all.
struct Domain {
  std::string text;  // the conditions, joined by "and"
  std::vector<Expr> conditions;
};

bool is_inside(const Domain& domain, std::vector<int64_t> position);

/// The positions of which a condition of the coordinates holds.
Attempt<Relation> positions_where(Workshop& workshop, const Expr& condition);
/// {(x, v)}: v is the value of the term of the coordinates; v has track `value`.
Attempt<Relation> graph_of_term(Workshop& workshop, const Expr& term, Track value);

/// Constants by which the rule divides, or multiplies what is chosen, or whose powers it asks for;
/// the bases worth a trial.
std::vector<int64_t> constant_divisors(const Rule& rule);
/// The k of which the rule asks for powers, when it is at most 12.
std::optional<int> asked_powers(const Rule& rule);
/// Whether the rule takes exclusive-ors; whether it asks for Fibonacci numbers.
bool takes_nim_sums(const Rule& rule);
bool asks_for_fibonacci_numbers(const Rule& rule);

}  // namespace grundy::automatic
