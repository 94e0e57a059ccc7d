// FirstReply: who wins, by a search that ends at the first winning reply.
//
// Problem: who may divide n by an odd divisor or take one has a table of a billion numbers at 10^9,
// and yet a handful of positions tells who wins there: most are won by a move to one of the least.
// Idea: depth first, the least reply first; a position is won once a reply is lost, and lost when
// all replies are won. The search can't judge a sum of two different
// positions: where a position leads to one and no reply is lost, it stays unknown. What the search
// finds holds in the whole game, though it sees only a part of it.
// Example: from n = 2^k·m, m > 1 odd, n/m is looked at first; it is lost if k is not 1.
// Cost: some thousand positions. The plan asks this engine where a table would take minutes.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* first_reply_engine();

}  // namespace grundy
