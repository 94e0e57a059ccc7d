// Re-checks certificates about take-and-break games: of kind heap here, window and three elsewhere
// (window.h, three.h).
//
// A certificate of kind heap says which code the rule is, the pre-period n0, the period p, and a
// digest of the first n0 + p values. The rule is read as a code by exact integer relations
// (analysis/heap_code.h). The values are computed anew (check/heap_values.h), as many as the
// theorem of Guy and Smith needs, and compared; no smaller pre-period or period may do. Time is
// that of the values: for kayles 169 of them, for long windows minutes.
#pragma once
#include <span>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"
#include "rule/heap_code.h"

namespace grundy {

/// How many values the theorem needs: 2·n0 + c·p + t + 1, t the greatest number that is taken. c =
/// 2 when two heaps may be any (Guy and Smith 1956), 3 when some have to be different; twice that
/// when some have to be equal and p is odd. The proof is in doc/heap.md. Requires numbers below
/// 2^59; those that are read are at most kMaxCertificateNumber.
uint64_t heap_window(const HeapCode& code, uint64_t preperiod, uint64_t period);

/// FNV-1a (64 bits, Fowler, Noll and Vo) of the values, each as two bytes, low byte first.
uint64_t digest(std::span<const uint16_t> values);

/// An error of kind declined when the budget is spent or lacks the memory.
Attempt<Judgement> check_heap(const Certificate& certificate, const Budget& budget);

}  // namespace grundy
