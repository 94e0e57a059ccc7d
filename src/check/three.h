// Re-checks certificates of kind three: a period, or an arithmetic period, of a take-and-break game
// of three heaps or more.
//
// The values are computed anew, and the conditions of the theorems in doc/heap.md are examined one
// by one. Nothing is shared with the kernels or with the search. There are at most 2^14 values; for
// a saltus heaps are put together one by one, and of those that agree in what counts only one is
// kept.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"
#include "rule/heap_code.h"

namespace grundy {

/// Whether the code's digits are finitely many, put no condition on three heaps and more, and
/// somewhere leave that many.
bool leaves_many_heaps(const HeapCode& code);

/// Of a certificate whose rule is the code. An error of kind declined when the budget is spent or
/// lacks the memory.
Attempt<Judgement> check_three(const Certificate& certificate, const HeapCode& code,
                               const Budget& budget);

}  // namespace grundy
