// Whether far out the moves of a line depend on one coordinate only by where they lead: decided by
// integer sets.
//
// The line { (n, s) → (n - 3, s') : n ≥ 3 } is the same from n = 3 on, for every shift; n % 2 = 0
// as a condition is the same for shifts by an even number. n % 7 is the same for shifts by 7 as it
// stands: such a part does not move along.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/relation.h"

namespace grundy {

/// By how much the coordinate number `far` falls in the line's moves to its part number `part`, from
/// positions whose other coordinates are at most those of `box` (its entry `far` does not count): at
/// most this. Nothing when it can rise, when there is no bound, or isl gives up.
std::optional<int64_t> greatest_fall(const LineRelation& line, size_t part, size_t far,
                                     std::span<const int64_t> box);
/// Whether that coordinate of the part is bounded, wherever the move began.
bool stays_low(const LineRelation& line, size_t part, size_t far, std::span<const int64_t> box);

/// The least N, at least 0, such that for all n >= N the moves from (n + period, s) are those from
/// (n, s), with `period` added to coordinate number `far` of the parts that move along; for s in the
/// box. Nothing when there is none or isl gives up.
std::optional<int64_t> shift_begins(const LineRelation& line, const std::vector<bool>& moves_along,
                                    size_t far, int64_t period, std::span<const int64_t> box);

/// Of moves of a game of one coordinate to two heaps: by how much both together are less.
/// Nothing, too, where one of them need not be less than the heap.
std::optional<int64_t> greatest_loss(const LineRelation& line);

/// The least N, at least 0, such that the moves from n + period are those from n with `period` added
/// to one heap, for either of the two and all heaps from N on. Nothing when there is none or isl
/// gives up.
std::optional<int64_t> split_shift_begins(const LineRelation& line, int64_t period);

/// The greatest coordinate number `i` to which moves can raise a smaller one; -1 when none is
/// raised. Nothing when there is no bound or isl gives up.
std::optional<int64_t> greatest_rise(const LineRelation& line, size_t i);

}  // namespace grundy
