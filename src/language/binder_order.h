#pragma once

#include <set>
#include <string>
#include <vector>

#include "language/syntax.h"

namespace grundy {

/// Puts each variable behind those that its bounds speak of: "for y < x, x in a" is "for x in a,
/// y < x". Others keep their order; so do variables that speak of each other.
void order_binders(std::vector<BinderSyntax>& binders);

/// Adds the names that the term speaks of, other than variables that are bound within it.
void add_names(const TermSyntax& term, std::set<std::string>& names);

}  // namespace grundy
