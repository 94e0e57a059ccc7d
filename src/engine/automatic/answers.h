// The automatic engine: positions far out, by a law that one automaton reads.
//
// A law is sought (search.h) where a table would be too large, within a fixed number of steps. Then
// a position's value is read off its digits, and its winning moves too, the least first: the moves
// as a relation, joined with the law. Of some games only the losing positions have a law; then who
// wins is known, and how, but no value.
//
//   wythoff(10^30, 10^31)      lost or won by its Zeckendorf digits
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* automatic_engine();

}  // namespace grundy
