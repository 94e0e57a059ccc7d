// How fast a term grows with its only variable.
//
// Problem: whether `isqrt(n)`, `min(n/3 + 1, 100)` or `n - n/2` rises by at most 1 when n does is
// no question of integer sets, once a root is in it.
// Idea: a bound goes up the term: n rises by 1; ⌊x/c⌋ by ⌈s/c⌉ at most where x rises by s; the root
// of what rises by 1 by at most 1; n - x where x rises by at most 1.
// Example: isqrt(n)/2 + 3 never falls and rises by at most 1.
#pragma once
#include <cstdint>
#include <optional>

#include "rule/rule.h"

namespace grundy {

/// A bound on t(n + 1) - t(n) for a term t in slot 0 alone that never falls on natural numbers, and
/// has a value for each of them; nothing where that is not seen.
std::optional<int64_t> greatest_rise_of(const Expr& term);

/// Whether the term in slot 0 alone has a value for every natural number and never falls.
bool never_falls(const Expr& term);

/// A bound below on t(k + 1) - t(k) for all k >= 1, for a term t in slot 0 alone that never falls
/// there and is natural at 1: 2 for k*(k + 1)/2, 2 for 2**k. No result if the form is not known.
std::optional<int64_t> least_rise_of(const Expr& term);

/// t(n) for a term of +, -, *, /, **, isqrt, min and max; nothing beyond 64 bits, and for other terms.
std::optional<int64_t> term_at(const Expr& term, int64_t n);

}  // namespace grundy
