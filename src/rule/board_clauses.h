// Clauses of a game of cells, sets or lists at one position, by definition: `over`, `always`,
// `win if` and `lose if`.
#pragma once
#include "rule/board.h"
#include "rule/evaluate.h"

namespace grundy {

/// Whether play has ended by an `over` clause.
bool is_over(const BoardPosition& position, Fault& fault, Patience* patience = nullptr);

/// The `win if` or `lose if` that ends play there, or null.
const BoardClause* end_of_play(const BoardPosition& position, Fault& fault,
                               Patience* patience = nullptr);

/// The clause that the position breaks, or null: it breaks none, and has no negative number.
const BoardClause* broken_clause(const BoardPosition& position, Fault& fault,
                                 Patience* patience = nullptr);

/// The cells that show how a clause is broken: one that does not reach what it must, a pattern that
/// must not be there.
struct Breach {
  std::vector<size_t> cells;              // none: no few cells show it
  const CellCondition* broken = nullptr;  // the condition that does not hold
};
Breach breach(const BoardPosition& position, const BoardClause& clause);

}  // namespace grundy
