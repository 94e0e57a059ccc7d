// The engine of games with a coordinate that no move changes: with its value written into the rule it is a parameter.
//
// Problem: `g(m, n - k) for k in 1..m` has no law in two coordinates that is found quickly, and g(1000, 10^18) no table;
// with m = 1000 it is a subtraction game. Whether a number was written as a parameter or as a coordinate makes no
// difference then.
// Idea: for each value of the frozen coordinates that is asked about there is a rule of the other coordinates, and a
// plan for it.
// Example: bit(n, mask) with moves that keep the mask.
// Cost: reading the rule once for each value; then what the plan needs.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* frozen_engine();

}  // namespace grundy
