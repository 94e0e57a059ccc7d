// The values of a take-and-break game of at most two heaps, for the checker: no engine, one loop
// that a reader follows.
//
// The first values come from the definition, all pairs of heaps. Later ones come by the sparse
// space method, which leaves out pairs that can't matter: let f(v) be the parity of v & mask, and
// call position n common when f(g(n)) = 1 + e·(n + t), where t tokens are taken by a split (e = 1
// only if all t have one parity). Two common heaps with n - t = a + b have the nim-sum v with f(v)
// = e·(n + t), which is no common value for n. So a common value is an option's value only through
// a single heap or a pair with a rare member. A rare candidate is looked for among all pairs, first
// those with a heap that was found for another position. The mask and these heaps change the time
// only: n² for n values without a mask, n times the rares with one.
//
// Example: the 4,536,508 values that prove the period 4 of 0.376, with some 500 rares, take 6 s.
#pragma once
#include <cstdint>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/heap_code.h"

namespace grundy {

/// Whether the code's digits are finitely many and leave at most two heaps, so that the theorem of
/// Guy and Smith holds.
bool leaves_two_heaps(const HeapCode& code);
/// The greatest number of tokens that a move takes.
uint64_t greatest_taken(const HeapCode& code);

/// g(0), …, g(count - 1); requires leaves_two_heaps. Declined when the budget is spent, the memory
/// limit is below what they take, or a value is 2^16 or more.
Attempt<std::vector<uint16_t>> heap_values(const HeapCode& code, uint64_t count,
                                           const Budget& budget);

}  // namespace grundy
