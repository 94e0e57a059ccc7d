// The Grundy function of a game with affine moves, slice by slice.
//
// Play goes down in the coordinates one after another (a descent of coordinates, the outermost first). With the outer
// coordinates fixed and all smaller slices known, the values of options in smaller slices are an integer set, perhaps
// infinite, and the positions of the innermost slice can be computed one by one: a value is the lexicographic minimum
// of what is not the value of an option. From some values a formula is guessed (guess.h) and proved for the whole
// slice (verify.h); from some slices, a formula for all of them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/isl.h"
#include "base/budget.h"
#include "base/result.h"
#include "engine/ordinal/formula.h"

namespace grundy {

struct SlicesLimits {
  size_t powers = 1;     // values below ω^powers
  int64_t values = 64;   // of an innermost slice before a formula for it is given up
  int64_t slices = 16;   // before a formula for all of them is given up
  int64_t modulus = 12;  // greatest modulus that is tried
  double seconds = 4;    // before new slices are given up
};

/// What was found and proved.
struct SlicesFound {
  std::optional<Formula> whole;  // for all positions
  /// Without it: one for each of the values 0, 1, 2, … of the outermost coordinate; right where that has this value.
  std::vector<Formula> slices;
  std::string reason;  // why there is no formula for all positions
};

/// Looks for a formula for all positions and proves it. `order`: the coordinates, the outermost first; every move has
/// to lower them lexicographically. An error only when the budget is spent.
Result<SlicesFound> search_slices(const isl::Map& moves, const std::vector<size_t>& order, const SlicesLimits& limits,
                                  Budget& budget);

/// The formula for all positions by itself, by residues (formula.h). An error of kind declined tells why there is none.
Result<Formula> formula_by_slices(const isl::Map& moves, const std::vector<size_t>& order, const SlicesLimits& limits,
                                  Budget& budget);

}  // namespace grundy
