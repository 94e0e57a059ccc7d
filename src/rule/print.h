// Rules printed back in the language. What is printed reads back as an equal Rule.
#pragma once
#include <string>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// A term with the given names for its slots, with as few parentheses as are needed.
std::string print_expr(const Expr& expr, const std::vector<std::string>& slot_names);
/// "{1, 4, 9}", "{(1, 2), (3, 4)}", "not {1}".
std::string print_set(const NumberSet& set);
/// The whole game, parameters filled in: "game stones(b, s)" and its moves, one a line.
std::string print_rule(const Rule& rule);
/// The sum that a game is another name for, "wythoff(a, b)".
std::string print_alias(const Rule& rule);
/// One move line, "-> kayles(a) + kayles(b)  for …  if …".
std::string print_move(const MoveLine& line);
/// The line with its bound variables called by their numbers, so that lines that differ in names
/// alone print alike.
std::string print_shape(const Rule& rule, const MoveLine& line);

}  // namespace grundy
