// A table filled in an order in which every move goes back, by the machine.
//
// Problem: a table without recursion where the rule can't be compiled (code/jit), or compiling
// would not pay.
// Idea: analysis/order.h knows a lexicographic order of the coordinates that every move lowers;
// cell by cell in that order, every option has its value already.
// Example: wythoff row by row.
// Cost: the machine's for each position, some ten times that of machine code.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/engine.h"
#include "engine/table/dense_store.h"

namespace grundy {

/// Fills the cells of the store, which has this game's only. Declines when no order is known, when
/// the rule is too long, and when a cell has no value of its own, maybe one that nobody asks for: a
/// term without a value, infinitely many moves. Then some cells have their values, and positions
/// can be followed.
Attempt<void> fill_in_order(DenseStore& store, const Rule& game, Work& work, Budget& budget);

}  // namespace grundy
