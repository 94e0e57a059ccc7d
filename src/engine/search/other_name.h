// Games that are other names: game s(n) = nim(n - 1) + nim(2).
//
// Problem: such a game has no moves of its own, and engines look for a law in moves.
// Idea: each position is that sum. Its value is the nim-sum of the values of the parts, which the
// plans of their games find at any size, and a move to a value is a move in a part to the nim-sum
// of that value and the other parts. In misère play, where values don't add, the parts themselves
// are solved.
// Example: g(x, y) = nim(y - x - 1): (5, 10^12) has the value 10^12 - 6.
// Cost: that of the parts.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/engine.h"

namespace grundy {

const Engine* other_name_engine();

/// A sum with what its other names stand for in their place.
class NamedSum {
 public:
  static bool has_names(std::span<const Position> parts);
  static Attempt<NamedSum> of(std::span<const Position> parts, Budget& budget);

  const std::vector<Position>& whole() const { return whole_; }
  /// A move in a part of the whole, as one in a part of the sum: its number, and what it becomes.
  std::pair<size_t, Sum> as_named(size_t part, const Sum& to) const;

 private:
  std::vector<Position> whole_;
  std::vector<Sum> stands_for_;                    // for each part of the sum
  std::vector<std::pair<size_t, size_t>> places_;  // for each part of the whole: there
};

}  // namespace grundy
