// The values of a subtraction game, computed anew, and that they repeat for ever.
//
//   S finite, t its greatest element: g(n) is a function of the t values before it, for n >= t. So
//   if the t values from q on come again p places later, everything from q on does.
//
//   All but S: let D(n) be the number of different values below n, which are 0, …, D(n) - 1, and
//   u(n) = D(n) - g(n). A value below D(n) is g(n) only if all its places are within the last t; so
//   u(n) is a function of the t numbers u before it, for n >= t. If those from q on come again p
//   places later, g(n + p) = g(n) + D(q + p) - D(q) from q on.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

/// Of a certificate of kind periodic whose rows have the form that is asked for. An error when the
/// budget is spent.
Attempt<Judgement> check_values(const Certificate& certificate, const Budget& budget);

}  // namespace grundy
