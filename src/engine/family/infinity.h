// ∞(K) as a position; see the head of infinity.cc.
#pragma once
#include "engine/engine.h"
#include "engine/family/family.h"

namespace grundy {

const Engine* infinity_engine();
const Family* infinity_family();

}  // namespace grundy
