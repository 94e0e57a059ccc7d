// Recognising subtraction games, nim among them.
//
// A subtraction game lets take k stones from a heap, k in a set S of positive numbers that is
// finite or all but finitely many. A rule may say so in many ways: `x(n - k) for k in {1, 3}`,
// `x(k) for k < n if n - k != 2`, one line for each number. A set written with `in` is read off the
// text; otherwise isl subtracts options from positions and checks that the differences, taken
// anywhere, give the moves back: a few milliseconds.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/isl.h"
#include "rule/rule.h"

namespace grundy {

/// Take any number of `numbers`, or (all_but) any positive number that is not one of them.
/// Positive, sorted.
struct SubtractionSet {
  std::vector<uint64_t> numbers;
  bool all_but = false;
  friend bool operator==(const SubtractionSet&, const SubtractionSet&) = default;
};

/// Whether the rule's one move is "lower the only coordinate to anything smaller".
bool is_nim(const Rule& rule);

/// Whether the game has one coordinate, and each line leads to one position of the game: others are
/// no subtraction games.
bool takes_from_one_heap(const Rule& rule);

/// `for k in S` and n - k, perhaps with `if k >= 1`: the set as it stands. Requires
/// takes_from_one_heap.
std::optional<SubtractionSet> written_set(const Rule& rule);

/// The set that the moves of such a game, position → option, come down to; at most 64 numbers.
/// Nothing when the moves are no subtraction game or isl gives up.
std::optional<SubtractionSet> found_set(const isl::Map& moves);

/// The subtraction game that this rule is, however it is written; nothing when it is seen to be
/// none or isn't seen.
std::optional<SubtractionSet> subtraction_set(const Rule& rule);

}  // namespace grundy
