// Obligations: what a certificate claims, each that some conditions on integers can't hold
// together.
//
// A certificate of kind formula says: V is the Grundy function of the game. Four claims make it a
// theorem (induction along the measures): V is defined at every position and natural there; every
// move lowers the measures lexicographically, which are natural linear functions; no move leads to
// a position of the same value; and each smaller ordinal is the value of an option, which the
// witnesses name. They are stated for each class of residues of the coordinates by itself
// (place.h).
//
// A certificate of kind periodic says that the game is to take a number of a set S, or of all
// positive numbers but those of S: each move takes one, and each such number has a witness. What
// the values are is no obligation; they are computed (periodic.h).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/logic.h"
#include "check/text.h"

namespace grundy {

/// Something a certificate claims: that the problem has no solution.
struct Obligation {
  size_t line = 0;   // of the certificate, that fails when there is a solution
  std::string flaw;  // what a solution shows: "two values"
  logic::Problem problem;
  std::vector<std::string> names;  // of the first variables: those shown of a solution
};

/// Decides obligations: accepted, or the first one that fails. An error when the budget is spent.
using Judge = std::function<Attempt<Judgement>(const std::vector<Obligation>&, const Budget&)>;

/// What the certificate claims, apart from values that can be computed. False, with the line and
/// the reason, when it claims nothing: its rule is wrong, or its numbers don't fit it.
bool state_obligations(const Certificate& certificate, std::vector<Obligation>& obligations,
                       Judgement& judgement);

}  // namespace grundy
