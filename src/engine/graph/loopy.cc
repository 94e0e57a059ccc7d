#include "engine/graph/loopy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/lease.h"

namespace grundy {
namespace {

constexpr size_t kVerticesBetweenLooks = size_t{1} << 14;
constexpr size_t kFarAhead = 24;  // vertices whose arcs are asked for
constexpr size_t kAhead = 8;      // vertices whose neighbours are asked for

}  // namespace

Predecessors::Predecessors(ArcSpans graph)
    : begins(graph.vertices() + size_t{1}), sources(graph.targets.size()) {
  // Memory is asked for some arcs ahead, first where a vertex's arcs begin, then where the next of
  // them goes.
  constexpr size_t kNear = 16, kFar = 48;
  const std::span<const uint32_t> targets = graph.targets;
  const uint32_t vertices = graph.vertices();
  for (size_t i = 0; i < targets.size(); ++i) {
    if (i + kFar < targets.size()) __builtin_prefetch(&begins[targets[i + kFar]], 1);
    ++begins[targets[i]];
  }
  uint32_t sum = 0;
  for (uint32_t v = 0; v <= vertices; ++v) begins[v] = sum += begins[v];  // where those of v end
  size_t at = targets.size();
  for (uint32_t u = vertices; u-- > 0;) {
    for (; at > graph.begins[u]; --at) {
      if (at > kFar) __builtin_prefetch(&begins[targets[at - 1 - kFar]], 1);
      if (at > kNear) __builtin_prefetch(&sources[begins[targets[at - 1 - kNear]] - 1], 1);
      sources[--begins[targets[at - 1]]] = u;
    }
  }
}

/// The work on the levels. All that is known of a vertex lies together, for one look at memory.
struct LoopyLabels::Levels {
  struct State {
    Label label;      // while it is open, the rank counts the options that are still to be answered
    uint32_t open;    // arcs to what has no number
    uint32_t marked;  // one more than the last level of which it has an option
  };

  Levels(ArcSpans graph, Budget& limits) : before(graph), states(graph.vertices()), budget(limits) {
    open.reserve(graph.vertices());
    for (uint32_t v = 0; v < graph.vertices(); ++v) {
      states[v].label.number = kOpen;
      states[v].open = graph.begins[v + 1] - graph.begins[v];
      open.push_back(v);
    }
  }

  void give(uint32_t v, uint32_t level, uint32_t rank) {
    states[v].label = {level, rank};
    fresh.push_back(v);
  }

  /// Visits the predecessors of all in `list`, with memory asked for ahead.
  template <class Visit>
  bool each_predecessor(const std::vector<uint32_t>& list, const Visit& visit) {
    const std::span<const uint32_t> begins = before.begins.span();
    const uint32_t* sources = before.sources.span().data();
    for (size_t i = 0; i < list.size(); ++i) {
      if (i % kVerticesBetweenLooks == 0 && budget.spent()) return false;
      if (i + kFarAhead < list.size()) __builtin_prefetch(&begins[list[i + kFarAhead]]);
      if (i + 2 * kAhead < list.size()) __builtin_prefetch(&sources[begins[list[i + 2 * kAhead]]]);
      if (i + kAhead < list.size()) {
        const uint32_t next = list[i + kAhead];
        const uint32_t end = std::min(begins[next + 1], begins[next] + 8);
        for (uint32_t at = begins[next]; at < end; ++at)
          __builtin_prefetch(&states[sources[at]], 1);
      }
      for (uint32_t at = begins[list[i]]; at < begins[list[i] + 1]; ++at) visit(sources[at]);
    }
    return true;
  }

  /// Vertices of the level, from `fresh` on, in rounds. False when the budget is spent.
  bool rounds(uint32_t level, uint32_t rank) {
    std::vector<uint32_t> marked;
    while (!fresh.empty()) {
      marked.clear();
      const auto mark = [&](uint32_t v) {
        State& state = states[v];
        if (state.label.number < kOpen) return;
        --state.open;
        if (state.marked == level + 1) return;
        state.marked = level + 1;
        marked.push_back(v);
      };
      if (!each_predecessor(fresh, mark)) return false;
      fresh.clear();
      rank += 2;
      if (!answered(marked, level, rank)) return false;
    }
    return true;
  }

