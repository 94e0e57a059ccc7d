// The automaton of a law as a drawing.
//
// Problem: a reader wants to see which digits lead where. Idea: layers by the distance from the
// first state, left to right; within a layer states stand in the order in which arrows from the
// layer before reach them. Letters that lead the same way share an arrow, and the sink, where
// nothing is accepted, is left out. Example: wythoff's seven states stand in six layers. Cost: the
// arrows.
#pragma once
#include <string>

#include "engine/automatic/law.h"

namespace grundy {

std::string automaton_svg(const automatic::AutomaticLaw& law, const std::string& title);

}  // namespace grundy
