// Coordinates that may change places: wythoff(a, b) and wythoff(b, a) have the same value, and half
// a table is enough.
//
// The lines are compared as texts, once with the two coordinates exchanged, with the operands of
// sums, products and the like sorted: no symmetry is claimed that is none, and some are missed.
#pragma once
#include <optional>
#include <utility>

#include "rule/rule.h"

namespace grundy {

/// Two coordinates, i < j, whose exchange takes the moves from any position with x_i < x_j to those
/// from the exchanged one, so that both have the same value (by induction; where x_i = x_j there is
/// nothing to show). Nothing when the lines of the rule do not look like that, a move leads to
/// another game, or the game is another name for a sum.
std::optional<std::pair<size_t, size_t>> exchangeable_coordinates(const Rule& rule);

}  // namespace grundy
