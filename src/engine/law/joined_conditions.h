// Conditions made of few plain ones that hold at exactly the wanted points of a sample.
//
// Problem: some hundred plain conditions are known at each point of a sample, and the wanted points
// are those of one of them, or of a few joined by `and`, `or`, or by a case: where C holds A
// decides, elsewhere B. A million pairs have to be tried.
// Idea: a bit for each point. What is joined by `and` holds at all wanted points, by `or` at no
// other; of a case each half is sought by itself. Most pairs fail in the first word.
// Example: of "xor(a) = 0", "max(a) <= 1" and "len(a) % 2 = 1" misère nim is the case
// "max(a) <= 1 and xor(a) = 1 or not (max(a) <= 1) and xor(a) = 0".
// Cost: the square of the number of plain conditions, mostly one word each.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/ordinal/point_set.h"

namespace grundy {

/// A condition, and the points of the sample at which it holds.
struct PlainCondition {
  std::string text;
  PointSet where;
};

/// Conditions that hold exactly at `wanted`, in the rule language: fewer atoms come first, then
/// shorter texts. At most `most` of them; none when nothing plain is found or the budget is spent.
std::vector<std::string> joined_conditions(std::vector<PlainCondition> atoms,
                                           const PointSet& wanted, size_t points, size_t most,
                                           const Budget& budget);

}  // namespace grundy
