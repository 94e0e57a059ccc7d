// The moves of a code that leaves at most two heaps and has finitely many digits, in the form that
// the fast kernels take.
//
// Example: of kayles, 0.77, one token or two may be taken, and then nothing, one heap or two may be
// left: whole 1 2, one 1 2, two 1 2. Grundy's game has one split, of a take of 0, into different
// heaps.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rule/heap_code.h"

namespace grundy::heap {

/// Take `take` tokens and leave two heaps.
struct Split {
  uint64_t take = 0;
  bool different = false;  // the two must not be equal
};

struct Moves {
  // A heap of exactly so many tokens may be taken whole; rising, as the others.
  std::vector<uint64_t> whole;
  std::vector<uint64_t> one;  // so many may be taken, when something is left
  std::vector<Split> two;
  std::vector<uint64_t> equal;  // after taking so many, an even rest may be halved; value 0

  /// No digit but 0 stands behind this place.
  uint64_t last_digit() const;
};

/// The moves of the code; nothing when it allows three heaps, or repeats.
std::optional<Moves> simple_moves(const HeapCode& code);

}  // namespace grundy::heap
