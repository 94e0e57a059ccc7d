// A formula that fits known values: a guess, to be proved or refuted.
//
// Example: from the values of nim with forced increases on a small box come "n - m if n >= m" and
// "ω + m - n - 1" for the rest. Time: for each case some thousand functions are compared with all
// points, a bit for each point; modulo 12 there are hundreds of classes of residues, and a hopeless
// search takes tenths of a second. Its work is counted as steps of the budget, by which it ends at
// the same guess on every machine.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/ordinal/formula.h"
#include "engine/ordinal/sample.h"

namespace grundy {

/// A formula with few cases, at most `most`, that agrees with the sample everywhere and looks at
/// residues modulo divisors of `modulus` only; nothing when the search finds none.
///
/// Greedy: a case is a quasi-affine value on a convex region of a class of residues. The next case
/// is the one that covers most of the points left, the simplest of several; the later cases need
/// not keep clear of the earlier ones. The region's faces are the hull of the points where the
/// value fits, in directions with small coefficients, and only those faces that keep out a point
/// where it does not fit. As each case covers fewer points than the one before, a hopeless search
/// is given up after its first cases.
std::optional<Formula> guess(const Sample& sample, int64_t modulus, size_t most,
                             const Budget& budget);

}  // namespace grundy
