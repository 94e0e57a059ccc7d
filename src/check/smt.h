// The obligations of a certificate as SMT-LIB, for solvers that share nothing with isl.
//
// A solver is a second judge: a mistake in isl would have to be in z3 or cvc5 as well. It is a
// process of its own, which reads all obligations from one script and answers each with a line; the
// budget ends it. It takes some ten times as long as isl.
#pragma once
#include <string>
#include <vector>

#include "check/obligation.h"

namespace grundy {

/// One script, logic QF_LIA: for each obligation its assertions and a (check-sat), to which `unsat`
/// is the right answer.
std::string to_smt(const std::vector<Obligation>& obligations);

/// A judge that asks the program `solver`, z3 or cvc5, found in PATH. Its answer is an error of
/// kind declined when the program is missing, does not answer within the budget, or not in the form
/// that is expected.
Judge judge_by_solver(std::string solver);

}  // namespace grundy
