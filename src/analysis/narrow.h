// Binders whose values are known before the positions: `for p <= n if isprime(p)` need not try every p at every
// position, nor `for k >= 1 if k*k <= n` square every k again. The numbers are listed once, and the loop runs over the
// list, in the second case up to the place that n gives.
#pragma once
#include <span>

#include "analysis/nest.h"
#include "base/budget.h"

namespace grundy {

/// Replaces loops over a range by loops over a set: where inner conditions mention no other slot, and where a loop is
/// ended by a term of its binder alone that passes a bound. Not where the numbers are too many for the budget's memory
/// or a term fails. No coordinate i is above most[i]. True when it changed the nest. A loop of the second kind gets a
/// slot of its own for the term, behind those of the line.
bool narrow(Nest& nest, const MoveLine& line, std::span<const int64_t> most, Budget& budget);

}  // namespace grundy
