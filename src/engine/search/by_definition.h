// Values by their definition, for positions of any game: the mex of the values of the options.
//
// Options come from the game's one lister; a position's value is remembered under its normal form,
// so that what falls apart or plays alike is valued once. This answers where no theorem and no
// table is made for a game: matrices and graphs beyond their formulas, take-and-break codes that
// rules lead to. It works through all positions there are, and declines after a fixed number of
// them.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* by_definition_engine();
/// The same for rule files whose moves are written out, where numbers go beyond 64 bits: tables
/// have the others.
const Engine* exact_engine();

}  // namespace grundy
