#include "engine/board/turns.h"

#include <algorithm>
#include <set>

namespace grundy {
namespace {

/// Rows and columns exchanged, then rows upside down, then columns.
struct BoardTurn {
  bool exchange;
  bool rows;
  bool columns;

  Direction of(Direction d) const {
    if (exchange) std::swap(d.down, d.right);
    if (rows) d.down = -d.down;
    if (columns) d.right = -d.right;
    return d;
  }
};

bool keeps_directions(const BoardTurn& turn, const std::vector<Direction>& directions) {
  return std::all_of(directions.begin(), directions.end(), [&](const Direction& d) {
    return std::find(directions.begin(), directions.end(), turn.of(d)) != directions.end();
  });
}

bool keeps_line(const BoardTurn& turn, const BoardLine& line) {
  const bool names_cells = std::find(line.is_cell_slot.begin(), line.is_cell_slot.end(), true) !=
                           line.is_cell_slot.end();
  if (names_cells && (line.to || !line.conditions.empty())) return false;
  return std::all_of(line.steps.begin(), line.steps.end(), [&](const Step& step) {
    return keeps_directions(turn, step.along) && (step.along.empty() || step.left.size() <= 1);
  });
}

/// `met`: rules that are looked at already.
bool keeps_rule(const BoardTurn& turn, const Rule& rule, std::set<const Rule*>& met) {
  if (!rule.board || !rule.board->has_board() || !met.insert(&rule).second) return true;
  const BoardRule& board = *rule.board;
  if (!keeps_directions(turn, board.space.directions)) return false;
  return std::all_of(board.lines.begin(), board.lines.end(), [&](const BoardLine& line) {
    return keeps_line(turn, line) &&
           std::all_of(line.parts.begin(), line.parts.end(), [&](const BoardPart& part) {
             return part.game == nullptr || keeps_rule(turn, *part.game, met);
           });
  });
}

}  // namespace

std::vector<std::vector<uint32_t>> turns_of(const Rule& rule, const Place& place) {
  std::vector<std::vector<uint32_t>> result;
  if ((place.kind != SpaceKind::strip && place.kind != SpaceKind::grid) || !rule.board ||
      !rule.board->has_board())
    return result;
  for (const bool exchange : {false, true}) {
    if (exchange && place.rows != place.columns) continue;
    for (const bool rows : {false, true}) {
      if (rows && place.kind == SpaceKind::strip) continue;
      for (const bool columns : {false, true}) {
        const BoardTurn turn{exchange, rows, columns};
        std::set<const Rule*> met;
        if (!(exchange || rows || columns) || !keeps_rule(turn, rule, met)) continue;
        std::vector<uint32_t> map;
        for (size_t cell = 0; cell < place.cells(); ++cell) {
          size_t row = cell / place.columns;
          size_t column = cell % place.columns;
          if (exchange) std::swap(row, column);
          if (rows) row = place.rows - 1 - row;
          if (columns) column = place.columns - 1 - column;
          map.push_back(static_cast<uint32_t>(row * place.columns + column));
        }
        result.push_back(std::move(map));
      }
    }
  }
  return result;
}

}  // namespace grundy
