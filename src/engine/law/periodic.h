// The periodic engine: games whose moves lower one coordinate by a bounded amount, at positions of
// any size.
//
// Let n be that coordinate and s the others, which stay in a box. Far out the moves often don't
// depend on n: those from (n + p, s) are those from (n, s), moved by p. That is a question about
// integer sets, decided for all n ≥ N. If every move lowers n by at most w, and in a table up to n
// = t ≥ max(N + p, a + p + w) the values have period p from a on, then they have it for ever: the
// value of (n + p, s) is the least number that no option has, and its options' values are those of
// (n, s) (the argument of Guy and Smith 1956, for windows). Several games that lead to one another
// count together.
//
//   castle(n, last): lower n by 3, or by 1 unless last = 1, or by 5 unless last = 2: period 9 in n,
//   proved in milliseconds
//
// Costs a table of some thousand values of n, and some thousand steps of isl for each line of the
// rule.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* periodic_engine();

}  // namespace grundy
