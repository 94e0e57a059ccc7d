// A move line as nested loops that visit hardly more than the choices of binders which are moves.
//
// The affine conditions of the line are an integer set; isl splits it into disjoint convex pieces
// and projects each onto the first binders, which gives every binder its bounds in terms of the
// coordinates and earlier binders: `for a, b if a + b = n - 1` becomes one loop over a, with b
// solved. Conditions that are not affine bound a binder when they are monotone in it: k*k <= n ends
// the loop over k the first time it is false.
#pragma once
#include <span>
#include <vector>

#include "analysis/interval.h"
#include "base/attempt.h"
#include "rule/rule.h"

namespace grundy {

struct Loop {
  enum class Kind { range, solved, elements, values };
  /// Whether the loop comes to an end.
  enum class End {
    finite,
    infinite,  // no condition bounds the binder: infinitely many moves
    unseen,    // there are conditions, but none of them shows a bound
  };
  Kind kind = Kind::range;
  std::vector<size_t> slots;
  std::vector<Expr> low;  // range: from the greatest of these and 0; solved: the value (must not be
                          // negative); elements: bounds on the first slot
  std::vector<Expr> high;    // to the least of these
  SetPointer set;            // elements
  std::vector<Expr> values;  // values
  std::vector<Expr> stop;    // conditions that stay false once they are false as the binder grows
  End end = End::finite;
  bool natural = false;  // solved: the value is known not to be negative
  Span span;
};

struct Nest {
  std::vector<Loop> loops;
  /// guards[d]: conditions to be true once the first d loops have their values; those that can fail
  /// come last of all.
  std::vector<std::vector<Expr>> guards;
  /// The parts' coordinates: those of the line, with binders that are solved by a term replaced by
  /// it.
  std::vector<std::vector<Expr>> coordinates;
  /// For each part and coordinate: whether it is known not to be negative.
  std::vector<std::vector<bool>> natural;
  /// Whether it visits the choices of its piece and no others: two exact nests of a line have no
  /// choice in common.
  bool is_exact = false;
};

/// The loops of one line; none when the line can never apply.
std::vector<Nest> nests_of(const Rule& rule, const MoveLine& line);

/// So many values beyond a loop's end may be tried before the condition that ends it is looked at.
constexpr int64_t kPastTheStop = 64;

/// Where the line's slots lie in the nest's loops, when no coordinate i of the position is above
/// most[i].
std::vector<Interval> slot_intervals(std::span<const int64_t> most, const MoveLine& line,
                                     const Nest& nest);

/// Warnings about lines that can never apply.
std::vector<Diagnostic> warnings_about(const Rule& rule);

/// The error for a loop whose end is `unseen`: which binder, and how to write a bound.
Diagnostic unseen_bound(const Rule& rule, const MoveLine& line, const Loop& loop);

/// Whether some binder is written without an end, so that conditions alone could bound it. Without
/// one every position has finitely many moves.
bool has_open_binder(const Rule& rule);

/// Whether some nest of the game has a loop without an end: a position may then have infinitely
/// many moves.
bool has_infinitely_many_moves(const Rule& rule);

}  // namespace grundy
