// The checker that Coq verified (formal/, doc/trust.md), asked as a program of its own.
//
// It knows fewer kinds of certificates than this one, and shares no code with it.
#pragma once
#include <string_view>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

inline constexpr std::string_view kVerifiedChecker = "grundy-verify";

/// What grundy-verify says of the certificates of a text. The program is looked for beside this
/// one, where `./dev formal` puts it, and in PATH. Declined when it is not there or the budget is
/// spent.
Attempt<Judgement> judge_by_verified(std::string_view text, const Budget& budget);

}  // namespace grundy
