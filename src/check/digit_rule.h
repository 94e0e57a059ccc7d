// The checker's own reading of a move line as a condition on digits.
//
// The line is legal where a condition on tracks holds: the position's coordinates are tracks 0, 1,
// …, then come the line's binders, then numbers for ⌊t/d⌋, min, max, abs, ^^ and for the
// coordinates that the move leads to. A binder that such a coordinate tells needs no track beside
// it: with y = a - k, y takes the track of k, which is a - y. The quotient of a term that may be
// negative is the difference of two such numbers. Other numbers are defined where their terms are
// natural; that a term is never negative where the line may be legal is an obligation: a condition
// that is to have no solution.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "check/digits.h"
#include "rule/rule.h"

namespace grundy::digits {

struct LineReading {
  Node legal;
  std::vector<Node> impossible;         // obligations
  std::vector<std::vector<int>> parts;  // of each part its coordinates
  int tracks = 0;                       // that are in use
};

/// A condition of the coordinates; the numbers that it takes besides are defined apart, and exist
/// wherever it is asked.
struct ConditionReading {
  Node holds;
  Node definitions;
};

/// The conditions of a line, for coordinates on these tracks; further ones are `tracks` and on,
/// which is raised. Nothing, and the reason, for conditions that are beyond this reading, or whose
/// terms may be negative.
std::optional<ConditionReading> read_conditions(Machine& machine, const MoveLine& line,
                                                const std::vector<int>& coordinates, int& tracks,
                                                std::string& reason);

/// Nothing, and the reason, for a line that is beyond this reading.
std::optional<LineReading> read_line(Machine& machine, const Rule& rule, const MoveLine& line,
                                     std::string& reason);

}  // namespace grundy::digits
