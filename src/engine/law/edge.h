// The lower edge of the options of a heap, where these are all heaps from there on: decided by
// integer sets.
//
// The moves { n → m : n - ⌊n/3⌋ ≤ m < n } have the edge l(n) = n - ⌊n/3⌋; it grows by 0 or 1 with
// n. Where a line says `n - k for k in 1..t(n)`, or `k for k in t(n)..n-1`, and t is seen to rise
// by 0 or 1 (growth.h), the edge is read off it: `isqrt(n)` is no term of integer sets. So it is
// with conditions `f(k) <= t(n)` where f rises: `2**k <= n`, `k**3 <= n`.
#pragma once
#include <optional>
#include <vector>

#include "analysis/facts.h"
#include "value/natural.h"

namespace grundy {

/// No k with f(k) > t(n) is taken.
struct TakenLimit {
  Expr f;  // in slot 0, which is k; rises from each k >= 1 to the next, by as much as t at least
  Expr t;  // in slot 0, which is n; never falls
  mutable int64_t last = 0;  // the last answer; the next one is sought near it
};

class WindowEdge {
 public:
  /// The edge of a game of one coordinate; nothing when some options between l(n) and n are left
  /// out, l moves otherwise than by 0 or 1, or isl gives up.
  static std::optional<WindowEdge> of(const Facts& facts);

  /// l(n): the least option of n, n itself when it has none.
  Natural lowest(const Natural& n) const;
  /// Whether the edges of n and of all below are known.
  bool reaches(const Natural& n) const;

 private:
  WindowEdge(const Facts& facts, isl_pw_aff* edge) : facts_(&facts), edge_(edge) {}
  /// By sets, whatever the terms of the rule are.
  static std::optional<WindowEdge> of_sets(const Facts& facts);

  const Facts* facts_;  // whose context it is
  isl::PwAff edge_;
  // For numbers below 2^62: the edge, and what is taken at most, too.
  std::optional<Expr> term_;
  std::vector<TakenLimit> limits_;
};

}  // namespace grundy
