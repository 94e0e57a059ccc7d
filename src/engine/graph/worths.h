// What each vertex of a graph without cycles is worth: its value and who loses in misère play.
//
// Problem: a vertex is valued after all that its edges lead to, in graphs that are larger than any
// cache.
// Idea: when all edges lead to smaller numbers, vertices are valued from 0 on (in_order.cc), and
// from the last one down when all lead to greater ones. Otherwise walks look for vertices that can
// be valued (walks.cc).
// Example: edges 2 -> 1, 2 -> 0 and 1 -> 0 give the vertices 0, 1 and 2 the values 0, 1 and 2.
// Cost: each edge is looked at once in order, twice by walks, in up to as many threads as the
// budget allows.
#pragma once
#include <cstdint>
#include <span>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/graph/adjacency.h"

namespace grundy {

/// 2 · value + (1 if lost in misère play). Values are small: one of n takes n·(n + 1)/2 edges, so
/// with fewer than 2^32 edges all are below 2^17.
using Worth = uint32_t;
/// Of a number that is no vertex.
constexpr Worth kNoWorth = UINT32_MAX;

/// How many edges lead to smaller numbers, and to greater ones.
struct ArcTrend {
  uint64_t falling = 0;
  uint64_t rising = 0;
};

/// Fills in `worths`, one for each vertex; what has no edge is no vertex. The worths are the same
/// for any number of threads. False when there is a cycle, and then the worths mean nothing.
/// Declined: no time or memory.
Attempt<bool> find_worths(const Adjacency& graph, ArcTrend trend, std::span<Worth> worths,
                          Budget& budget);

}  // namespace grundy
