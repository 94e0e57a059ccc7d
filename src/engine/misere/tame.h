// Sums of tame positions in misère play: each is like a nim heap, and Bouton's algebra of misère
// nim decides.
//
// A tame position (genus.h) of genus n^n… is like a heap *n; where n is 0 or 1 it is either like *0
// or *1 itself, or firm, like *2 + *2 and *2 + *3. So a sum has the exclusive-or of the numbers and
// the count of firm parts (algebra.h; Conway 1976, ONAG chapter 12). Wythoff's game, nim with any
// bounds and many more are tame; no quotient is looked for.
//
//   judge_tame({wythoff(5, 8), half(20), nim(3)}, 16, budget)   // 2 ⊕ 10 ⊕ 3, all firm: won
//
// Cost: the genera of all that the parts can become, one part at a time.
#pragma once
#include "engine/misere/judge.h"

namespace grundy::misere {

inline constexpr std::string_view kTameEngine = "tame sums, misère";

/// Declines where a part is not tame, or can become too many positions.
Attempt<Judged> judge_tame(const std::vector<Position>& parts, size_t limit, Budget& budget);

}  // namespace grundy::misere
