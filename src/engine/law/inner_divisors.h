// The engine of inner divisors: heaps from which a divisor may be taken that is neither 1 nor the whole heap.
//
// Problem: a heap of 10^9 leads, divisor by divisor, to millions of others.
// Idea: n = 2^k·m with m odd has value k wherever m >= 17. Divisors 2^j·e with j < k leave numbers with j twos, whose odd
// part is at least m: by induction these have the values 0 … k - 1, each of which occurs (j = 0 by e = m, the others by e
// = 1), and no others. Divisors 2^k·e leave 2^(k+a)·M with m = e + 2^a·M, a >= 1: of value k + a where M >= 17. For the
// eight smaller M the value of 2^(k+a)·M could be k. Their values come from the definition, by the law for the others, and
// the engine has looked at all up to 2^64: none that can be left so has value k. Where k = 0, e is not 1.
// Example: 1000000000 = 2^9·1953125 has value 9; 2^29 has value 0.
// Cost: 600 numbers once, then the digits of n.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* inner_divisors_engine();

}  // namespace grundy
