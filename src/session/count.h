// How many positions of a box have each value, and how many tuples of positions have a nim-sum.
//
// Values are counted as they come, so a box costs its values and no memory of its own; where an
// engine knows in which pieces the values stand (session/pieces.h), it costs its pieces. With c(v)
// positions of value v, and H(x) = Σ c(v)·(-1)^|v & x| (Walsh and Hadamard), the k-tuples of
// positions of nim-sum s are Σ H(x)^k·(-1)^|s & x| divided by the number of x, because sums of
// positions add their values by exclusive-or. Example: of wythoff's positions (a, b) with a, b <= 2
// three each have the values 0, 1 and 2, and 27 of the 81 pairs have nim-sum 0.
// Costs v·log v additions and v powers of big numbers, for values below v.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "session/box.h"
#include "session/condition.h"
#include "session/session.h"

namespace grundy {

/// How many positions have each value.
struct Histogram {
  std::map<Value, Natural> counts;
  Natural positions() const;
};

/// The values in the box, of the positions where the condition holds; outcomes, as outcome_table.h
/// has them, of games that have no values. With a weight each position counts as often as its
/// weight says, which may be negative where the whole is not.
Attempt<Histogram> count_values(Session& session, const TabledGame& game,
                                const std::vector<Range>& box, const PositionCondition* where,
                                const PositionTerm* weight, Budget& budget);

/// How many ordered tuples of `size` positions, repeats allowed, have this nim-sum; the remainder
/// modulo `modulus` when there is one (at least 1). Declines infinite values, and numbers too long
/// to be written.
Attempt<Natural> count_tuples(const Histogram& histogram, const Natural& size, uint64_t nim_sum,
                              const std::optional<Natural>& modulus, Budget& budget);

}  // namespace grundy
