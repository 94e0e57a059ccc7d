// Onward: games that the first move leaves for others, such as a ring that becomes a row.
//
// Problem: ring(n) -> row(n - 1) would be tabulated with all rows below it, though an engine for
// rows is quicker.
// Idea: a game that nothing leads back to is asked of its options; each part of these is asked of
// the plan of its own game.
// Example: after the first move of kayles on a ring of a million pins the heap engine tells the
// value of a row.
// Cost: a listing of the options of each position that is asked, and their parts.
#pragma once
#include "engine/engine.h"

namespace grundy {

/// For games all of whose moves lead to others, at least one of which has a quicker engine than a
/// table.
const Engine* onward_engine();

}  // namespace grundy
