// The take engine: heaps from which L to R may be taken, or 1 to j, or k, with numbers too large
// for a table.
//
// Take L to R: the value of n is ⌊(n mod (L + R))/L⌋. Among the last L + R heaps the blocks of L
// heaps with values 0, 1, … follow one another; n's options are all heaps of the other blocks but
// those less than L away. Take 1 to j, or k: the value is n mod (j + 1), unless j + 1 divides k.
// Then, with r = n mod (k + 1), it is j + 1 for r = k and else r mod (j + 1): heaps count modulo k
// + 1, and only the heap k has all values up to j among its options. Both follow by induction
// (Berlekamp, Conway and Guy 1982, chapter 4, have the subtraction games of small sets).
//
//   take 2 to 5: 0 0 1 1 2 2 3, again and again      take 1, 2 or 6: 0 1 2 0 1 2 3, again and again
//
// A value costs a division.
#pragma once
#include <optional>

#include "analysis/isl.h"
#include "engine/engine.h"

namespace grundy {

/// What may be taken: low to high, and `more` as well unless that is 0; then low is 1.
struct TakenRange {
  uint64_t low = 1;
  uint64_t high = 1;
  uint64_t more = 0;

  Natural value(const Natural& n) const;
};

/// The range that the moves { n → n' } take; nothing when they are others, or isl gives up.
std::optional<TakenRange> taken_range(const isl::Map& moves);

const Engine* take_engine();

}  // namespace grundy
