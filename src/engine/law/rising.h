// The engine of heaps whose options rise with them, at any size.
//
// Problem: half(n) -> half(n/2), half(n/3) at 10^300, or furlo(x) at 10^18, whose options reach
// from x^(1/4) to x^(1/2): too many heaps for a table, and numbers beyond 64 bits.
// Idea: no end of the options falls as n grows (rising_lines.h), so that the set of values among
// them changes only where an end passes into a piece of heaps of another value. Values are constant
// between these places, and bisection finds each next one.
// Example: furlo has value 0 up to 3, 1 up to 15, 2 up to 81, 0 up to 6723, and so on, eight pieces
// up to 10^30.
// Cost: some bisections a piece. Declined where the options change too often, as those of `n - 1`
// do.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* rising_engine();

}  // namespace grundy
