// The period of a heap game, found in its values and proved.
//
// Guy and Smith 1956: let at most two heaps be left and at most t tokens be taken. When g(n + p) =
// g(n) for all n from n0 on as far as n + p <= 2·n0 + 2·p + t, then for all n >= n0. For of the
// heaps a >= b that n + p is split into, n beyond that, a >= n0 + p, so that a - p and b, into
// which n is split, have the same nim-sum; and the other way round.
//
// With conditions on equal heaps more has to be known (doc/heap.md):
//   - where the two heaps have to be different, a - p and b may be equal, so that n + p alone has
//     the option 0 by them. But with n > 2·n0 + 2·p + t and n - t = 2b, n has it by the heaps b - p
//     and b + p. So n + p <= 2·n0 + 3·p + t.
//   - where they have to be equal, n has an option when n - t is even, which an odd p does not
//     keep; then 2·p takes its place.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/heap/moves.h"
#include "engine/heap/values.h"
#include "value/law.h"

namespace grundy::heap {

struct Period {
  uint64_t preperiod = 0;  // the least n0
  uint64_t period = 1;
  uint64_t saltus = 0;  // g(n + period) = g(n) + saltus from n0 on
  friend bool operator==(const Period&, const Period&) = default;
};

/// Positions 0 … window - 1 have to be known for the theorem.
uint64_t window(const Moves& moves, const Period& period);

/// The least period that the values known so far prove by the theorem. Time: some passes over the
/// values, at a byte each.
std::optional<Period> proved_period(const Values& values, const Moves& moves);
/// The period that the values of positions below `end`, which are known, have, proved or not, or
/// the arithmetic period, with a saltus; with the pre-period that they show. It is seen in the
/// first million, from a third of them on.
std::optional<Law> apparent_law(const Values& values, uint64_t end);

/// The positions below the pre-period whose value is not that of the period continued backwards.
std::vector<uint64_t> exceptions(const Values& values, const Period& period);

}  // namespace grundy::heap
