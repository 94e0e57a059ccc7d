// The answers of value, equal and prove with --play misere: the genus, elements of a quotient, the quotient.
#pragma once
#include <string>
#include <vector>

#include "cli/context.h"

namespace grundy::cli {

/// The genus of a sum; in JSON also whether it is tame, or a position that is not.
int show_genus(const Question& sum, Context& context);
/// Whether two sums, written as `texts`, have the same element in the quotient of their games.
int equal_in_misere(const std::vector<Question>& sums, const std::vector<std::string>& texts, Context& context);
/// The quotient of all heaps of a game, with its certificate in the file `out` unless that is empty.
int prove_quotient(const Rule& rule, bool latex, const std::string& out, Context& context);

}  // namespace grundy::cli
