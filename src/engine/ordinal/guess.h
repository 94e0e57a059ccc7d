// A formula that fits known values: a guess, to be proved or refuted.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/ordinal/formula.h"

namespace grundy {

/// Values on the box of all points with coordinate i below size[i]: the coefficients of the powers of ω, highest first.
/// The last coordinate runs fastest.
struct Sample {
  std::vector<int64_t> size;
  size_t powers = 1;
  std::vector<int64_t> values;  // `powers` numbers for each point

  size_t points() const { return powers == 0 ? 0 : values.size() / powers; }
};

/// A formula with as few cases as the search finds that agrees with the sample everywhere and looks at coordinate i
/// modulo moduli[i]; nothing when it would need more than `most` cases for a class of residues. Each case is an affine
/// value on a convex region: the region's faces are the hull of the points where the value fits, in directions with
/// small coefficients, and only those faces that keep out a point where it does not fit.
std::optional<Formula> guess(const Sample& sample, const std::vector<int64_t>& moduli, size_t most,
                             const Budget& budget);

}  // namespace grundy
