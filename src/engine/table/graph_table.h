// The values of a box whose moves are in no order that could be seen beforehand: by its graph.
//
// Problem: to follow positions one by one (follow.h), the machine lists the options of each, twice
// as a rule.
// Idea: all moves of the box are listed by machine code first (graph/box_arcs.h); then depth first,
// along the arcs, from the cells that are asked for. A cell on the present line of play that is met
// again is a cycle: play need not end.
// Cost: some nanoseconds an arc; 4 bytes an arc while it is filled, 4 a cell.
#pragma once
#include <memory>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/engine.h"
#include "engine/table/value_table.h"
#include "engine/table/wanted_positions.h"

namespace grundy {

/// For positions of a game in a box that no move leaves. Declines, with a cycle, when play need not
/// end; and when the moves are not listed by a box: then other ways can be tried.
Attempt<std::unique_ptr<const ValueTable>> fill_by_graph(const Rule& rule,
                                                         const std::vector<int64_t>& most,
                                                         const WantedPositions& asked,
                                                         Budget& budget, Work& work);

}  // namespace grundy
