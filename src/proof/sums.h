// Games whose moves lead to sums of positions of the same game, decided by integer sets.
//
// The value of a sum is the nim-sum of the values of its parts (Sprague 1935, Grundy 1939), which
// is no affine function. But when a formula takes finitely many values only, a sum a + b has the
// value x exactly when for some u the value of a is u and that of b is u ⊕ x; and the positions of
// one value are an integer set. Example: `dominoes`, with the values 0 and 1: a sum of two parts
// has the value 1 where one part is in the set of 0 and the other in that of 1. Sixteen values and
// three parts make 256 products of sets for a line.
#pragma once
#include <optional>
#include <vector>

#include "analysis/relation.h"
#include "engine/ordinal/verify.h"

namespace grundy {

/// The moves line by line; nothing when a line is not affine, has more than three parts or leads to
/// another game, or when no move leads to anything but one position.
std::optional<std::vector<LineRelation>> sum_moves(isl_ctx* context, const Rule& rule);

/// The options with their values, where `values` maps positions to finite values, below 16; nothing
/// for other maps and when isl gives up.
std::optional<std::vector<Reach>> reaches(const std::vector<LineRelation>& lines,
                                          const isl::Map& values);

}  // namespace grundy
