// Certificates of theorems, written so that a small program can check them without search
// (doc/certificate.md).
//
// The statement is written down as rows of integers, with witnesses (witnesses.h) for all that
// exists by the theorem, and the checker (check/check.h) reads it before anyone else does. The
// certificate of nim has 18 lines, that of kayles fewer: a digest stands for its 83 values.
#pragma once
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"
#include "proof/theorem.h"

namespace grundy {

/// The cases of a formula by residues (engine/ordinal/formula.h).
std::vector<Certificate::Case> rows_of(const Formula& formula);

/// The text of a certificate for a theorem whose status is `proved`; the checker has accepted it.
/// Declined, with the reason, when the theorem is not proved, is beyond what the checker takes, or
/// the budget is spent.
Attempt<std::string> certificate_of(const Theorem& theorem, Budget& budget);

}  // namespace grundy
