// Green hackenbush as a drawn rule: cut an edge, and what no longer hangs on the ground falls.
#pragma once
#include "engine/engine.h"

namespace grundy {

/// Made for rules of this kind, whatever their words; values are those of green_hackenbush.h.
const Engine* hackenbush_rule_engine();

}  // namespace grundy
