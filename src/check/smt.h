// The obligations of a certificate as SMT-LIB, for solvers that share nothing with isl.
#pragma once
#include <string>
#include <vector>

#include "check/check.h"

namespace grundy {

/// One script, logic QF_LIA: for each obligation its assertions and a (check-sat), to which `unsat` is the right
/// answer.
std::string to_smt(const std::vector<Obligation>& obligations);

/// A judge that asks the program `solver`, z3 or cvc5, found in PATH. Its answer is an error of kind declined when the
/// program is missing, does not answer within the budget, or not in the form that is expected.
Judge judge_by_solver(std::string solver);

}  // namespace grundy
