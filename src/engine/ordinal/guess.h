// A formula that fits known values: a guess, to be proved or refuted.
#pragma once
#include <cstdint>
#include <optional>
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

/// The part of the sample with coordinate i below size[i], which is at most the sample's.
Sample part_of(const Sample& sample, const std::vector<int64_t>& size);
/// The first point of the sample at which the formula has another value, or none.
std::optional<std::vector<int64_t>> disagreement(const Formula& formula, const Sample& sample);

/// A formula with few cases, at most `most`, that agrees with the sample everywhere and looks at residues modulo
/// divisors of `modulus` only; nothing when the search finds none.
///
/// Greedy: a case is a quasi-affine value on a convex region of a class of residues. The next case is the one that
/// covers most of the points left, the simplest of several; the later cases need not keep clear of the earlier ones.
/// The region's faces are the hull of the points where the value fits, in directions with small coefficients, and only
/// those faces that keep out a point where it does not fit. As each case covers fewer points than the one before, a
/// hopeless search is given up after its first cases.
std::optional<Formula> guess(const Sample& sample, int64_t modulus, size_t most, const Budget& budget);

}  // namespace grundy
