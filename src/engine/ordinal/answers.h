// Answers from a proved formula beside the value (formula_value.h): the options of a given value,
// and its text.
#pragma once
#include "engine/ordinal/formula.h"
#include "engine/solver.h"
#include "game/rule_game.h"

namespace grundy {

/// At most `limit` options of the position that have this value by `known`, position → coefficients
/// of the powers of ω, highest first. Of infinitely many the least stands for all. Declines when
/// isl gives up.
Attempt<MoveSet> options_of_value(const RuleGame& game, const OptionSets& moves,
                                  const isl::Map& known, const Coordinates& position,
                                  const Ordinal& value, size_t limit, Budget& budget);

/// The cases, a line each: "  n - m if n >= m".
std::string cases_text(const Formula& formula, const std::vector<std::string>& coordinates);

}  // namespace grundy
