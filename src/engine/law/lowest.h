// The engine of heaps whose options are the lowest ones, at any size.
//
// Let the options of n be 0, …, h(n), where h never falls and h(n) < n. The values up to any heap
// are 0, 1, …, v without a gap, since the mex of an option's options is there before it. So the
// value never falls, that of n is one more than that of h(n), and 0 where there is no option. One
// value needs a chain of heaps, not a table; where n - h(n) is the same for a while, one division
// passes over all of it.
//
//   take at least half: h(n) = ⌊n/2⌋, and the value is the number of n's binary digits
//   leave at most n - isqrt(n): about 2·isqrt(n) steps
//
// The rule is recognised by its terms (growth.h).
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* lowest_engine();

}  // namespace grundy
