// The law of a game whose moves lead to other games: proved together with the laws of these.
//
// The game and those that it leads to are one game with one more coordinate (analysis/system.h).
// For each of the others a formula is looked for as for any game, and all formulas together are
// decided as the formula of that one game (formula.h). So it does not matter whether the others
// lead back, and a certificate of the one game is one of the law.
// Example: swap(n) with moves to swap(n - 2) and nim(n / 2): 1 if n/2 % 2 = 0, else 0; with
// nim(n) = n as the formula of the other game.
#pragma once
#include <optional>

#include "base/attempt.h"
#include "base/budget.h"
#include "proof/claim_text.h"
#include "proof/theorem.h"

namespace grundy {

/// Proves that the law's formula, or where it has none the claim, is the law of the rule. Nothing
/// where moves lead to no other game, another game has no formula, the law is false, or isl gives
/// up. An error when the budget is spent.
Attempt<std::optional<SystemProof>> prove_in_system(const Rule& rule, const FormulaLaw& law,
                                                    const Claim* claim, Budget& budget);

/// Who wins by a plain condition of the coordinates: this one, or else one that fits a box
/// (lost_conditions.h), together with such conditions for the other games; decided by automata.
/// Nothing if no conditions are found or none is proved. An error when the budget is spent.
Attempt<std::optional<Theorem>> prove_lost_in_system(const Rule& rule,
                                                     const std::optional<std::string>& lost_if,
                                                     Budget& budget);

}  // namespace grundy
