// The moves of a whole box of positions, listed by machine code as a graph.
//
// Problem: where play goes round, values need all moves at once, and who follows the positions one
// by one spends most of the time on asking a hash table which of them are known.
// Idea: when no move leaves a box, its cells are the vertices. The code that fills tables
// (code/jit/jit.h) lists the cells of the options in place of their values, in one pass over the
// box.
// Example: windup[places=10, S={2, 3}] has a box of 10 cells; cell 9 leads to the cells 1 and 2.
// Cost: some nanoseconds an arc; 4 bytes for each, and 4 a cell.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/graph/adjacency.h"
#include "engine/graph/loopy.h"
#include "rule/rule.h"

namespace grundy {

/// The cells of a box, the last coordinate changing fastest.
class BoxCells {
 public:
  BoxCells() = default;
  explicit BoxCells(std::span<const int64_t> most) : most_(most.begin(), most.end()) {}
  bool has(std::span<const int64_t> coordinates) const;
  uint32_t cell(std::span<const int64_t> coordinates) const;
  std::vector<int64_t> position(uint32_t cell) const;

 private:
  std::vector<int64_t> most_;
};

class BoxArcs {
 public:
  /// The positions x with x_i <= most[i] of a game whose moves lead to one position of the game
  /// itself each; no move may leave the box (reachable_boxes in analysis/order.h has such boxes).
  /// Declines a rule that can't be compiled, a position whose moves can't be listed, more than 2^31
  /// moves, and where time or memory ends. The budget keeps the charge for bytes().
  static Attempt<BoxArcs> of(const Rule& rule, std::span<const int64_t> most, Budget& budget);

  const BoxCells& cells() const { return cells_; }
  ArcSpans arcs() const { return {graph_.begins.span(), graph_.targets.span()}; }
  uint64_t bytes() const { return 4 * (graph_.begins.size() + graph_.targets.size()); }

 private:
  BoxCells cells_;
  Adjacency graph_;
};

}  // namespace grundy
