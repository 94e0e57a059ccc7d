// How a game's whole table is filled: in which order, by which loops, and by which short cuts.
//
// Short cuts are options shared with a neighbour (analysis/running.h), numbers listed beforehand
// (analysis/narrow.h) and half of a symmetric table copied from the other (analysis/symmetry.h).
// jit/jit.h compiles a plan.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analysis/nest.h"
#include "analysis/order.h"
#include "analysis/running.h"
#include "base/budget.h"
#include "rule/rule.h"

namespace grundy {

constexpr size_t kMostSweepCoordinates = 8;
constexpr size_t kMostRunningSets = 4;

/// The loops of one line, and the change from a neighbour's options where that is less work.
struct SweepLine {
  const MoveLine* line = nullptr;
  std::vector<Nest> nests;
  std::optional<RunningSet> running;
  double most_options = 0;  // an upper bound of a position's options by this line
  bool narrowed = false;    // some loop runs over numbers listed beforehand
};

/// The plan. The table's cell of a position x is first + Σ stride[i]·x[i], counted from 0 in the
/// order.
struct SweepPlan {
  const Rule* rule = nullptr;
  std::vector<SweepStep> order;
  std::vector<int64_t> most;  // of each coordinate
  std::vector<int64_t> stride;
  int64_t first = 0;
  uint64_t cells = 1;
  uint64_t most_options = 0;  // of a position; no value is larger
  // Only positions with x_i <= x_j for these; no move leaves them.
  std::vector<std::pair<size_t, size_t>> within;
  std::vector<SweepLine> lines;
  // Coordinates (i, j), the first earlier in the order, such that positions with x_i > x_j have the
  // value of those with the two exchanged, which are earlier and in the box.
  std::optional<std::pair<size_t, size_t>> mirror;

  /// How many cells lie between a position and the start of a running set.
  uint64_t distance(const RunningSet& set) const;
};

/// The plan for the whole box; nothing when no order is known in which every move goes back, or a
/// move leads elsewhere. To find a running set takes isl some milliseconds: it is asked where
/// `least_work` options or more would be read, and the terms alone are looked at from a thousandth
/// of that on. 0: also for lines of few options.
std::optional<SweepPlan> plan_sweep(const Rule& rule, std::span<const int64_t> most,
                                    std::vector<std::pair<size_t, size_t>> within,
                                    double least_work, Budget& budget);

/// The plan by which the cells of all options in a box are listed (SweepShape::Marks::arcs): in
/// ascending order, without short cuts, since no value is asked for. Nothing where a move leads to
/// anything but one position of the game itself, or cells are beyond 32 bits. No move may leave the
/// box.
std::optional<SweepPlan> plan_arcs(const Rule& rule, std::span<const int64_t> most);

}  // namespace grundy
