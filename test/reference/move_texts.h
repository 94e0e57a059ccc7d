// The moves that a solver gives, as a test compares them.
#pragma once
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/solver.h"

namespace grundy::reference {

/// What the moves lead to, as texts; none may stand there twice.
inline std::set<std::string> texts(const MoveSet& moves) {
  std::set<std::string> result;
  for (const Move& move : moves.moves) result.insert(to_string(move.to));
  EXPECT_EQ(result.size(), moves.moves.size());
  return result;
}

}  // namespace grundy::reference
