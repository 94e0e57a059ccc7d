#include "rule/board_clauses.h"

#include <algorithm>

#include "rule/lay.h"
#include "rule/position_reader.h"

namespace grundy {
namespace {

const std::vector<bool> kNoLetterSlots;

bool clause_holds(const BoardPosition& position, const BoardClause& clause, Fault& fault,
                  Patience* patience) {
  const PositionReader reader(position, kNoLetterSlots);
  // Variables of a clause are those of its quantifiers; letters are told from numbers by the cells
  // they are compared with.
  Environment slots = position.coordinates;
  slots.resize(clause.slot_names.size());
  slots.board = &reader;
  return evaluate(clause.condition, slots, fault, patience) != 0;
}

}  // namespace

bool is_over(const BoardPosition& position, Fault& fault, Patience* patience) {
  const auto& over = position.game->board->over;
  return std::any_of(over.begin(), over.end(), [&](const BoardClause& clause) {
    return clause_holds(position, clause, fault, patience);
  });
}

const BoardClause* broken_clause(const BoardPosition& position, Fault& fault, Patience* patience) {
  for (const BoardClause& clause : position.game->board->always) {
    if (!clause_holds(position, clause, fault, patience))
      return fault.kind != Fault::Kind::none ? nullptr : &clause;
  }
  return nullptr;
}

const BoardClause* end_of_play(const BoardPosition& position, Fault& fault, Patience* patience) {
  for (const BoardClause& end : position.game->board->ends) {
    if (clause_holds(position, end, fault, patience)) return &end;
    if (fault.kind != Fault::Kind::none) break;
  }
  return nullptr;
}

Breach breach(const BoardPosition& position, const BoardClause& clause) {
  const PositionReader reader(position, kNoLetterSlots);
  Environment slots = position.coordinates;
  slots.resize(clause.slot_names.size());
  slots.board = &reader;
  Fault fault;
  std::vector<const Expr*> conjuncts = {&clause.condition};
  while (!conjuncts.empty()) {
    const Expr& condition = *conjuncts.back();
    conjuncts.pop_back();
    if (condition.op == Op::logical_and) {
      conjuncts.push_back(&condition.args[1]);
      conjuncts.push_back(&condition.args[0]);
      continue;
    }
    if (condition.op != Op::cells || evaluate(condition, slots, fault) != 0) continue;
    Breach result{{}, condition.over_cells.get()};
    Layer layer(position.game->board->space, position.board, kNoLetterSlots, slots, nullptr, fault,
                nullptr);
    if (result.broken->kind == CellCondition::Kind::every_reaches) {
      for (size_t cell = 0; cell < position.board.cells.size() && result.cells.empty(); ++cell) {
        if (layer.fits(result.broken->item[0], cell) && !layer.reaches(cell, result.broken->reach))
          result.cells.push_back(cell);
      }
    } else if (result.broken->kind == CellCondition::Kind::some && result.broken->no) {
      layer.match(result.broken->pattern, {}, [&](const Placement& placement) {
        result.cells = placement[0].cells;
        return false;
      });
    }
    return result;
  }
  return {};
}

}  // namespace grundy
