// Running sets that the terms show: choices of a line's one binder at x are those at x - step,
// perhaps each one larger or smaller, but for one at an end of the loop.
//
// Of `k in n - 3..n - 1` both bounds grow with n: the step 1 adds the option n - 1 and removes n -
// 4. Terms are looked at once each, by the number that a step changes them by.
#include <algorithm>

#include "analysis/interval.h"
#include "analysis/running.h"
#include "analysis/running_steps.h"
#include "analysis/term_shift.h"

namespace grundy {
namespace {

/// The binder's bounds of one kind, `0 <=` among them.
struct Bounds {
  std::vector<Expr> stay;  // change as the binder does
  std::vector<Expr> give;  // leave it one value more
  std::vector<Expr> take;  // leave it one value less
};

/// Whether the set has all numbers from its first to its last.
bool is_interval(const NumberSet& set) {
  return set.arity == 1 && !set.complement && set.size() > 0 &&
         set.flat.back() - set.flat.front() == static_cast<int64_t>(set.size()) - 1;
}

/// Adds to the set the options that the nest has at x and not at x - step, and the other way round:
/// the binder's choices at x are those at x - step plus `turn`, but for one at each end. False
/// where more may change.
bool add_changes(const Nest& nest, int64_t turn, std::span<const int64_t> box, RunningSet& set) {
  const std::vector<int64_t>& step = set.step;
  const bool looped = !nest.loops.empty();
  const TermShift shift{step, looped ? nest.loops[0].slots[0] : step.size(), turn};
  const auto& coordinates = nest.coordinates[0];
  if (nest.loops.size() > 1 || fails(coordinates) || !shift.unchanged(coordinates)) return false;
  for (const auto& guards : nest.guards) {
    if (fails(guards) || !shift.unchanged(guards)) return false;
  }
  if (!looped) return true;
  const Loop& loop = nest.loops[0];
  std::vector<Expr> lows = loop.low;
  std::vector<Expr> highs = loop.high;
  if (loop.kind == Loop::Kind::elements && is_interval(*loop.set)) {
    lows.push_back(constant(loop.set->flat.front()));
    highs.push_back(constant(loop.set->flat.back()));
  } else if (loop.kind != Loop::Kind::range) {
    return false;
  }
  if (!loop.stop.empty() || fails(lows) || fails(highs)) return false;
  std::vector<Interval> slots;
  for (const int64_t most : box) slots.push_back({0, most});
  if (std::none_of(lows.begin(), lows.end(),
                   [&](const Expr& one) { return interval(one, slots).low >= 0; }))
    lows.push_back(constant(0));
  // Sorted by how much more than the binder each bound changes.
  Bounds low;
  Bounds high;
  const auto sort = [&](const std::vector<Expr>& list, int64_t giving, Bounds& bounds) {
    for (const Expr& bound : list) {
      const auto by = shift.of(bound);
      if (!by || *by < turn - 1 || *by > turn + 1) return false;
      (*by == turn            ? bounds.stay
       : *by == turn + giving ? bounds.give
                              : bounds.take)
          .push_back(bound);
    }
    return bounds.give.empty() || bounds.take.empty();
  };
  if (!sort(lows, -1, low) || !sort(highs, 1, high)) return false;
  for (size_t i = 0; i < step.size(); ++i) {  // x - step is within the box
    slots[i].low = std::max<int64_t>(0, step[i]);
    slots[i].high += std::min<int64_t>(0, step[i]);
  }
  // The option by this value of the binder, if it is one at x or, where `before`, at x - step.
  const auto option = [&](const Expr& value, bool before, std::vector<RunningSet::Change>& list) {
    std::vector<Expr> terms;
    for (size_t s = 0; s <= std::max(shift.binder, box.size()); ++s)
      terms.push_back(s == shift.binder ? value : slot(s));
    RunningSet::Change& one = list.emplace_back();
    const auto require = [&](const Expr& less, const Expr& than) {
      if (interval(apply(Op::sub, {than, less}), slots).low < 0)
        one.conditions.push_back(apply(Op::le, {less, than}));
    };
    const auto moved = [&](const Expr& bound, int64_t by) {
      return before ? apply(Op::add, {bound, constant(by)}) : bound;
    };
    for (const Expr& bound : low.stay) require(bound, value);
    for (const Expr& bound : low.give) require(moved(bound, 1), value);
    for (const Expr& bound : low.take) require(moved(bound, -1), value);
    for (const Expr& bound : high.stay) require(value, bound);
    for (const Expr& bound : high.give) require(value, moved(bound, -1));
    for (const Expr& bound : high.take) require(value, moved(bound, 1));
    for (const auto& guards : nest.guards) {
      for (const Expr& guard : guards) one.conditions.push_back(substitute(guard, terms));
    }
    for (const Expr& coordinate : coordinates) {
      one.coordinates.push_back(substitute(coordinate, terms));
      require(constant(0), one.coordinates.back());
    }
  };
  if (!low.give.empty()) option(outermost(Op::max, low.give), false, set.added);
  if (!high.give.empty()) option(outermost(Op::min, high.give), false, set.added);
  if (!low.take.empty())
    option(apply(Op::sub, {outermost(Op::max, low.take), constant(1)}), true, set.removed);
  if (!high.take.empty())
    option(apply(Op::add, {outermost(Op::min, high.take), constant(1)}), true, set.removed);
  return true;
}

}  // namespace

std::optional<RunningSet> seen_set(const Rule& rule, const MoveLine& line,
                                   std::span<const Nest> nests, std::span<const SweepStep> order,
                                   std::span<const int64_t> box) {
  const Part* part = only_part(rule, line);
  if (part == nullptr) return std::nullopt;
  std::optional<RunningSet> best;
  for (const std::vector<int64_t>& step : steps_to_try(line, *part, order)) {
    for (const int64_t turn : {0, 1, -1}) {
      RunningSet set{step, {}, {}};
      const bool seen = std::all_of(nests.begin(), nests.end(), [&](const Nest& nest) {
        return add_changes(nest, turn, box, set);
      });
      if (!seen || set.added.size() > kMostChanges || set.removed.size() > kMostChanges) continue;
      if (best && best->removed.size() <= set.removed.size()) continue;
      best = std::move(set);
      if (best->removed.empty()) return best;
    }
  }
  return best;
}

}  // namespace grundy
