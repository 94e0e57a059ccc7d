#include "code/sweep_plan.h"

#include <algorithm>

#include "analysis/interval.h"
#include "analysis/narrow.h"
#include "analysis/symmetry.h"

namespace grundy {

uint64_t SweepPlan::distance(const RunningSet& set) const {
  int64_t cells_between = 0;
  for (size_t i = 0; i < stride.size(); ++i) cells_between += stride[i] * set.step[i];
  return static_cast<uint64_t>(cells_between);
}

namespace {

constexpr double kFewOptions = 8;  // lines that never have more are read anew for each position
// How many times longer isl takes to find a running set than a look at the terms.
constexpr double kProof = 1000;

/// An upper bound of the options that a position has by this line.
double options_of(const SweepLine& line, std::span<const int64_t> most) {
  double options = 0;
  for (const Nest& nest : line.nests) {
    const std::vector<Interval> slots = slot_intervals(most, *line.line, nest);
    double product = 1;
    for (const Loop& loop : nest.loops) {
      if (loop.kind == Loop::Kind::elements) {
        product *= static_cast<double>(loop.set->size());
      } else if (loop.kind == Loop::Kind::values) {
        product *= static_cast<double>(loop.values.size());
      } else if (loop.kind == Loop::Kind::range) {
        double least = static_cast<double>(slots[loop.slots[0]].high) + 1;
        for (const Expr& high : loop.high) {
          for (const Expr& low : loop.low) {  // k in n-3..n-1
            const Interval length = interval(apply(Op::sub, {high, low}), slots);
            if (length.bounded()) least = std::min(least, static_cast<double>(length.high) + 1);
          }
        }
        product *= least;
      }
    }
    options += product;
  }
  return options;
}

/// The two coordinates that may be exchanged, where copying a value is less work than computing it:
/// where options are read one by one.
std::optional<std::pair<size_t, size_t>> mirror_of(const SweepPlan& plan) {
  if (!plan.within.empty() || std::any_of(plan.lines.begin(), plan.lines.end(),
                                          [](const SweepLine& line) { return line.running; }))
    return std::nullopt;
  auto pair = exchangeable_coordinates(*plan.rule);
  if (!pair || plan.most[pair->first] != plan.most[pair->second]) return std::nullopt;
  for (const SweepStep& step : plan.order) {
    if (step.coordinate != pair->first && step.coordinate != pair->second) continue;
    if (step.descending) return std::nullopt;
    if (plan.stride[pair->first] < plan.stride[pair->second]) std::swap(pair->first, pair->second);
  }
  return pair;
}

/// Whether the line's loops come to each option once, so that counts of options are right.
bool distinct_options(const Rule& rule, const MoveLine& line, const std::vector<Nest>& nests) {
  const Part* part = only_part(rule, line);
  if (part == nullptr) return false;
  if (nests.size() > 1 &&
      !std::all_of(nests.begin(), nests.end(), [](const Nest& nest) { return nest.is_exact; }))
    return false;
  if (line.binders.size() != 1 || line.binders[0].slots.size() != 1) return false;
  if (line.binders[0].kind == Binder::Kind::values) return false;  // some of these may be equal
  const size_t binder = line.binders[0].slots[0];
  return std::any_of(part->coordinates.begin(), part->coordinates.end(),
                     [&](const Expr& coordinate) {
                       int64_t factor = 0;
                       return linear_factor(coordinate, binder, factor) && factor != 0;
                     });
}

/// Gives each coordinate its stride; false when there are too many cells.
bool lay_out_cells(SweepPlan& plan, std::span<const int64_t> most) {
  plan.most.assign(most.begin(), most.end());
  plan.stride.resize(most.size());
  int64_t cells = 1;
  for (size_t i = plan.order.size(); i-- > 0;) {
    const SweepStep& step = plan.order[i];
    const int64_t size = most[step.coordinate] + 1;
    plan.stride[step.coordinate] = step.descending ? -cells : cells;
    if (step.descending) plan.first += cells * (size - 1);
    if (__builtin_mul_overflow(cells, size, &cells) || cells > INT64_MAX / 8) return false;
  }
  plan.cells = static_cast<uint64_t>(cells);
  return true;
}

void count_options(SweepPlan& plan, double options) {
  plan.most_options =
      static_cast<uint64_t>(std::clamp(options, 0.0, static_cast<double>(UINT32_MAX)));
}

}  // namespace

std::optional<SweepPlan> plan_arcs(const Rule& rule, std::span<const int64_t> most) {
  if (rule.moves.empty() || rule.arity() == 0 || rule.arity() > kMostSweepCoordinates)
    return std::nullopt;
  SweepPlan plan;
  plan.rule = &rule;
  for (size_t i = 0; i < rule.arity(); ++i) plan.order.push_back({i, false});
  if (!lay_out_cells(plan, most) || plan.cells >= UINT32_MAX - 1) return std::nullopt;
  double total = 0;
  for (const MoveLine& line : rule.moves) {
    if (only_part(rule, line) == nullptr) return std::nullopt;
    SweepLine& one = plan.lines.emplace_back();
    one.line = &line;
    one.nests = nests_of(rule, line);
    one.most_options = options_of(one, most);
    total += one.most_options;
  }
  count_options(plan, total);
  return plan;
}

std::optional<SweepPlan> plan_sweep(const Rule& rule, std::span<const int64_t> most,
                                    std::vector<std::pair<size_t, size_t>> within,
                                    double least_work, Budget& budget) {
  if (rule.moves.empty() || rule.arity() > kMostSweepCoordinates) return std::nullopt;
  auto order = sweep_order(rule);
  if (!order) return std::nullopt;
  SweepPlan plan;
  plan.rule = &rule;
  plan.order = *std::move(order);
  plan.within = std::move(within);
  if (!lay_out_cells(plan, most)) return std::nullopt;
  size_t running = 0;
  double total = 0;
  for (const MoveLine& line : rule.moves) {
    SweepLine& one = plan.lines.emplace_back();
    one.line = &line;
    one.nests = nests_of(rule, line);
    const double options = options_of(one, most);
    one.most_options = options;
    total += options;
    if ((options > kFewOptions || least_work == 0) && running < kMostRunningSets) {
      const double work = options / 2 * static_cast<double>(plan.cells);
      const auto if_useful = [&](std::optional<RunningSet> set) {
        const bool few = options <= 2 * kFewOptions && least_work > 0;  // for a set that is counted
        if (set && set->shrinks() && (few || !distinct_options(rule, line, one.nests))) set.reset();
        return set;
      };
      if (work >= least_work / kProof)
        one.running = if_useful(seen_set(rule, line, one.nests, plan.order, most));
      if (work >= least_work && !one.running)
        one.running = if_useful(running_set(rule, line, plan.order, most));
      if (work >= least_work && !one.running)
        one.running =
            if_useful(moved_set(rule, line, one.nests, plan.order, most, least_work == 0));
      running += one.running.has_value();
    }
    for (Nest& nest : one.nests) one.narrowed = narrow(nest, line, most, budget) || one.narrowed;
  }
  plan.mirror = mirror_of(plan);
  count_options(plan, total);
  return plan;
}

}  // namespace grundy
