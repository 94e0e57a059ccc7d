// Values and outcomes of Sprouts.
//
// Problem: 11 spots have some 10^20 lines of play.
// Idea: lands in canonical forms, whose values add, by a search along the lines that are easiest to
// prove (land_search.h). All questions share one table of values of lands, which a store
// (board/part_store.h) keeps.
// Example: 8 spots have value 0: 3,000 lands are listed, and 6,000 for 11.
// Cost: half a second for 8 spots, 15 for 14; memory for the table and the lands met, which keeps
// within the limit.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* sprouts_engine();

}  // namespace grundy
