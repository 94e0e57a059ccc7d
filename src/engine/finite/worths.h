// What each vertex of a graph without cycles is worth: its value and who loses in misère play.
//
// Depth first (Tarjan 1972), by many walks at a time. A walk begins at a vertex that has no worth yet. Where all
// out-neighbours have theirs, the walk finds the worth of the vertex and goes back to where it came from; otherwise it
// goes on to the first out-neighbour without one. The vertices on its path are open. A walk that leads to an open
// vertex, its own or another's, waits until the vertex has its worth.
//
// Every walk waits, and some are left, if and only if there is a cycle: each ends with an edge to an open vertex, from
// which the path that it is on leads to the end of a walk, and so on for ever among finitely many walks; and while
// there is a cycle, the first of its vertices to get a worth would need another one to have it before.
//
// Why many walks: the time goes into waiting for memory. A walk asks for what it needs next (prefetching) and the next
// walk has its turn meanwhile; with 16 of them graphs of random edges take a third of the time, and a random path of
// 10^7 vertices takes a quarter. Why walks and no topological order: an edge is looked at twice, in a row, and there is
// nothing to count before. In a graph whose edges lead to smaller numbers (greater ones) all walks end where they begin
// when they begin from below (above). The worths are the same whatever the order, so the number of threads makes no
// difference.
//
// The paths take 4 bytes for each open vertex, which is on one path only: 4 bytes a vertex at most, and a little for
// each walk.
#pragma once
#include <cstdint>
#include <span>

#include "base/budget.h"
#include "base/result.h"
#include "engine/finite/adjacency.h"

namespace grundy {

/// 2 · value + (1 if lost in misère play). Values are small: one of n takes n·(n + 1)/2 edges, so with fewer than 2^32
/// edges all are below 2^17.
using Worth = uint32_t;
/// Of what is no vertex.
constexpr Worth kNoWorth = UINT32_MAX;

/// Fills in `worths`, one for each vertex; what has no edge is no vertex. `falling`: more edges lead to smaller numbers
/// than to greater ones. False when there is a cycle, and then the worths mean nothing. Declined: no time or memory.
Result<bool> find_worths(const Adjacency& graph, bool falling, std::span<Worth> worths, Budget& budget);

}  // namespace grundy
