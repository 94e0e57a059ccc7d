// Who wins a compound (game/compound.h), by what is known of its components.
//
// Theorems (On Numbers and Games, chapter 14): of `all` the component whose play ends first decides
// when the compound is short, the one that ends last when it is long: the least remoteness, the
// greatest suspense number. `some` is lost exactly if every component is lost; in misère play this
// holds while two components have moves, or where the compound is short. A short `one` is a sum of
// foreclosed values: mex over the options from which play can't be ended at once. `upto` over nim
// heaps is Moore's (1910). The value of G : H is the g(H)-th number that no option of G has (colon
// principle, counted from 0); that of then(G, H) comes from g(H) at the ends of G (Stromquist and
// Ullman 1993).
// What no theorem covers is played out.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* compound_engine();

}  // namespace grundy
