// The check of a certificate of kind outcomes: who wins, or that it is a draw, of every position of
// a game whose play need not end.
//
// Problem: no measure falls in every move, so that there is no induction over play.
// Idea: each case claims an outcome and a counter, a natural number. The player who wins has a way
// to lower it; three claims make that a theorem, for each class of residues of the coordinates by
// itself (place.h):
//   lost (0):  every move leads to a position that is won, with a smaller counter;
//   won (1):   some move leads to a position that is lost, with a smaller counter;
//   drawn (2): some move leads to a position that is drawn, and none to one that is lost.
// Beside them, the cases cover all positions, and counters are natural. "Every" is that conditions
// on integers have no solution; "some" that the positions with such a move, taken away from those
// of the case, leave none.
// The certificate may name such moves by witnesses. The verified checker (formal/) needs them; this
// one looks at their form only.
// Cost: isl's steps, which have a limit; residue classes × cases squared × lines.
#pragma once
#include <cstdint>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

/// What the first value of a case says of who is to move.
enum : int64_t { kLostCase = 0, kWonCase = 1, kDrawnCase = 2 };

Attempt<Judgement> check_outcomes(const Certificate& certificate, const Budget& budget);

}  // namespace grundy
