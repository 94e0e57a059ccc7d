// Terms `x if c else y` in a line of moves.
//
// Idea: a line with such a term is two lines, one with x where c holds and one with y where it does
// not, so that no later part of the program needs to know of them. Where c speaks of variables that
// are bound within a term, as in [x - 1 if x > 2 else 0 for x in a], the term stays, and check
// makes sum(x for _ in 1..1 if c) + sum(y for _ in 1..1 if not c) of it.
// Example: -> g(n - k, 0 if k = n else 1) for k in 1..n.
#pragma once
#include <vector>

#include "language/syntax.h"

namespace grundy {

/// A line for each case of the choices that can be taken apart so; at most 64.
std::vector<MoveSyntax> cases_of(MoveSyntax line);

/// The choice as a sum of terms that are there in one case each.
TermSyntax choice_as_sum(const TermSyntax& choice);

}  // namespace grundy
