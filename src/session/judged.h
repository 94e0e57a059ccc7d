// Certificates judged, each accepted one with the theorem that it proves, ready to be cited.
//
// Problem: who checks a file wants to know what it says, and to quote that. Idea: the checker
// first, then a citation of each certificate. Example: the file of `forced` is accepted, and its
// citation has the theorem, the rule and a fingerprint.
// Cost: that of the checker.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "check/check.h"
#include "session/citation.h"

namespace grundy {

struct JudgedTheorems {
  Judgement judgement;              // of the first certificate that is not accepted
  size_t certificates = 1;          // in the text
  std::vector<Citation> citations;  // of all, where they are accepted
};

/// `solver` decides, "z3" or "cvc5"; empty: isl; "grundy-verify": isl, and then the checker that
/// Coq verified. `version` is that of the program, for the citations. Declined, "not decided: …",
/// when the budget is spent.
Attempt<JudgedTheorems> judge_theorems(std::string_view text, const std::string& solver,
                                       std::string_view version, Budget& budget);

/// Which checkers accept a certificate, as a sentence: this program's, and the one that Coq verified
/// where it is there. Each has a few seconds.
std::string acceptance_text(std::string_view certificate, Budget& budget);

/// "accepted", "rejected" or "undecided".
const char* status_text(const Judgement& judgement);
/// The object of `grundy check --json` for a file of this name.
std::string to_json(const JudgedTheorems& judged, std::string_view file);

}  // namespace grundy
