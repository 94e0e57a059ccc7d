// Moves that can be made for ever: a proof that play need not end although no position comes twice.
//
// `x(a, b) -> x(a + 1, b) if a >= b` can be made again wherever it was made, because its condition
// stays true. Without this proof an engine that follows the moves would run until its memory is
// full.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// A line of a game that only adds constants, none of them negative, to the coordinates, and whose
/// conditions stay true when they are added: from a position where the conditions hold it can be
/// made again and again.
struct EndlessMove {
  const MoveLine* line = nullptr;
  std::vector<Expr> conditions;  // those of the line, and that no part has a negative coordinate
  std::vector<int64_t> step;     // by coordinate; at least one is positive
};

std::vector<EndlessMove> endless_moves(const Rule& rule);

/// Whether the move can be made from here.
bool applies(const EndlessMove& move, const std::vector<int64_t>& coordinates);

}  // namespace grundy
