// The engine of games that are written in another way first.
//
// Problem: `g(m, n - k) for k in 1..m` has no law in two coordinates that is found quickly, and
// g(1000, 10^18) no table; with m = 1000 it is a subtraction game. Whether a number was written as
// a parameter or as a coordinate, a bound as k*k <= n or as k <= isqrt(n), a pass as a helper game
// or as a coordinate makes no difference then.
// Idea: rewriting.h has the ways; for each other rule that is asked about there is a plan.
// Cost: reading the rule once for each other rule; then what the plan needs.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* rewritten_engine();

}  // namespace grundy
