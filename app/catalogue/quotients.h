// Misère quotients in the catalogue: found one code after another, each once and for so long a time
// at most.
//
// A run takes the codes in their order, leaves out those that are proved or declined, and those
// that are open after as much time; each result is kept at once. So the same command resumes a run
// that was ended, and one with more time for each code goes on with those that are open.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "catalogue/database.h"
#include "rule/heap_code.h"

namespace grundy::catalogue {

/// `each`: seconds for a code; `seconds`: of the whole run, 0 for no bound.
Attempt<void> run_quotients(Catalogue& catalogue, const std::vector<HeapCode>& codes, double each,
                            double seconds, Budget& budget);

/// "4 games: 3 proved (2 tame, 1 wild), …"
std::string counts_of_quotients(const std::vector<CatalogueQuotient>& quotients, bool json,
                                uint64_t unknown);
/// The quotient of one code, those of a status, or all with their counts.
Attempt<std::string> shown_quotients(const Catalogue& catalogue,
                                     const std::optional<std::string>& code,
                                     const std::string& status, bool json);
Attempt<std::string> quotients_csv(const Catalogue& catalogue, const std::string& status);
/// Of all proved quotients, or of one code, for `grundy check`.
Attempt<std::string> quotient_certificates(const Catalogue& catalogue,
                                           const std::optional<std::string>& code);

}  // namespace grundy::catalogue
