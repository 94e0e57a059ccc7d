// Re-checks certificates: a small program that trusts neither an engine nor the search for laws. It
// sees the language (rule/), numbers, and isl.
//
// A certificate (doc/certificate.md) is read (text.h); what it claims is stated as obligations
// (obligation.h), which a judge decides: isl here, z3 or cvc5 elsewhere (smt.h). Values are
// computed anew: those of subtraction games (periodic.h), and of take-and-break games (heap.h,
// three.h, window.h). Values of single boards follow from claims about their parts (position.h), by
// moves that are laid anew (drawn.h).
#pragma once
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/obligation.h"
#include "check/text.h"

namespace grundy {

/// The judge that asks isl. It gives up after a number of isl's steps, not after a time: what it
/// answers is the same on every machine.
Attempt<Judgement> judge_by_isl(const std::vector<Obligation>& obligations, const Budget& budget);

/// Whether the text is a certificate, and right. An error of kind declined when the budget is
/// spent.
Attempt<Judgement> check_certificate(std::string_view text, const Judge& judge,
                                     const Budget& budget);

/// The certificates of a text, which follow one another; each begins with the line that tells its
/// version.
std::vector<std::string_view> certificates_of(std::string_view text);

/// What there is to say of a text of several certificates.
struct JudgedText {
  Judgement judgement;      // of the first that is not accepted, its line counted in the text
  size_t certificates = 1;  // in the text
};

/// Checks the certificates of a text. Declined, "not decided: …", when the budget is spent.
Attempt<JudgedText> check_certificates(std::string_view text, const Judge& judge,
                                       const Budget& budget);

}  // namespace grundy
