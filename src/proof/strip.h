// The values of boards of every length, and a certificate of them: kind strip, for the checker
// (check/strip.h).
//
// Problem: a table of cram(1xn) for n up to 1000 says nothing of n = 1001. Idea: parts are added
// until the moves on all of them lead to parts that are there; then their values are computed until
// a period is proved. Moves and values are those of the checker's own slow listing. Example:
// cram(1xn) is one part, a row of free cells; its values have period 34 from n = 53 on. Cost: that
// of the checker, and a look for the period now and then.
#pragma once
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/strip.h"

namespace grundy {

struct StripTheorem {
  StripCertificate claims;
  bool rings = false;
  std::string certificate;
};
/// Of a family as read_strip_family reads it, "cram(1xn)"; others are declined, with an example of
/// what goes on without end, or with the number of parts and of values when no period is seen. The
/// checker has accepted the text.
Attempt<StripTheorem> prove_strip(const Rule& rule, const std::string& family, Budget& budget);

/// "The values of cram(1xn) have the period 34 from n = 53 on."
std::string statement(const StripCertificate& certificate);
/// The theorem, its values and how it is proved.
std::string to_text(const StripTheorem& theorem);

}  // namespace grundy
