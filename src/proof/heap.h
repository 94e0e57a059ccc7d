// The laws of take-and-break games, from their values.
//
// Two heaps: values are computed until the theorem of Guy and Smith proves a period; once a game
// has many values and few of them are rare, no table is kept, and a window that comes again proves
// it (engine/heap/repeat.h). Three heaps: likewise, with a saltus too. All others, and where no
// proof ends in reach: the regularity that the values show, as a conjecture. Example: kayles has
// the period 12 from 71 on, proved by 169 values.
//
// The search ends after so many cycles as its values are expected to take (some ten seconds of one
// core), not after a time: the same number of values on every machine.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "proof/prove.h"
#include "proof/theorem.h"
#include "rule/heap_code.h"

namespace grundy {

/// The rule has to be of that code. An error when the budget is spent, or the folder of the options
/// can't be used.
Attempt<Theorem> prove_heap(const Rule& rule, const HeapCode& code, const ProveOptions& options,
                            Budget& budget);

}  // namespace grundy
