// The name of a game with the values of its parameters, for theorems, titles and pictures, which
// are read without the rule beside them.
#pragma once
#include <string>

#include "rule/rule.h"

namespace grundy {

/// All parameters, those that were not given too: "bounded[K=3]". A set of more than twenty numbers
/// stands there only when it was given.
std::string name_with_parameters(const Rule& rule);
/// All parameters by their names, "subtract[S={1, 2}]", whichever were given.
std::string name_with_all_parameters(const Rule& rule);
/// print_rule with the parameters in its first line, "game bounded[K = 3](n)", so that who reads
/// the rule by itself has the same name; the moves have their values filled in.
std::string rule_with_parameters(const Rule& rule);

}  // namespace grundy
