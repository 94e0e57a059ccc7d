// The values of all positions of a box, one after another, the last coordinate fastest.
//
// Where the table engine is the one for the game the whole box is filled at once; else the plan is
// asked piece by piece, so that a box with far corners (heaps around 10^30) costs no more than its
// positions.
//
//   Attempt<Tabulated> done = tabulate(session, rule, box, 0, budget, [&](const ValueList& values)
//   { … return {}; });
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "session/box.h"
#include "session/session.h"
#include "session/value_list.h"

namespace grundy {

/// How the values came about, for --stats.
struct Tabulated {
  std::string engine;
  Work work;
};

/// Hands the values to `visit` piece by piece, from the position with this number on.
Attempt<Tabulated> tabulate(Session& session, const Rule& rule, const std::vector<Range>& box,
                            uint64_t first, Budget& budget,
                            const std::function<Attempt<void>(const ValueList&)>& visit);

/// Writes the values, below 2^32, to a file of doc/tables.md; goes on with one that an earlier run
/// began.
Attempt<Tabulated> tabulate_to_file(Session& session, const Rule& rule,
                                    const std::vector<Range>& box, const std::string& path,
                                    Budget& budget);

}  // namespace grundy
