// Re-checks certificates of kind sprouts: the value of a drawing, by claims about lands.
//
//   is V LAND        the value of the land is V: no option has it, and some option has each value
//                    below it
//   not V N LAND     the value of the land is not V, as its option number N has it
//
// Options and lands are those of sprouts_lines.h; a land is known by its text. The value of an
// option is known when all its lands are said to have one. That it is not V follows as well when
// all but one of its lands have values, of nim-sum x, and the last is said not to have V ⊕ x. Each
// claim rests on claims before it, so there is no circle. By the theorem of Sprague and Grundy the
// value of the drawing is the nim-sum of those of its lands.
// Time is a listing of the options for each claim.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

struct SproutsCertificate {
  struct Claim {
    bool is = true;
    int64_t value = 0;
    int64_t option = 0;  // counted from 1; of a claim `not`
    std::string land;
  };
  std::string drawing;  // "5", "0.AB.}AB.}"
  int64_t value = 0;
  std::vector<Claim> claims;
};

std::string to_text(const SproutsCertificate& certificate);

/// Whether the text's line of a kind says so.
bool is_sprouts_certificate(std::string_view text);
/// What the text says, unchecked; an error of kind input where it is no such certificate.
Attempt<SproutsCertificate> sprouts_in(std::string_view text);
/// An error of kind declined when the budget is spent.
Attempt<Judgement> check_sprouts(std::string_view text, const Budget& budget);

}  // namespace grundy
