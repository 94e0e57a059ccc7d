// The engine of tested laws: asked only where conjectures are allowed.
//
// Problem: a position is too far for a table, its values look periodic, and no proof is found.
// Idea: the values of the one far coordinate, up to some thousands, have v(n + p) = v(n) + s from n
// = a on. When that holds for at least half of them, and three periods, it is taken to go on.
// Nothing proves it: whoever asks has allowed it, and the answer says so.
// Example: takes of primes less than 50, under a condition that no set of integers describes.
// Cost: a table, and mostly as many steps as a few of its rows.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* tested_engine();

}  // namespace grundy
