// Terms with what can be computed computed.
//
// Problem: terms that are put together by a program say max(0, 1 + 0 * n), and a reader, a prover
// or a comparison of two terms stumbles.
// Idea: constants are folded and neutral operands dropped, from the leaves up, and equal operands
// of min, max and gcd are one. Nothing is reordered, and what may fail is never dropped for its
// value.
// Example: min(n, n) is n, and 0 <= n is 1, as a coordinate is natural.
// Cost: linear in the term, but for operands compared in pairs.
#pragma once
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// A term with what can be computed computed.
Expr simplified(Expr expr);
bool is_constant(const Expr& expr);
/// Whether the terms are the same as they are written.
bool same(const Expr& a, const Expr& b);
/// Whether the term, of natural numbers, is surely one itself.
bool is_natural(const Expr& expr);
Expr negated(const Expr& condition);
/// The term with slot i replaced by terms[i], and what can be computed then computed.
Expr rewritten(const Expr& expr, const std::vector<Expr>& terms);
/// The conditions joined by 'and', simplified; 1 where there are none.
Expr all_of(std::vector<Expr> conditions);

}  // namespace grundy
