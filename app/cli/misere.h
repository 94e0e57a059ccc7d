// What value, equal and prove do with --play misere.
#pragma once
#include <string>
#include <vector>

#include "cli/context.h"

namespace grundy::cli {

/// The genus of a sum; in JSON also whether it is tame, or a position that is not.
int show_genus(const std::string& sum, Context& context);
/// Whether two sums have the same element in the quotient of their games.
int equal_in_misere(const std::vector<std::string>& sums, Context& context);
/// The quotient of all heaps of a game, with its certificate in the file `out` unless that is empty.
int prove_quotient(const std::string& game, bool latex, const std::string& out, Context& context);

}  // namespace grundy::cli
