// The moves among the positions of a box, as a graph: what laws for play that need not end are
// guessed from.
//
// A position's vertex is its cell in the box (BoxCells). All moves out of the box lead to one more
// vertex, from which play goes on for ever: whoever can go there can't be held to an end, so that
// what is lost or won in the graph is so in the game, and what is drawn may be so near the edge
// only.
#pragma once
#include <cstdint>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/graph/box_arcs.h"
#include "engine/graph/loopy.h"
#include "rule/rule.h"

namespace grundy {

struct BoxGraph {
  BoxCells cells;  // the vertices inside
  std::vector<uint32_t> begins;
  std::vector<uint32_t> targets;

  ArcSpans arcs() const { return {begins, targets}; }
};

/// Of a game whose moves lead to one position of the game itself each. Unbounded binders run up to
/// twice the longest side.
Attempt<BoxGraph> box_graph(const Rule& rule, const std::vector<int64_t>& sides, Budget& budget);

/// The sides of the box that is looked at for a law of so many coordinates, of the part from which
/// it is guessed, and of that on which it is tested; the greatest modulus.
struct LoopyTrial {
  int64_t labelled;
  int64_t guess;
  int64_t test;
  int64_t modulus;
};
constexpr size_t kLoopyLawCoordinates = 4;
constexpr LoopyTrial kLoopyTrials[kLoopyLawCoordinates] = {
    {600, 60, 150, 12}, {80, 16, 26, 6}, {24, 6, 9, 3}, {12, 4, 5, 2}};

}  // namespace grundy
