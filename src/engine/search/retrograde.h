// Retrograde analysis: who wins a sum whose play may go round, and in how many moves, by the
// definition of play.
//
// All sums that play can lead to are followed as a graph (engine/loopy/sum_graph.h), and outcomes
// go back from its ends along the arcs: lost is what leads to won sums alone, won what leads to a
// lost one; the rest is drawn. No theory of values is used, so that this decides misère play as
// well, where ∞(K) says nothing, and checks what theory says. Time and memory grow with the product
// of the parts: sums of some small parts.
#pragma once
#include <optional>

#include "engine/loopy/sum_graph.h"

namespace grundy {

class Retrograde {
 public:
  /// What a courtesy may cost, and what is worth it where nothing else decides.
  static constexpr SumGraph::Limits kCourtesy{uint64_t{1} << 16, uint64_t{1} << 19,
                                              uint64_t{1} << 16};
  static constexpr SumGraph::Limits kDecision{uint64_t{1} << 20, uint64_t{1} << 24,
                                              uint64_t{1} << 20};
  /// Where positions are too many, or infinitely many: the nearest ones. What is beyond counts as
  /// drawn, so that won and lost are right, and only a draw says nothing.
  static constexpr SumGraph::Limits kNear{uint64_t{1} << 14, uint64_t{1} << 20, uint64_t{1} << 14,
                                          true};

  /// From each of these sums. Declined: the limits, or no time or memory.
  static Attempt<Retrograde> of(std::span<const Sum> starts, Play play, SumGraph::Limits limits,
                                Budget& budget);

  /// Of a start, or of a sum that play can lead to from one.
  Attempt<Outcome> outcome(const Sum& sum, Budget& budget);
  /// Whether no sum was left out, so that a draw is one.
  bool is_whole() const { return !graph_.is_cut(); }
  /// How many moves play lasts when the winner hurries and the loser delays; nothing for a draw.
  std::optional<uint64_t> moves_to_end(const Sum& sum, Budget& budget);

 private:
  Retrograde(SumGraph graph, LoopyLabels labels)
      : graph_(std::move(graph)), labels_(std::move(labels)), known_(graph_.size()) {}
  Attempt<uint32_t> vertex(const Sum& sum, Budget& budget);

  SumGraph graph_;
  LoopyLabels labels_;
  uint32_t known_;  // vertices with labels
};

}  // namespace grundy
