// Terms and conditions in LaTeX's mathematical mode: n % (k + 1) is n \bmod (k + 1), and a / b is
// ⌊a/b⌋.
//
// Problem: a law for a paper is read as mathematics, not as the rule language. Idea: the term's
// tree is written from its leaves, with brackets where an operand binds less tightly; what has no
// sign of its own stays as it is written. Linear.
#pragma once
#include <string>
#include <vector>

#include "rule/rule.h"

namespace grundy {

std::string latex_term(const Expr& expr, const std::vector<std::string>& slot_names);

}  // namespace grundy
