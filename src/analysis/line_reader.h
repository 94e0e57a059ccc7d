// Reading a line of a rule as conditions over dimensions: coordinates, variables, terms, and the
// options' coordinates.
#pragma once
#include <optional>

#include "analysis/elimination.h"
#include "rule/rule.h"

namespace grundy {

/// The line's conditions; nothing if one is neither affine nor an atom. If `without_ranges`, the
/// moves to ranges of heaps in which there is no heap, else the others.
std::optional<ReadLine> read_line(const Rule& rule, const MoveLine& line, bool without_ranges);

}  // namespace grundy