  /// Options that can be answered, all of them marked now.
  bool answered(const std::vector<uint32_t>& marked, uint32_t level, uint32_t rank) {
    return each_predecessor(marked, [&](uint32_t u) {
      Label& label = states[u].label;
      if (label.number == kOpen && --label.rank == 0) give(u, level, rank);
    });
  }

  /// Normal play, or the lost and the won vertices of misère play, where who can't move has won in
  /// 0 moves.
  bool run(uint32_t level, Play play) {
    std::vector<uint32_t> ends;
    for (const uint32_t v : open) {
      states[v].label.rank = states[v].open;
      if (states[v].open > 0) continue;
      if (play == Play::misere) {
        ends.push_back(v);
        states[v].marked = level + 1;
      } else {
        give(v, level, 0);
      }
    }
    const uint32_t rank = ends.empty() ? 0 : 1;
    return answered(ends, level, rank) && rounds(level, rank);
  }

  /// Leaves in `open` the vertices that may have a greater number.
  void close(uint32_t level) {
    size_t kept = 0;
    for (const uint32_t v : open) {
      State& state = states[v];
      if (state.label.number < kOpen) continue;
      if (state.marked == level + 1) {
        open[kept++] = v;
      } else {
        state.label.number = kInfinite;
      }
    }
    open.resize(kept);
  }

  Predecessors before;
  LargeArray<State> states;
  Budget& budget;
  std::vector<uint32_t> open;
  std::vector<uint32_t> fresh;  // of this level, in the last round
};

Attempt<LoopyLabels> LoopyLabels::find(ArcSpans graph, Play play, bool all_levels, Budget& budget) {
  const uint64_t vertices = graph.vertices();
  const uint64_t kept = vertices * sizeof(Label);
  const uint64_t needed =
      kept + graph.targets.size() * sizeof(uint32_t) + vertices * (sizeof(Levels::State) + 16);
  Lease memory(budget);
  if (!memory.take(needed))
    return budget.too_large(fmt::format("a graph with {} arcs", graph.targets.size()), needed);
  LoopyLabels result;
  result.play_ = play;
  Levels levels(graph, budget);
  for (uint32_t level = 0; !levels.open.empty(); ++level) {
    budget.progress("vertices", vertices - levels.open.size(), vertices);
    if (budget.spent() || !levels.run(level, play)) return budget.why();
    if (!all_levels) break;
    levels.close(level);
  }
  result.labels_ = LargeArray<Label>(vertices);
  for (uint32_t v = 0; v < vertices; ++v) result.labels_[v] = levels.states[v].label;
  memory.keep(kept);
  return result;
}

Attempt<LoopyLabels> LoopyLabels::of(ArcSpans graph, Budget& budget) {
  return find(graph, Play::normal, true, budget);
}

Attempt<LoopyLabels> LoopyLabels::outcomes_of(ArcSpans graph, Play play, Budget& budget) {
  return find(graph, play, false, budget);
}

Value LoopyLabels::value(ArcSpans graph, uint32_t v) const {
  if (!is_infinite(v)) return Value(uint64_t{number(v)});
  std::vector<uint64_t> exits;
  for (const uint32_t to : graph.of(v)) {
    if (!is_infinite(to)) exits.push_back(number(to));
  }
  return Value::loopy(std::move(exits));
}

Outcome LoopyLabels::outcome(ArcSpans graph, uint32_t v) const {
  if (!is_infinite(v) && number(v) == 0) return Outcome::P;
  const std::span<const uint32_t> options = graph.of(v);
  if (play_ == Play::misere && options.empty()) return Outcome::N;
  const bool wins = std::any_of(options.begin(), options.end(),
                                [&](uint32_t to) { return !is_infinite(to) && number(to) == 0; });
  return wins ? Outcome::N : Outcome::D;
}

std::optional<uint64_t> LoopyLabels::moves_to_end(ArcSpans graph, uint32_t v) const {
  if (!is_infinite(v) && number(v) == 0) return rank(v);
  if (play_ == Play::misere && graph.of(v).empty()) return 0;
  std::optional<uint64_t> least;
  for (const uint32_t to : graph.of(v)) {
    if (!is_infinite(to) && number(to) == 0)
      least = std::min(least.value_or(UINT64_MAX), rank(to) + uint64_t{1});
  }
  return least;
}

}  // namespace grundy
