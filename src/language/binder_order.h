#pragma once

#include <vector>

#include "language/syntax.h"

namespace grundy {

/// Puts each variable behind those that its bounds speak of: "for y < x, x in a" is "for x in a,
/// y < x". Others keep their order; so do variables that speak of each other.
void order_binders(std::vector<BinderSyntax>& binders);

}  // namespace grundy
