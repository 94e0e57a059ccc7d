// Moves into sums of nim heaps, of which there may be 10^18.
//
// Problem: whether one of the moves nim(a - t) + nim(b + t) + nim(c), t < a, leads to 0 is a
// question about binary digits; a listing of all t takes a steps.
// Idea: each question "has the position a move to this value, and which is the least" is an
// equation in t (xor_equation.h). The value is the least number that no line has a solution for.
// Example: a stone count is moved from one heap to another, then nim is played:
//   unfair[C=5](a, b) -> nim(a - t) + nim(b + t) + nim(C)  for t < a
// Cost: some microseconds for each number up to the value.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* nim_sums_engine();

}  // namespace grundy
