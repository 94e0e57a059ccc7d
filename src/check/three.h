// Re-checks certificates of kind three: a period, or an arithmetic period, of a take-and-break game
// of three heaps.
//
// The values are computed anew, and the conditions of the theorems in doc/heap.md are examined one
// by one. Nothing is shared with the kernels or with the search. There are at most 2^14 values; for
// a saltus all triples of positions up to a period behind the pre-period are compared, 2^32 at
// most.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"
#include "rule/heap_code.h"

namespace grundy {

/// Whether the code's digits are finitely many, leave at most three heaps, put no condition on
/// three heaps, and somewhere leave three.
bool leaves_three_heaps(const HeapCode& code);

/// Of a certificate whose rule is the code. An error of kind declined when the budget is spent or
/// lacks the memory.
Attempt<Judgement> check_three(const Certificate& certificate, const HeapCode& code,
                               const Budget& budget);

}  // namespace grundy
