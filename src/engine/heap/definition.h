// Values by their definition, for games whose moves are not written out.
//
// Problem: games that are a take-and-break code with four heaps or more, and games that lead to one, have no Rule with
// move lines that could be compiled.
// Idea: all splits of a heap are listed (rule/heap_splits.h); other games are followed depth first.
// Example: code[0.G] takes one token and leaves four heaps: 9 goes to 5+1+1+1, 4+2+1+1, 3+3+1+1, 3+2+2+1 and 2+2+2+2.
// Cost: the number of splits, which grows fast with the heap: for heaps of up to some dozens.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* definition_engine();

}  // namespace grundy
