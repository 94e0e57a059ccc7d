// The engine of take-away games with a memory, such as Fibonacci nim: who wins and by which moves
// at any size by Schwenk's theorem (take_away_rule.h), values by a table of the steps in which they
// rise (take_away_values.h).
//
// Problem: "take at most three times as much as the last player" from 10^6 has a table of 10^12
// cells, and an automaton is found where the heaps that are lost are digits of a known numeration.
// Example: with at most twice as much the lost heaps are the Fibonacci numbers; 10^18 in
// microseconds, all values up to 10^5 in some tenths of a second.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* take_away_engine();

}  // namespace grundy
