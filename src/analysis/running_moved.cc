// Running sets whose loops have ends that move: the choices of a line's one binder at x that are
// not, each a turn larger, choices at x - step, and the other way round.
//
// With L..H the choices at x and P..Q those at x - step, in terms of x's binder, the gained ones are
// L..min(H, P - 1) and max(L, P, Q + 1)..H: disjoint, and right for empty P..Q too.
#include <algorithm>
#include <array>

#include "analysis/running.h"
#include "analysis/running_steps.h"
#include "analysis/term_shift.h"
#include "rule/evaluate.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kSamples = 24;      // positions at which ends are compared
constexpr int64_t kWorthMoving = 6;  // options read anew for each one that is gained or lost
constexpr int64_t kDivisors = 40;    // twice as many as most numbers have
constexpr int64_t kMoves = 100'000;  // options gained or lost at a position, at most

Expr plus(Expr term, int64_t number) {
  return number == 0 ? term : apply(Op::add, {std::move(term), constant(number)});
}
/// The ends of a loop at a position.
struct Ends {
  Expr low;
  Expr high;
};

class MovedNest {
 public:
  MovedNest(const Nest& nest, std::span<const int64_t> step, int64_t turn,
            std::span<const int64_t> box)
      : nest_(nest), loop_(nest.loops[0]), turn_(turn) {
    for (size_t i = 0; i < box.size(); ++i) {
      // Within the box also where x - step is not: terms have values then, which nobody needs.
      const Expr moved = plus(slot(i), -step[i]);
      earlier_.push_back(step[i] > 0   ? apply(Op::max, {moved, constant(0)})
                         : step[i] < 0 ? apply(Op::min, {moved, constant(box[i])})
                                       : moved);
    }
    while (earlier_.size() <= loop_.slots[0]) earlier_.push_back(slot(earlier_.size()));
  }

  Ends here() const {
    std::vector<Expr> lows = loop_.low;
    lows.push_back(constant(0));
    return {outermost(Op::max, lows), outermost(Op::min, loop_.high)};
  }
  Ends before() const {
    const Ends ends = here();
    return {substitute(ends.low, earlier_), substitute(ends.high, earlier_)};
  }

  void add_to(RunningSet& set, bool same_guards) const {
    const Ends now = here();
    const Ends then = before();
    const auto moved = [](const Ends& ends, int64_t by) {
      return Ends{plus(ends.low, by), plus(ends.high, by)};
    };
    Nest old = nest_;
    for (auto* list :
         {&old.loops[0].low, &old.loops[0].high, &old.guards[0], &old.coordinates[0]}) {
      for (Expr& term : *list) term = substitute(term, earlier_);
    }
    add_difference(nest_, moved(then, turn_), old.guards[0], same_guards, set.gained);
    add_difference(old, moved(now, -turn_), nest_.guards[0], same_guards, set.lost);
  }

 private:
  /// The nest's choices without those between other ends, where `conditions` hold.
  static void add_difference(const Nest& nest, const Ends& without,
                             const std::vector<Expr>& conditions, bool hold_too,
                             std::vector<Nest>& result) {
    Nest below = nest;
    Nest above = nest;
    below.loops[0].high.push_back(plus(without.low, -1));
    above.loops[0].low.push_back(without.low);
    above.loops[0].low.push_back(plus(without.high, 1));
    if (!hold_too) {
      Nest all = nest;
      all.guards[0].push_back(negated(all_of(conditions)));
      result.push_back(std::move(all));
      for (Nest* one : {&below, &above})
        one->guards[0].insert(one->guards[0].end(), conditions.begin(), conditions.end());
    }
    result.push_back(std::move(below));
    result.push_back(std::move(above));
  }

  const Nest& nest_;
  const Loop& loop_;
  int64_t turn_;
  std::vector<Expr> earlier_;  // x - step, and the binder
};

/// The condition that the choices left out fulfil, where the loop's only condition is that its
/// binder, 1 or more, does not divide a term: its divisors are listed.
std::optional<Expr> left_out(const Nest& nest) {
  if (nest.loops.size() != 1 || nest.guards.size() != 2 || nest.guards[1].size() != 1)
    return std::nullopt;
  const size_t binder = nest.loops[0].slots[0];
  const Expr& guard = nest.guards[1][0];
  const std::vector<Expr>& low = nest.loops[0].low;
  if (guard.op != Op::ne || std::none_of(low.begin(), low.end(), [](const Expr& bound) {
        return bound.op == Op::constant && bound.value >= 1;
      }))
    return std::nullopt;
  for (const size_t zero : {size_t{1}, size_t{0}}) {
    Expr divides = apply(Op::eq, {guard.args[1 - zero], guard.args[zero]});
    if (!says_divides(divides, binder)) continue;
    const Expr& term = divides.args[0].args[0];
    if (!mentions(term, binder) && !may_fail(term)) return divides;
  }
  return std::nullopt;
}

