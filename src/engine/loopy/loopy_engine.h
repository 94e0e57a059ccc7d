// Values where play may go round: the labels (loopy.h) of an explicit graph, or of all positions
// that play can lead to.
//
// Problem: engines that fill tables or follow play decline when a position comes again.
// Idea: the positions that can be reached are followed as a graph (sum_graph.h), which is labelled.
// This is asked only after another engine has met a cycle, and works for every game that lists its
// options: rules, families, boards.
// Example: circle(n) -> circle((n + 1) % 3) has three positions, each of value ∞.
// Cost: that of the graph, all at once; another question about a position of it is free.
#pragma once
#include "engine/engine.h"

namespace grundy {

/// For graph(@file, v).
const Engine* labelled_graph_engine();
/// For all games, after a cycle was met.
const Engine* loopy_engine();

}  // namespace grundy
