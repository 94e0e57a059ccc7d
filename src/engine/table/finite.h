// The finite engine: values of the reachable positions of any rule with finitely many moves.
//
// A table is filled in an order in which every move goes down (analysis/order), when there is one and the coordinates
// fill a box; otherwise positions are followed from the one that is asked, depth first with a stack of our own, over a
// dense table or a hash table. A position that leads back to one on the present line of play is reported with the
// cycle.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* finite_engine();

/// The coordinates as 64-bit numbers; declines those beyond 2^62, naming the limit.
Attempt<std::vector<int64_t>> small_coordinates(const Rule& rule, const Coordinates& coordinates);

}  // namespace grundy
