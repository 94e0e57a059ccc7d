// The ordinal engine: games with infinitely many moves whose moves are affine.
//
// A formula for all positions is found and proved slice by slice (slices.h); values come from it at any size, and the
// options of a given value are an integer set. Games without such a formula are declined.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* ordinal_engine();

}  // namespace grundy
