// The law engine: games with finitely many, affine moves whose values are a formula, for positions
// of any size.
//
// A formula is guessed from the values on a small box and proved for all positions by integer sets
// (verify.h), within a fixed number of steps: some milliseconds. A table or a heap kernel would
// take longer only for positions far out, so the engine is asked for these alone; once a law is
// proved, it answers for all.
//
//   even(n) -> even(n - 2*k) for k >= 1      even(10^30) = 5·10^29, since the values are n/2
#pragma once
#include "engine/engine.h"
#include "engine/ordinal/formula.h"

namespace grundy {

const Engine* law_engine();

/// The law, by residues, of a game with finitely many, affine moves that stay in it; declined when
/// none is found quickly.
Attempt<Formula> quick_law(const RuleGame& game, Budget& budget);

}  // namespace grundy
