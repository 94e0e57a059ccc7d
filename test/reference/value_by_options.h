// The value of a position of any game by definition, the mex of the values of its options, and how
// many options have a value.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>

#include "game/game.h"

namespace grundy::reference {

inline uint64_t value_by_options(const Position& position, std::map<Position, uint64_t>& known,
                                 Budget& budget);

/// The nim-sum of the values of the parts.
inline uint64_t value_by_options(const Sum& sum, std::map<Position, uint64_t>& known,
                                 Budget& budget) {
  uint64_t value = 0;
  for (const Position& part : sum) value ^= value_by_options(part, known, budget);
  return value;
}

/// `known` has the values of positions met before. Play has to end.
inline uint64_t value_by_options(const Position& position, std::map<Position, uint64_t>& known,
                                 Budget& budget) {
  if (const auto at = known.find(position); at != known.end()) return at->second;
  std::set<uint64_t> values;
  const auto listed = position.game->options(
      position,
      [&](const Sum& sum) {
        values.insert(value_by_options(sum, known, budget));
        return true;
      },
      budget);
  EXPECT_TRUE(listed.ok());
  uint64_t mex = 0;
  while (values.contains(mex)) ++mex;
  return known[position] = mex;
}

/// How many different options have the value.
inline size_t options_of_value(const Position& position, uint64_t value,
                               std::map<Position, uint64_t>& known, Budget& budget) {
  std::set<Sum> found;
  const auto listed = position.game->options(
      position,
      [&](const Sum& sum) {
        if (value_by_options(sum, known, budget) == value) found.insert(sorted(sum));
        return true;
      },
      budget);
  EXPECT_TRUE(listed.ok());
  return found.size();
}

}  // namespace grundy::reference
