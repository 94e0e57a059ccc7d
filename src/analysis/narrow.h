// Binders whose values can be listed once for all positions.
//
// `for p <= n if isprime(p)` need not test every p at every position: the loop runs over the list
// of primes. Nor need `for k >= 1 if k*k <= n` square every k again: it runs over the pairs (k*k,
// k) as far as k*k <= n. Primes, squares and powers are listed without a test; otherwise each
// number up to the greatest that is possible is tested once.
#pragma once
#include <span>

#include "analysis/nest.h"
#include "base/budget.h"

namespace grundy {

/// Replaces loops over a range by loops over a set: where inner conditions mention no other slot,
/// and where a loop is ended by a term of its binder alone that passes a bound. Not where the
/// numbers are too many for the budget's memory or a term fails. No coordinate i is above most[i].
/// True when it changed the nest. A loop of the second kind gets a slot of its own for the term,
/// behind those of the line.
bool narrow(Nest& nest, const MoveLine& line, std::span<const int64_t> most, Budget& budget);

}  // namespace grundy
