// The statements that prove a law by digits, for other deciders: Walnut and MONA.
//
// Problem: somebody who trusts neither the prover nor the checker asks a third program.
// Idea: moves, law, order and domain are given as automata, and each statement of the proof is one
// sentence about them. Walnut reads automata in files of their own, the most significant digit
// first. MONA has none: an automaton becomes a predicate that asks for its run, a set of positions
// for each state, from the most significant digit down; the first state, in which zeros stay, has
// no set, so that all sets are finite.
// Example: the law of nim becomes "law(x0,x1,v)", and that it has one value "~(∃ law(x0,x1,v) &
// law(x0,x1,w) & less(w,v))".
// Cost: the automata's letters and states.
#pragma once
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "base/budget.h"
#include "proof/theorem.h"

namespace grundy {

/// "walnut": base k, Zeckendorf and tribonacci; files, each behind a line "== FOLDER/FILE". "mona":
/// base 2. Input errors for another format, declines for another numeration.
Attempt<std::string> exported(const Rule& rule, const AutomaticProof& proof,
                              std::string_view format, const Budget& budget);

}  // namespace grundy
