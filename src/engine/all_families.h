// All families: games of lists, matrices, graphs and drawings that have a theorem and a notation.
#pragma once
#include <span>
#include <string_view>

#include "engine/family/family.h"

namespace grundy {

/// In alphabetical order of their names.
std::span<const Family* const> families();
/// The family of this name, or null.
const Family* find_family(std::string_view name);

}  // namespace grundy
