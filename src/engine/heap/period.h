// The period of a heap game, found in its values and proved.
//
// Guy and Smith 1956: when digits behind d_t are 0, at most two heaps are left, and g(n + p) = g(n) for all n with
// n0 <= n <= 2·n0 + 2·p + t - p, that is, as far as both sides lie below 2·n0 + 2·p + t + 1, then it holds for all
// n >= n0.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/heap/moves.h"
#include "engine/heap/values.h"

namespace grundy::heap {

struct Period {
  uint64_t preperiod = 0;  // the least n0
  uint64_t period = 1;
  /// Positions 0 … window - 1 have to be known for the theorem.
  uint64_t window(uint64_t last_digit) const { return 2 * preperiod + 2 * period + last_digit + 1; }
  friend bool operator==(const Period&, const Period&) = default;
};

/// The least period that the values known so far prove by the theorem. Time: some passes over the values, at a byte
/// each.
std::optional<Period> proved_period(const Values& values, uint64_t last_digit);
/// The least period that the last third of the values has, proved or not; with the pre-period that they show.
std::optional<Period> apparent_period(const Values& values);

/// The positions below the pre-period whose value is not the one that the period would give them.
std::vector<uint64_t> exceptions(const Values& values, const Period& period);

}  // namespace grundy::heap
