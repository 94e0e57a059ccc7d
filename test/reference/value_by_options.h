// The value of a position of any game by definition: the mex of the values of its options.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>

#include "game/game.h"

namespace grundy::reference {

/// `known` has the values of positions met before. Play has to end.
inline uint64_t value_by_options(const Position& position, std::map<Position, uint64_t>& known,
                                 Budget& budget) {
  if (const auto at = known.find(position); at != known.end()) return at->second;
  std::set<uint64_t> values;
  const auto listed = position.game->options(
      position,
      [&](const Sum& sum) {
        uint64_t value = 0;
        for (const Position& part : sum) value ^= value_by_options(part, known, budget);
        values.insert(value);
        return true;
      },
      budget);
  EXPECT_TRUE(listed.ok());
  uint64_t mex = 0;
  while (values.contains(mex)) ++mex;
  return known[position] = mex;
}

}  // namespace grundy::reference
