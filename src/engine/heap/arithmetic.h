// Arithmetic periods of games with three heaps or more: g(n + p) = g(n) + s for all n >= n0, s > 0,
// proved from finitely many values. The theorem and its proof are in doc/heap.md.
//
// Let s = 2^k·u with u odd. Of a value the part below 2^k, the low part, repeats, and the rest, the
// high part, grows by u in each period. The high parts of a sum's heaps add up to their nim-sum and
// an even number, the deficit. For a move to a position with the value of n itself the deficit is a
// number that only the residues of n and of the heaps modulo p and the heaps below n0 tell; so
// finitely many comparisons show that there is no such move from any n. All smaller values are
// reached since two equal heaps may stand beside any others.
#pragma once
#include <cstdint>
#include <span>

#include "engine/heap/period.h"
#include "rule/heap_code.h"

namespace grundy::heap {

/// Whether the theorem is about the code: finitely many digits, none of which adds tokens, and
/// where three heaps or more are left, of any sizes.
bool is_of_many(const HeapCode& code);

/// Not 0 when the theorem shows, from the values g(0), …, that the law, with a saltus, holds for
/// ever: it does so for this many periods taken as one. Of a code as is_of_many says; 0 for all
/// others, and when it would take long to see.
uint64_t arithmetic_turns(const HeapCode& code, std::span<const uint32_t> g, const Period& law);

/// How many values show by themselves that a period without saltus holds for ever, when at most k
/// heaps are left: as in Guy and Smith's theorem, the largest has at least 1/k of the tokens. 0
/// where there is no such k.
uint64_t window_of_many(const HeapCode& code, const Period& period);

/// The law that the values show and prove, with a saltus or without one. Of codes as for
/// arithmetic_turns.
std::optional<Period> proved_law_of_many(const HeapCode& code, const Values& values);

}  // namespace grundy::heap
