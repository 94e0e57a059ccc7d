// Where variables stand in lines and terms, and these with others in the place of theirs.
#pragma once
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// Whether the term is this slot.
inline bool is_slot(const Expr& expr, size_t s) {
  return expr.op == Op::slot && expr.value == static_cast<int64_t>(s);
}
/// Whether the condition is term % s = 0: the slot's number divides that term.
bool says_divides(const Expr& condition, size_t s);
/// The term that the slot's number divides where the condition holds: of `n % d = 0` it is n, and of
/// `isprime(d) and n % d = 0`. Null for others, and where a condition before it may be at fault.
const Expr* divided_by(const Expr& condition, size_t s);
/// The same of a line, and of `t % s**e = 0` where e is a number from 1 on, or a variable that begins there. Null for others.
const Expr* divided_by(const MoveLine& line, const Expr& condition, size_t s);
/// The only binder, where it is one range with both ends; null otherwise.
const Binder* only_range(const Quantifier& quantifier);
/// The term that the variable of a fold, any(…) or all(…) divides in all choices that count: of
/// `count(n % d = 0 for d in 1..n)` it is n. Null where there is none.
const Expr* divided_in_choices(const Expr& expr);
/// How many slots are needed to evaluate the term and its own variables.
size_t slots_in(const Expr& expr);
/// Whether it asks what is on a board: sums over numbers don't.
bool reads_board(const Expr& expr);
/// Whether the slot occurs in a bound or value of the binder.
bool mentions(const Binder& binder, size_t s);

/// A term with other slots; `terms` has one for each slot of the line, those inside quantifiers
/// included.
Expr with_other_slots(const Expr& expr, const std::vector<Expr>& terms);
/// The same for all terms of a line but the coordinates of its parts' games, which stay.
void put_other_slots(MoveLine& line, const std::vector<Expr>& terms);
/// The line without variables that stand for a term, m = n/k: the term is in their place, if it is
/// a natural number for certain.
MoveLine without_told_variables(MoveLine line);
/// A line for each element of the set that a binder chooses from, with its numbers in place of the
/// variables. The set is no complement.
std::vector<MoveLine> lines_of_elements(const MoveLine& line, size_t binder);

}  // namespace grundy
