// isfibonacci(n): a word of the language that stands for issquare(5*n*n + 4) or issquare(5*n*n - 4)
// (Gessel 1972).
//
// Problem: automata of Zeckendorf's numeration know the Fibonacci numbers, other engines need not.
// Idea: the word becomes the condition on squares as it is read, and is seen in it again. So rules
// that say it either way have the same laws. Terms end at 2^63, and with them n at 1.3·10^9;
// automata read any number.
#pragma once
#include "rule/rule.h"

namespace grundy {

/// n, or -n, is one of 0, 1, 2, 3, 5, 8, …
Expr fibonacci_condition(const Expr& n);

/// The term of which the condition asks whether it is a Fibonacci number; null for another
/// condition.
const Expr* asked_for_fibonacci(const Expr& condition);

}  // namespace grundy
