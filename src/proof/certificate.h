// Certificates of theorems, written so that a small program can check them without search (doc/certificate.md).
#pragma once
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "proof/prove.h"

namespace grundy {

/// The text of a certificate for a theorem whose status is `proved`; the checker has accepted it. Declined, with the
/// reason, when the theorem is not proved, is beyond what the checker takes, or the budget is spent.
Attempt<std::string> certificate_of(const Theorem& theorem, Budget& budget);

}  // namespace grundy
