// Works games out and keeps the results in the catalogue.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "catalogue/database.h"

namespace grundy::catalogue {

/// Works the games out further and further, and keeps each result at once. The next game is always
/// the one on which the least time was spent so far, and it is taken four times as far as it was
/// known: so all games get about the same time, and easy games are solved early. Ends when each
/// game is periodic, known up to position `upto` (0: no bound) or out of memory, and after
/// `seconds` (0: no bound). An error when it was stopped otherwise. `note` gets the progress as a
/// text, "3 of 8 different games are periodic".
Attempt<void> run_catalogue(Catalogue& catalogue, const std::vector<HeapCode>& codes, uint64_t upto,
                            double seconds, Budget& budget,
                            const std::function<void(std::string)>& note);

}  // namespace grundy::catalogue
