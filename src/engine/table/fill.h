// One table for all positions that the asked ones can lead to: the cheapest way that fills it.
//
// Problem: a table may be filled by machine code, which is worth compiling for large tables only
// and not for every rule; or by the machine, when the positions can be put in order; or from the
// asked positions on.
// Idea: the ways are tried in turn. One that declines leaves nothing behind and the next is tried;
// the last says why there is no value. When a limit of the user's ends the work, nothing else is
// tried.
// Example: wythoff up to (2000, 2000) is compiled; up to (10, 10) the machine fills it row by row;
// a game whose moves lead sideways has its positions followed.
#pragma once
#include <memory>

#include "analysis/order.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/engine.h"
#include "engine/table/value_table.h"
#include "engine/table/wanted_positions.h"

namespace grundy {

/// A table that covers the asked positions and all that they lead to, all of which lie in the
/// boxes.
Attempt<std::unique_ptr<const ValueTable>> fill_table(const Boxes& boxes,
                                                      const WantedPositions& asked, Budget& budget,
                                                      Work& work);

/// Whether another way may be tried: the one before declined, and not for a limit of the user's.
inline bool is_open(const Error& error) {
  return error.kind == Error::Kind::declined && !error.is_end;
}

}  // namespace grundy
