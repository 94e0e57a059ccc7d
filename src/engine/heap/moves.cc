#include "engine/heap/moves.h"

#include <algorithm>

namespace grundy::heap {

uint64_t Moves::last_digit() const {
  uint64_t last = 0;
  for (const uint64_t t : whole) last = std::max(last, t);
  for (const uint64_t t : one) last = std::max(last, t);
  for (const Split& split : two) last = std::max(last, split.take);
  for (const uint64_t t : equal) last = std::max(last, t);
  return last;
}

std::optional<Moves> simple_moves(const HeapCode& code) {
  if (!code.repeat.empty()) return std::nullopt;
  for (size_t i = 1; i < code.before.size(); ++i) {
    if (!code.before[i].empty()) return std::nullopt;
  }
  Moves moves;
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    if (digit.unbounded()) return std::nullopt;
    for (uint64_t heaps = 0; heaps < digit.settled(); ++heaps) {
      const unsigned arrangements = digit.arrangements(heaps);
      if (arrangements == 0) continue;
      if (heaps > 2) return std::nullopt;
      if (heaps == 0) moves.whole.push_back(take);
      if (heaps == 1) moves.one.push_back(take);
      if (heaps < 2) continue;
      if (arrangements & kDifferent) {
        moves.two.push_back({.take = take, .different = (arrangements & kEqual) == 0});
      } else {
        moves.equal.push_back(take);
      }
    }
  }
  return moves;
}

}  // namespace grundy::heap
