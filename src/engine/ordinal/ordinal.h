// The ordinal engine: games with infinitely many moves whose moves are affine.
//
// A formula for all positions, or for slice after slice, is found and proved (slices.h); values
// come from it at any size (formula_value.h), and the options of a given value are an integer set.
// The search ends by counted steps, so a game is answered or declined alike on every machine.
// Example: forced(10^30, 7) is ω + 10^30 - 8.
#pragma once
#include "engine/engine.h"
#include "engine/ordinal/formula.h"

namespace grundy {

const Engine* ordinal_engine();

/// The law, by residues, of a game with infinitely many, affine moves that stay in it; declined
/// when there is none for all positions.
Attempt<Formula> ordinal_law(const RuleGame& game, Budget& budget);

}  // namespace grundy
