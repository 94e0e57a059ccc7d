// The elements of all heaps: a quotient of take-and-break games that stays for ever.
//
// Let the games leave at most two heaps, game k take at most t_k tokens, and let the quotient of
// all heaps below a bound be known, with the elements Φ(n) of heaps (the pretending function,
// Plambeck 2005). When for each game Φ(n + p) = Φ(n) from n0 on as far as the theorem of Guy and
// Smith asks for values (heap/period.h), the quotient is that of all heaps, and Φ goes on so
// (Plambeck and Siegel 2008). For of two heaps a >= b that n + p is split into, a >= n0 + p, so
// that a - p and b have the same product, and the other way round: heaps n + p and n beyond the
// bound have the same elements and the same elements of options. The conditions of a quotient
// (quotient.h) ask for no more of a heap, and so they hold for n + p as they do for n. Games of one
// quotient have periods of their own: the argument is about one game at a time.
//
//   Attempt<std::vector<heap::Period>> periods = settle(quotient, budget);
//   // kayles: from 71 on with period 12
#pragma once
#include <vector>

#include "engine/heap/period.h"
#include "engine/misere/quotient.h"

namespace grundy::misere {

/// Takes in heaps until the quotient stays for ever: the period of each game. Nothing when heaps up
/// to this size were taken in before.
Attempt<std::vector<heap::Period>> settle(Quotient& quotient, uint64_t upto, Budget& budget);

/// Takes in heaps 0 … upto of each game.
Attempt<void> take_heaps(Quotient& quotient, uint64_t upto);

/// The elements of the heaps of one game that were taken in.
std::vector<Element> pretending(const Quotient& quotient, size_t game);

/// The letter whose heap is like that of any size.
uint32_t letter_of(const Quotient& quotient, const std::vector<heap::Period>& periods, size_t game,
                   uint64_t size);

}  // namespace grundy::misere
