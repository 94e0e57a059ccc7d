// Values by their definition, for games whose moves are not written out: those that are a take-and-break code with four
// or more heaps, and those that lead to one. All splits of a heap are listed, whose number grows fast: for heaps of up
// to some dozens.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* definition_engine();

}  // namespace grundy
