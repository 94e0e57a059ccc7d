// The engine of tested laws of lists: who wins, asked only where conjectures are allowed.
//
// Problem: a list of hundreds of numbers up to 10^9 is played as a whole, and no theorem knows it.
// Idea: a condition that is true of all small lists (lost_lists.h) is taken to be true of all.
// Nothing proves it: whoever asks has allowed it, and the answer says so.
// Example: `solve --conjectures` where a move lowers at least half of the piles.
// Cost: once some thousand small lists; then that of the condition, and of the options for a move.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* tested_lists_engine();

}  // namespace grundy
