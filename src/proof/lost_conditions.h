// Conditions of the coordinates that hold exactly where the mover loses, on a box: guesses at a law
// of who wins.
//
// Problem: where the values follow no formula, the lost positions may still be those of one plain
// condition, a - b = 1 or "each heap is 1 or 2 modulo 6", and nobody wants to read an automaton
// instead.
// Idea: of each term that people write (a coordinate, a sum or difference of two, the least, the
// greatest, how many are odd) the condition that the lost positions have in common is read off: its
// remainders, its greatest value, which of two is smaller. Linear relations that hold on all of
// them are solved for. The conditions together often leave the lost positions alone; then those
// that can be spared are left out. Otherwise the box is parted, by the remainder of one coordinate
// or by which is the greatest, and each part has its condition.
// Example: the lost positions (0, 0), (0, 1), (1, 0), (1, 1), (1, 2), … have |a - b| at most 1 in
// common, and nothing else has it: "abs(a - b) <= 1".
// Cost: some hundred terms, a bit for each position of the box.
#pragma once
#include <string>
#include <vector>

#include "engine/ordinal/sample.h"

namespace grundy {

/// In the language of rules, the shortest first; each holds where the sample's values are 0, and
/// nowhere else on it. Empty when none is found.
std::vector<std::string> lost_conditions(const std::vector<std::string>& names,
                                         const Sample& sample);

}  // namespace grundy
