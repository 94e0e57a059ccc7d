// Values of a graph in which play may go round: numbers, and ∞ for vertices from which neither
// player can force an end.
//
// Problem: with a cycle the mex of the options' values says nothing: some of the options have no
// value yet, and never get one.
// Idea: labels by levels (Smith 1966; Fraenkel and Perl 1975). On level i a vertex without a label
// gets i when each of its options that has no number has itself an option labelled i: whoever goes
// there is answered by going back to i. Its options of smaller numbers are 0, …, i - 1, because of
// the levels before. A vertex that gets no i and leads to none can't get a larger number either: it
// is ∞(K), K being the numbers among its options. Counters worked backwards along the arcs find
// level i in rounds; the round is a counter function: each answer goes back to i in an earlier
// round, so that play to win really ends. On level 0 it is the number of moves to the end
// (remoteness).
// Example: 1 → 2, 2 → 1, 1 → 0: 0 ends play and is lost; 1 leads to it; 2 leads to 1 only and is
// lost in 2 moves.
// Cost: a level looks at the arcs into what has no number before it, three to five looks an arc in
// all. 8 bytes an arc, with those of the graph, and 40 a vertex; 8 a vertex afterwards.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/large_array.h"
#include "value/outcome.h"
#include "value/value.h"

namespace grundy {

/// Where arcs lead: those of v to targets[begins[v]] … targets[begins[v + 1] - 1].
struct ArcSpans {
  std::span<const uint32_t> begins;
  std::span<const uint32_t> targets;

  uint32_t vertices() const { return static_cast<uint32_t>(begins.size() - 1); }
  std::span<const uint32_t> of(uint32_t v) const {
    return targets.subspan(begins[v], begins[v + 1] - begins[v]);
  }
};

/// The arcs turned round, in the order of the vertices that they come from.
struct Predecessors {
  LargeArray<uint32_t> begins;
  LargeArray<uint32_t> sources;

  explicit Predecessors(ArcSpans graph);
  std::span<const uint32_t> of(uint32_t v) const {
    return sources.span().subspan(begins[v], begins[v + 1] - begins[v]);
  }
};

class LoopyLabels {
 public:
  /// The arcs outlive the call only as far as their owner passes them again below. What is kept, 8
  /// bytes a vertex, stays taken from the budget. Declined: no time or memory.
  static Attempt<LoopyLabels> of(ArcSpans graph, Budget& budget);
  /// Who wins, and in how many moves, alone: level 0. For either kind of play.
  static Attempt<LoopyLabels> outcomes_of(ArcSpans graph, Play play, Budget& budget);

  /// Whether the vertex has no number.
  bool is_infinite(uint32_t v) const { return labels_[v].number >= kOpen; }
  /// Requires one.
  uint32_t number(uint32_t v) const { return labels_[v].number; }
  /// The counter function: where a player who has gone to v answers every move to something greater
  /// or infinite by going back to v's number, with a smaller rank, so many moves are enough.
  /// Requires a number.
  uint32_t rank(uint32_t v) const { return labels_[v].rank; }

  Value value(ArcSpans graph, uint32_t v) const;
  Outcome outcome(ArcSpans graph, uint32_t v) const;
  /// How many moves play lasts when the winner hurries and the loser delays; nothing for a draw.
  std::optional<uint64_t> moves_to_end(ArcSpans graph, uint32_t v) const;

 private:
  static constexpr uint32_t kInfinite = UINT32_MAX;
  static constexpr uint32_t kOpen = UINT32_MAX - 1;
  struct Label {
    uint32_t number;
    uint32_t rank;
  };
  struct Levels;

  static Attempt<LoopyLabels> find(ArcSpans graph, Play play, bool all_levels, Budget& budget);

  LargeArray<Label> labels_;
  Play play_ = Play::normal;
};

}  // namespace grundy
