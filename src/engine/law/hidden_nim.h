// Nim in disguise: games of several numbers in which terms, such as differences of neighbours, are
// the heaps.
//
// Problem: Georgia and Bob moves coins on a strip to the left, none past another, and staircase nim
// puts what it takes on the next lower step. With five coins a table has more cells than there is
// memory, though both are nim with moves that can be taken back.
// Theorem. Let terms f1, f2, … of a position be natural numbers, and play end. Let each move change
// exactly one of them, and let each of them be lowered to any smaller number by some move. Then the
// value is f1 ⊕ f2 ⊕ …
// Proof. No move keeps the nim-sum v, as one term alone changes. For w < v some fi has the leading
// bit of v ⊕ w, so that fi ⊕ v ⊕ w is smaller than fi, and the move to it gives w. So v is the mex.
// Where moves change the term by at most m, and lower it by each of 1 to m that it allows, the same
// holds with the terms' remainders by m + 1.
// Idea: where a line takes a number k and changes coordinates by multiples of it, the bounds of k
// are terms that it may lower as it likes. Of these terms such are chosen that each line changes
// exactly one. That a bound implies the others, that terms stay natural, and that positions stay in
// order where that is needed (a < b < c), are questions about a few numbers at a time, which
// integer sets decide. Play ends as coordinates or distances fall, one after another. Where a line
// says what is left, `g(k, b) for k < a`, its number is how much a coordinate changes.
// Example: of coins at a < b < c the heaps are a and c - b - 1.
// Cost: some tests for each line, and a search among the terms; then a nim-sum for a value.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* hidden_nim_engine();

}  // namespace grundy
