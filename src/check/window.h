// Re-checks certificates of kind window: the period of a take-and-break game with few rares, of
// values that are too many to keep.
//
// A certificate says which code the rule is, the pre-period n0, the period p, the character, and
// stations: places and the values of a window before each. By the theorem of the repeated window
// (doc/heap.md) it is enough that all values from kStart on are what the window before them tells,
// that the smaller rare values are options, and that the window before the last station is the one
// p places before, also a station. From each station to the next this is shown by itself (walk.h),
// so that several threads share the work: a walk goes on behind the next station as far as pairs
// look back, and looks from as far behind its own on. No smaller pre-period or period may do.
#pragma once
#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"
#include "rule/heap_code.h"

namespace grundy {

/// `code` is that of the rule. An error of kind declined, which tells how far it came, when the
/// budget is spent.
Attempt<Judgement> check_window(const Certificate& certificate, const HeapCode& code,
                                const Budget& budget);

}  // namespace grundy
