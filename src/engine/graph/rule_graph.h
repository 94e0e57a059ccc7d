// The graph of all positions of one rule file's game that play can lead to: what sum_graph.h does for any game, by the
// machine.
//
// Problem: a box of millions of positions, listed one by one as sums, takes minutes.
// Idea: where every move leads to one position of the game itself, positions are coordinates: the machine lists the
// options of one after another in bundles, and a hash table of coordinates numbers them.
// Example: king_race[size=1000] has a million positions and eight million moves: a second.
// Cost: some tens of nanoseconds an option; 4 bytes an arc, 8·d + 20 a position of d coordinates.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "engine/graph/sum_graph.h"
#include "engine/table/memo_store.h"
#include "game/rule_game.h"

namespace grundy {

class RuleGraph {
 public:
  /// Whether every move leads to one position of the game itself.
  static bool suits(const RuleGame& game);
  RuleGraph(const RuleGame& game, SumGraph::Limits limits) : game_(game), rule_(*game.rule()), limits_(limits) {}

  /// As SumGraph::reach, from single positions of the game.
  Attempt<std::vector<uint32_t>> reach(std::span<const Sum> starts, Budget& budget);

  ArcSpans arcs() const { return {begins_, targets_}; }
  uint32_t size() const { return static_cast<uint32_t>(begins_.size() - 1); }
  uint64_t options() const { return options_; }
  Sum at(uint32_t vertex) const;

 private:
  class Listener;
  Attempt<uint32_t> number(const Sum& start, Budget& budget);
  Attempt<void> follow(Budget& budget);
  Error too_many(uint32_t vertex) const;

  const RuleGame& game_;
  const Rule& rule_;
  SumGraph::Limits limits_;
  uint64_t options_ = 0;
  std::unique_ptr<const Program> program_;
  std::unique_ptr<MemoStore> store_;  // numbers positions; none before the first question
  std::vector<uint32_t> begins_{0};
  std::vector<uint32_t> targets_;
  uint64_t charged_ = 0;
};

}  // namespace grundy
