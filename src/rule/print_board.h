// Games of cells and sets printed back in the language.
#pragma once
#include <string>
#include <vector>

#include "rule/cells.h"

namespace grundy {

/// A term of lists: len(a), a[i], sum(… for …).
std::string print_of_list(const Expr& expr, const std::vector<std::string>& names);
/// A game of cells or sets, as print_rule has it (print_board.cc).
std::string print_board(const Rule& rule);
/// One of its lines: "X. -> .X  for …".
std::string print_board_line(const Rule& rule, const BoardLine& line);
/// Rows of items: "X . * O | . . .".
std::string print_pattern(const Pattern& pattern, const std::vector<std::string>& slot_names);
/// "some X X X", "every X reaches . through X".
std::string print_over_cells(const CellCondition& condition,
                             const std::vector<std::string>& slot_names);
/// "for k in 1..n, s in XO" without the word, and the conditions without those that belong to a
/// binder in a set coordinate.
std::string print_binders(const std::vector<Binder>& binders,
                          const std::vector<std::string>& slot_names);
std::string print_conditions(const std::vector<Binder>& binders,
                             const std::vector<Expr>& conditions,
                             const std::vector<std::string>& slot_names);

}  // namespace grundy
