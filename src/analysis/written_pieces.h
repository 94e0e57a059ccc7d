// Pieces as lines of a rule: the way back from the normal form to words.
//
// Problem: a set of moves has many spellings, and some are costly to enumerate, or hide from a
// matcher what they are: `g(m) for m < n if any(m + j*j = n for j in 1..n)`.
// Idea: the pieces of a line (pieces.h) are written as lines in one way. Equations tell options'
// coordinates; the others are variables, between bounds. What an atom says is said by its word. A
// variable counts what is taken where an atom speaks of that.
// Example: the line above becomes `g(n - k) for k in 1..n if issquare(k)`.
// Cost: that of the pieces.
#pragma once
#include <optional>
#include <vector>

#include "analysis/isl.h"
#include "rule/rule.h"

namespace grundy {

/// Lines that have the same moves as this one together; nothing if it has no pieces, or they need
/// divisions to be written.
std::optional<std::vector<MoveLine>> written_lines(isl_ctx* context, const Rule& rule,
                                                   const MoveLine& line);

}  // namespace grundy
