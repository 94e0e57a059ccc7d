// The mixed engine: games with infinitely many moves into other games, or into sums with them,
// position by position.
//
// A move `-> nim(k) for k >= n` leads to infinitely many positions of nim, whose values are a law:
// so the values of these options are a set of integers, and the position's value is the least
// ordinal outside of the sets of its lines. Of the parts of a sum all but one may take finitely
// many positions only; the nim-sum with each of these shifts the bits of the set of the last one.
// Games without a law are valued by the same definition, going down their moves.
//
//   chute(n) -> nim(k) for k >= n        chute(0) = ω, since all natural numbers are values of
//                                        options; chute(5) = 0
//
// Cost: some isl operations for each position that is met; at most kMixedDepth moves are followed
// in a row.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* mixed_engine();

}  // namespace grundy
