// The functions of lists by their names, "sum(a)".
#pragma once
#include <array>
#include <string_view>

#include "rule/cells.h"

namespace grundy {

/// By the number of the fold.
constexpr std::array<std::string_view, 9> kFoldNames = {"sum", "product", "min", "max",  "xor",
                                                        "or",  "and",     "gcd", "count"};
static_assert(static_cast<size_t>(CellCondition::Fold::count) + 1 == kFoldNames.size());

}  // namespace grundy
