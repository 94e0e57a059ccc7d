// Re-checks certificates of kind strip: the values of boards of every length.
//
// A certificate names a family of boards, cram(1xn), lists parts U Vⁿ W, and claims that their
// values have a period together, and those of the boards one from some n on. The checker lists the
// moves on every part by strip_parts.h, all of which have to lead to parts that are listed,
// computes the values, and compares as many as the theorem of Guy and Smith asks for. Time: that of
// the values, n² steps for n of them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/strip_boards.h"
#include "check/strip_parts.h"
#include "check/text.h"
#include "rewriting/strip_family.h"

namespace grundy {

struct StripCertificate {
  std::string rule;  // in the language; every line ends in a newline
  std::string game;
  std::string family;  // "cram(1xn)"
  int64_t far = 0;
  std::vector<StripPart> parts;
  int64_t preperiod = 0;  // of all parts together
  int64_t period = 1;
  int64_t law_preperiod = 0;  // of the boards
  int64_t law_period = 1;
  // Of the boards, from the least n on, below law_preperiod + law_period.
  std::vector<int64_t> values;
  int64_t first() const { return law_preperiod + law_period - static_cast<int64_t>(values.size()); }
};

std::string to_text(const StripCertificate& certificate);
bool is_strip_certificate(std::string_view text);
/// What the text says, unchecked; an error of kind input where it is no such certificate.
Attempt<StripCertificate> strip_in(std::string_view text);
/// An error of kind declined when the budget is spent.
Attempt<Judgement> check_strip(std::string_view text, const Budget& budget);

}  // namespace grundy
