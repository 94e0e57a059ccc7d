// Lists of which a move lowers several numbers together: who wins, whatever their length.
//
// Problem: some([300, 200, 100]) has 6·10^6 positions below it, and each of these some ten thousand
// options.
// Theorem (Moore 1910; family/moore.cc has the proof). Where a move lowers at least one and at most
// k numbers to anything less, a position is lost exactly if for every bit the number of those that
// have it is divisible by k + 1.
// Theorem (Smith 1966, the union of games). Where a move is a move in at least one number, in as
// many as one likes, a position is lost exactly if each number, played alone, is lost. Proof. From
// such a position each move leaves the numbers that it changes won; from any other one, a winning
// move in each number that is won, together, leads to such a position.
// Idea: rewriting/list_together.h sees which of them a rule is. Values are known by tables alone,
// so that those are asked where they are in reach.
// Cost: linear in the list for Moore's nim, and for the union that of its numbers, each distinct
// one once.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* together_engine();

}  // namespace grundy
