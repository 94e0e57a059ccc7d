// The solver of Nimstring: values by string_search.h, and moves beside any rest.
#pragma once
#include <memory>

#include "engine/solver.h"

namespace grundy {

std::unique_ptr<Solver> nimstring_solver();

}  // namespace grundy
