// Checks certificates of laws with parameters in them, such as n mod (k + 1) for
// `subtract[{1..k}]`, for all k at once.
//
// Problem: a remainder by a variable is beyond Presburger arithmetic.
// Idea: n = q·D + r has a product in it, but q·D is needed as a whole only. So a division brings
// three integers, q, r and the multiple M = n - r, with 0 <= r < D and facts about pairs of
// multiples of the same D (0 is one):
//   q' = q + c and M' = M + c·D for some c with |c| <= C, or
//   |q' - q| > C and M' lies so far from M as well.
// All of that is linear. That nothing satisfies it shows that no position does, for there are more
// such tuples than positions. That an option exists is shown by one whose quotients are those of
// the position, or 0, or the value that is asked for, plus a number: then M' is a true multiple. C,
// the "borrow", is the certificate's.
// Example: subtract[{1..k}] with D = k + 1: to reach a value w < r take r - w; the quotient stays,
// M' = M and r' = w. A certificate may say who wins instead: then only the value 0 is looked at,
// that of lost positions.
// Cost: convex pieces, some hundreds for each pair of cases of a law with two divisions; isl's
// steps have a limit.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

/// Whether a certificate of kind parametric is right.
Attempt<Judgement> check_parametric(const Certificate& certificate, const Budget& budget);

}  // namespace grundy
