// The graph of all positions of one rule file's game that play can lead to: what sum_graph.h does
// for any game, by the machine.
//
// Problem: a box of millions of positions, listed one by one as sums, takes minutes.
// Idea: where every move leads to one position of the game itself, positions are coordinates: the
// machine lists the options of one after another in bundles, and a hash table of coordinates
// numbers them. When these have become a fair part of a box that no move leaves, the box is taken
// as a whole (box_arcs.h), which is much less work for each.
// Example: king_race[size=1000] has a million positions and eight million moves: a second.
// Cost: some tens of nanoseconds an option, some nanoseconds in a box; 4 bytes an arc, and 8·d + 20
// a position of d coordinates, 4 a cell of a box.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/graph/box_arcs.h"
#include "engine/loopy/sum_graph.h"
#include "engine/table/memo_store.h"
#include "game/rule_game.h"

namespace grundy {

class RuleGraph {
 public:
  /// Whether every move leads to one position of the game itself.
  static bool suits(const RuleGame& game);
  RuleGraph(const RuleGame& game, SumGraph::Limits limits)
      : game_(game), rule_(*game.rule()), limits_(limits) {}

  /// As SumGraph::reach, from single positions of the game.
  Attempt<std::vector<uint32_t>> reach(std::span<const Sum> starts, Budget& budget);

  ArcSpans arcs() const { return box_ ? box_->arcs() : ArcSpans{begins_, targets_}; }
  uint32_t size() const { return arcs().vertices(); }
  uint64_t options() const { return box_ ? arcs().targets.size() : options_; }
  /// How often vertices have lost their numbers.
  uint64_t restarts() const { return restarts_; }
  Sum at(uint32_t vertex) const;

 private:
  class Listener;
  enum class Followed { all, fills_box };
  Attempt<std::vector<int64_t>> coordinates(const Sum& start) const;
  std::optional<std::vector<uint32_t>> cells(std::span<const std::vector<int64_t>> starts) const;
  Attempt<std::vector<uint32_t>> follow_from(std::span<const std::vector<int64_t>> starts,
                                             Budget& budget);
  Attempt<Followed> follow(Budget& budget);
  bool fills_box(Budget& budget);
  void clear();
  Error too_many(uint32_t vertex) const;

  const RuleGame& game_;
  const Rule& rule_;
  SumGraph::Limits limits_;
  uint64_t options_ = 0;
  uint64_t restarts_ = 0;
  std::unique_ptr<const Program> program_;
  // Numbers positions; none before the first question, and where there is a box.
  std::unique_ptr<MemoStore> store_;
  std::vector<uint32_t> begins_{0};
  std::vector<uint32_t> targets_;
  uint64_t charged_ = 0;
  std::optional<BoxArcs> box_;
  std::vector<int64_t> corner_;    // the greatest coordinates of what was asked
  std::vector<int64_t> box_most_;  // of the box that no move leaves; empty where none is known
  // Positions, from which on the box is taken; UINT64_MAX: never.
  uint64_t try_box_at_ = kLeastForBox;
  static constexpr uint64_t kLeastForBox = uint64_t{1} << 12;
};

}  // namespace grundy
