// Rules whose options rise with the heap: no end of a range of options, and no heap of a sum, falls
// as n grows.
//
// Problem: furlo(x) -> furlo(y) for y in 0..isqrt(x) if y < x and y*y*y*y >= x says which heaps are
// options in terms that no integer set holds, and far beyond 64 bits.
// Idea: a bound on y whose two sides never fall is an end that never falls; where it lies,
// bisection tells.
// Example: of 10^18 the options are the heaps from 31623 to 10^9.
#pragma once
#include <optional>
#include <vector>

#include "rule/rule.h"
#include "value/integer.h"

namespace grundy {

/// One line of moves from a heap n. Terms are in slot 0, and never fall.
struct RisingLine {
  struct Bound {
    Expr of_heap;  // of y
    Expr of_n;
    bool strict = false;
  };
  std::vector<Expr> conditions;  // over n; each turns once at most
  std::vector<Expr> heaps;       // the move leads to their sum, unless one is negative
  bool is_range = false;         // it leads to the heaps y instead with
  std::vector<Expr> low;         //   term <= y,
  std::vector<Expr> high;        //   y <= term,
  std::vector<Bound> from;       //   of_n <= of_heap (or <),
  std::vector<Bound> upto;       //   of_heap <= of_n (or <)

  /// The least heap, at most n + 1, that the lower bounds leave; requires is_range.
  std::optional<Integer> first(const Integer& n) const;
  /// The greatest heap, at most n + 1 and at least -1, that the upper bounds leave: from n on, the
  /// line does not lower n alone. Requires is_range.
  std::optional<Integer> last(const Integer& n) const;
};

/// The lines of a game of one coordinate; nothing when some line is not of this kind.
std::optional<std::vector<RisingLine>> rising_lines(const Rule& rule);

}  // namespace grundy
