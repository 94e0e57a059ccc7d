// A formula as the certificate of a law with letters has it: divisions, and cases that are linear
// in their quotients and remainders.
//
// Problem: the certificate (check/parametric.h) knows no terms, only rows of numbers.
// Idea: each division by a number, or by a sum of letters, brings two variables; all else is
// linear, and a condition with "or" becomes two cases. Example: n % (L + R) / L has the divisions n
// by L + R and its remainder by L, and the value is the second quotient.
#pragma once
#include <string>
#include <vector>

#include "base/attempt.h"
#include "check/text.h"
#include "proof/claim_text.h"
#include "rule/rule.h"

namespace grundy {

/// Parameters, domain, divisions and cases; the first `letters` coordinates are the letters.
/// Declines terms that are not such a formula.
Attempt<Certificate> law_rows(const Claim& law, const std::vector<Expr>& domain, size_t letters);

}  // namespace grundy
