// The value that a formula gives at positions of any size.
#pragma once
#include "engine/ordinal/formula.h"
#include "rule/position.h"
#include "value/ordinal.h"

namespace grundy {

/// The value by the first case that applies; requires a formula by residues (by_residues) that is
/// total.
Ordinal value_at(const Formula& formula, const Coordinates& position);

}  // namespace grundy
