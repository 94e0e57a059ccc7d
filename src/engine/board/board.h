// The engine for games of cells: values of boards by a search over their independent parts.
//
// Problem: the positions of a 5 × 6 board of Cram are a hundred million, and boards are what people
// ask for.
// Idea: the rule is laid on the place (lay.h), letters that play alike are one (board_code.h),
// placements become shift programs (shift_code.h), positions fall apart by what they can become
// (split.h), parts that are images of each other are one (images.h), and each is asked no more than
// it must be (in_set.h). Numbers (row_search.h), sets (subset_search.h) and words (word_search.h)
// have forms of their own. Rules that have none, as with moves to other games, are searched in the
// same way on the options that the game lists (game_mover.h).
// Example: cram(5x6) has value 2; 42,000 parts are looked at.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* board_engine();

}  // namespace grundy
