// The answers of value and prove with --play misere: the genus, the quotient.
#pragma once
#include <string>

#include "cli/context.h"

namespace grundy::cli {

/// The genus of a sum; in JSON also whether it is tame, or a position that is not.
int show_genus(const face::Sum& sum, Context& context);
/// The quotient of all heaps of a game, with its certificate in the file `out` unless that is
/// empty.
int prove_quotient(const std::string& game, bool latex, const std::string& out, Context& context);
/// Ends the command where there is no quotient; in JSON it is told what of.
int no_quotient(const std::string& game, const face::Error& error, Context& context);

}  // namespace grundy::cli
