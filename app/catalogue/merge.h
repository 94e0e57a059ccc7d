// Takes the games of another catalogue over, and believes nothing of it.
//
// Problem: parts of a sweep come from machines and programs that may be wrong.
// Idea: a row is taken when its certificate is right and is about this code and this period; its
// first values are worked out anew and compared with its checksums. A period without a certificate
// is not taken. Where two catalogues contradict each other, nothing of the part is taken.
// Example: of a row that says 0.45 has period 19 the certificate is rejected, or is about another
// period.
// Cost: that of checking certificates, and some thousand values of each game.
#pragma once
#include <string>

#include "base/budget.h"
#include "catalogue/database.h"

namespace grundy::catalogue {

struct Merged {
  uint64_t games = 0;         // of the part
  uint64_t taken = 0;         // better known there
  uint64_t unproved = 0;      // periods without a certificate, left aside
  uint64_t certificates = 0;  // checked
};

/// `sample`: the certificate and the values of one game in sixteen are checked, told by the code.
/// An error of kind declined, and nothing is taken, where a row of the part is wrong or contradicts
/// `whole`; it shows the rows.
Attempt<Merged> merge_catalogue(Catalogue& whole, const Catalogue& part, const std::string& name,
                                bool sample, Budget& budget);

}  // namespace grundy::catalogue
