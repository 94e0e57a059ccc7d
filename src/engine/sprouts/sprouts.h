// Values and outcomes of Sprouts.
//
// Problem: 11 spots have some 10^20 lines of play.
// Idea: lands in canonical forms, whose values add; whether a land has value n is asked of the search in sets of values
// (board/in_set.h) and of a proof-number search (board/proof_number.h) in turn, each time with twice the share of work.
// Either answers in a moment some questions that are too much for the other; both share one table of lands, so that
// what one has found is known to the next.
// Example: 8 spots have value 0: some 90,000 options are looked at, and 500,000 for 11.
// Cost: a second for 8 spots, 8 seconds for 11; memory for the table, which keeps within the limit.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* sprouts_engine();

}  // namespace grundy
