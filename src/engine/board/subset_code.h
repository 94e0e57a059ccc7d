// Moves that leave a part of a set, as masks.
//
// Problem: `powers({x for x in S if x % j != 0}) for j in S` is asked of every j and x in every
// set, though whether x stays beside the choice of j is always the same.
// Idea: where conditions speak of S only by asking for members, all sets that play leads to are
// subsets of the first one. For it each choice is evaluated once: which elements it needs, and
// which it leaves. In a subset it is a move where the elements that it needs are there.
// Example: in {1, 2, 3, 4, 6}, j = 2 needs {2} and leaves all but {2, 4, 6}.
// Not so: a condition such as all(g - i*k in S for i in 1..g/k), by which an element stays or goes
// with others.
#pragma once
#include <cstdint>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/board.h"

namespace grundy {

constexpr size_t kMostSubsetElements = 64;

struct SubsetMove {
  uint64_t needs = 0;
  uint64_t takes = 0;  // whichever are there; one that it needs among them
  friend auto operator<=>(const SubsetMove&, const SubsetMove&) = default;
};

struct SubsetCode {
  NaturalSet elements;  // bit i for the i-th
  std::vector<SubsetMove> moves;
};

/// The moves of the position and of all that follow it. Declines games of anything but one set,
/// sets of more than 64 elements, other moves, and terms without a value.
Attempt<SubsetCode> subset_code(const BoardPosition& position, const Budget& budget);

}  // namespace grundy
