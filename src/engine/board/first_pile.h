// Lists of which the first pile alone is played, as nim, until it is gone: sequential nim of any
// length.
//
// Theorem. Let r be the value of the list behind the first pile x >= 1. With r for a pile that is
// gone, the values that x takes one after another are all natural numbers but r: x - 1 if x <= r,
// and x else. Proof. By induction on x: the options of x are r and the first x - 1 of these
// numbers, and the next one is the least that is missing.
// Idea: two ways of writing it are seen in the rule: the first place is lowered to 1 or more, or
// taken off; or a place is lowered where all before it are 0.
// Example: seqnim([3, 1, 1]) has the values 1, 0, 3 from the right.
// Cost: linear in the list, for numbers of any size.
#pragma once
#include "engine/engine.h"

namespace grundy {

/// The value of a pile of at least 1 before a list of value `rest`.
inline uint64_t value_before(uint64_t pile, uint64_t rest) {
  return pile <= rest ? pile - 1 : pile;
}
/// The pile that has this value before such a list; 0 where the pile has to go.
inline uint64_t pile_of_value(uint64_t wanted, uint64_t rest) {
  return wanted == rest ? 0 : wanted < rest ? wanted + 1 : wanted;
}

const Engine* first_pile_engine();

}  // namespace grundy
