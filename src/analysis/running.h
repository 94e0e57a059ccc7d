// Options that neighbouring positions share.
//
// By the line `wythoff(c, b) for c < a` the position (a, b) has the options of (a - 1, b) and one
// more, (a - 1, b) itself. A sweep that keeps the set of their values from one position to the next
// adds one value in place of reading a options. seen_set finds such steps in the terms, in
// microseconds; running_set has isl subtract the options of neighbours, in milliseconds, and finds
// more. moved_set is for loops whose ends move by any number: `k in 1..n*n` reaches 2n + 1 options
// more at n + 1, and reading these is less work than reading all.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "analysis/nest.h"
#include "analysis/order.h"
#include "rule/rule.h"

namespace grundy {

/// The options of a move line at x, from those at x - step: with the added ones and without the
/// removed ones. Holds for all positions x of the box for which x - step is in the box too.
struct RunningSet {
  /// One option, where the conditions (in terms of the coordinates of x) hold.
  struct Change {
    std::vector<Expr> conditions;
    std::vector<Expr> coordinates;
  };
  std::vector<int64_t> step;  // earlier to later in the sweep order
  std::vector<Change> added;
  std::vector<Change> removed;
  // The same for stretches of options: loops of x that reach options which x - step has not, and
  // loops, in terms of x as well, for options of x - step that x has not.
  std::vector<Nest> gained{};
  std::vector<Nest> lost{};
  // Of a line without some of its choices, as `k in 1..n-1 if n % k != 0`, the set has the options
  // by all choices, those of `whole`; those of `except` are taken out while x's value is found.
  std::vector<Nest> whole{};
  std::vector<Nest> except{};

  bool shrinks() const { return !removed.empty() || !lost.empty() || !except.empty(); }
};

/// A step with which the line's options change by one or none at each end of its loops, as can be
/// seen from the terms: `k < a` where no other term has a; (a - k, b - k) for both of a and b;
/// `k in n - 3..n - 1`.
std::optional<RunningSet> seen_set(const Rule& rule, const MoveLine& line,
                                   std::span<const Nest> nests, std::span<const SweepStep> order,
                                   std::span<const int64_t> box);

/// The step along which the line's options change least; nothing when the line is not affine, has
/// several parts, or changes by more than a few options along every step of length one. The box
/// gives the greatest value of each coordinate. Every change is proved by isl, for all positions of
/// the box.
std::optional<RunningSet> running_set(const Rule& rule, const MoveLine& line,
                                      std::span<const SweepStep> order,
                                      std::span<const int64_t> box);

/// The step along which the ends of the line's loops, of one binder each, move least, at some
/// positions of the box; unless it is wanted `always`, only where far fewer options change than a
/// position has. The ends may be any terms that have a value.
std::optional<RunningSet> moved_set(const Rule& rule, const MoveLine& line,
                                    std::span<const Nest> nests, std::span<const SweepStep> order,
                                    std::span<const int64_t> box, bool always = false);

}  // namespace grundy
