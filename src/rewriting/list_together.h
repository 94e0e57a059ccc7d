// Lists of which a move lowers several numbers together: some([a[i] - d[i] for i in 1..len(a)]) for
// [d] <= a if …
//
// Problem: of a hundred piles any may be lowered in one move, and a position has more moves than
// there are atoms.
// Idea: what is taken of a number depends on that number alone, and how many are lowered is bounded
// by a constant or by nothing. Such conditions are read off their terms; theorems know who wins
// (engine/board/together.h).
// Example: `if count(x > 0 for x in d) in 1..2` is Moore's nim with K = 2; `if max(d) = 1` takes
// one from as many piles as one likes.
#pragma once
#include <memory>
#include <optional>

#include "rule/cells.h"

namespace grundy {

struct LoweredTogether {
  // Numbers that a move lowers, at least one; nothing: as many as there are.
  std::optional<uint64_t> most;
  // The game of one number where not all that is less may be left; needs `most` empty.
  std::unique_ptr<const Rule> one;
};

/// Nothing where a rule is not seen to be of this kind.
std::optional<LoweredTogether> lowered_together(const Rule& rule);

}  // namespace grundy
