// Conditions that a product is 0 or not, by its factors.
//
// Problem: `i*j*k = 0 and i + j + k > 0`, at most two of three heaps, is beyond integer sets.
// Idea: a product is 0 where one of its factors is, and has the remainder 0 modulo a prime where one
// of them has.
// Example: i*j = 0 is `i = 0 or j = 0`, i*j + k > 0 is `i > 0 and j > 0 or k > 0`, i*j % 2 = 1 is
// `i % 2 = 1 and j % 2 = 1`.
// Cost: linear in the condition.
#pragma once
#include "rule/rule.h"

namespace grundy {

/// The condition with such parts said of the factors, wherever `and` and `or` lead to them. Slots are
/// natural numbers.
Expr without_products(const Expr& condition);

}  // namespace grundy
