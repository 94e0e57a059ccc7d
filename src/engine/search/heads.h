// The engine of coins on a strip, which are the sum of their heads (rewriting/strip_heads.h).
//
// Problem: ruler as a strip, `[TH]* H -> [HT]* T along right`, of 10^6 coins, or of sixty.
// Idea: there is a plan for the heap that one head is; a position has the nim-sum of its heads.
// Cost: that of the heaps, each distinct place once.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* heads_engine();

}  // namespace grundy