/// Whether the nest is one loop between two ends whose choices at x - step, a turn later, lead to
/// the same options.
bool can_move(const Nest& nest, const TermShift& shift) {
  if (nest.loops.size() != 1 || nest.loops[0].kind != Loop::Kind::range) return false;
  const Loop& loop = nest.loops[0];
  return loop.end == Loop::End::finite && loop.stop.empty() && !loop.high.empty() &&
         nest.guards[1].empty() && !fails(loop.low) && !fails(loop.high) &&
         !fails(nest.guards[0]) && !fails(nest.coordinates[0]) &&
         shift.unchanged(nest.coordinates[0]);
}

/// How many options the loops have at some positions, and how many are gained or lost.
struct Work {
  int64_t all = 0;
  int64_t moved = 0;

  bool count(const MovedNest& nest, int64_t turn, std::span<const std::vector<int64_t>> positions) {
    const Ends now = nest.here();
    const Ends then = nest.before();
    for (const std::vector<int64_t>& position : positions) {
      Fault fault;
      Environment slots{position};
      std::array<int64_t, 4> ends;
      const std::array<const Expr*, 4> terms = {&now.low, &now.high, &then.low, &then.high};
      for (size_t i = 0; i < 4; ++i) ends[i] = evaluate(*terms[i], slots, fault);
      if (fault.kind != Fault::Kind::none) return false;
      const int64_t size = std::max<int64_t>(0, ends[1] - ends[0] + 1);
      const int64_t change =
          std::abs(ends[0] - ends[2] - turn) + std::abs(ends[1] - ends[3] - turn);
      all += size;
      moved += std::min(change, size + kMoves);
    }
    return true;
  }
};

/// Positions in the box, each at least a step away from its borders where it is large enough.
std::vector<std::vector<int64_t>> samples(std::span<const int64_t> box) {
  std::vector<std::vector<int64_t>> result(kSamples);
  for (size_t k = 0; k < kSamples; ++k) {
    for (size_t i = 0; i < box.size(); ++i) {
      const auto part = static_cast<int64_t>((k * (2 * i + 1) + 1) % (kSamples + 1));
      const int64_t last = std::max<int64_t>(0, box[i] - 2);
      result[k].push_back(std::clamp(box[i] / static_cast<int64_t>(kSamples) * part,
                                     std::min<int64_t>(2, last), last));
    }
  }
  return result;
}

}  // namespace

std::optional<RunningSet> moved_set(const Rule& rule, const MoveLine& line,
                                    std::span<const Nest> nests, std::span<const SweepStep> order,
                                    std::span<const int64_t> box, bool always) {
  const Part* part = only_part(rule, line);
  if (part == nullptr || nests.empty()) return std::nullopt;
  const std::vector<std::vector<int64_t>> positions = samples(box);
  std::optional<RunningSet> best;
  Work least;
  std::vector<Nest> whole(nests.begin(), nests.end());
  std::vector<Nest> except;
  for (Nest& nest : whole) {
    const std::optional<Expr> condition = left_out(nest);
    if (!condition) continue;
    except.push_back(nest);
    except.back().guards[1] = {*condition};
    nest.guards[1].clear();
  }
  for (const std::vector<int64_t>& step : steps_to_try(line, *part, order)) {
    for (const int64_t turn : {0, 1, -1}) {
      RunningSet set;
      set.step = step;
      Work work;
      const bool moves = std::all_of(whole.begin(), whole.end(), [&](const Nest& nest) {
        const size_t binder = nest.loops.empty() ? 0 : nest.loops[0].slots[0];
        const TermShift shift{step, binder, turn};
        if (!can_move(nest, shift)) return false;
        const MovedNest moved(nest, step, turn, box);
        moved.add_to(set, shift.unchanged(nest.guards[0]));
        return work.count(moved, turn, positions);
      });
      if (!except.empty()) {
        set.whole = whole;
        set.except = except;
        work.moved += kDivisors * static_cast<int64_t>(positions.size());
      }
      if (!moves || (!always && work.all < kWorthMoving * work.moved)) continue;
      if (best && least.moved <= work.moved) continue;
      best = std::move(set);
      least = work;
    }
  }
  return best;
}

}  // namespace grundy
