// Coordinates that are played apart: a position is the sum of games of fewer coordinates.
//
// Problem: `g(a, b)` with `g(a - k, b) for k in 1..(a + 1)/2` and the same for b is a table of a*b
// positions, and no law of both numbers is plain, though each number alone has one.
// Idea: coordinates belong together where a line changes one and speaks of the other. Where there
// are several such groups, moves in one are the same whatever the others are: the position is the
// sum of its groups.
// Example: there the groups are {a} and {b}, both with the game g(a) -> g(a - k).
#pragma once
#include <memory>
#include <vector>

#include "rule/rule.h"

namespace grundy {

struct CoordinateGroup {
  std::vector<size_t> coordinates;   // of the rule, ascending; in the group's game in this order
  std::shared_ptr<const Rule> rule;  // the same one for groups with the same moves
};

/// The groups that have moves; none where there are not at least two.
std::vector<CoordinateGroup> coordinates_apart(const Rule& rule);

}  // namespace grundy
