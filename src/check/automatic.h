// Checks certificates of laws that an automaton reads off the digits.
//
// Problem: such a law is proved by making automata deterministic, which a small checker should not
// have to trust.
// Idea: that the measures sink, that no option has its position's value, and that no position has
// two, are searches of products of the atoms, as they are. That something exists is said by a cover
// (cover.h).
// Cost: letters × states of the products; no minimisation, nothing is made deterministic.
#pragma once
#include <vector>

#include "base/budget.h"
#include "check/cover.h"
#include "check/text.h"

namespace grundy {

/// The claims of a certificate of kind automatic that are still to be shown, in the order of its
/// covers. The others were searched; the judgement is accepted when nothing is wrong so far.
Attempt<Judgement> state_inclusions(const Certificate& certificate,
                                    std::vector<digits::Inclusion>& inclusions,
                                    const Budget& budget);

/// Whether a certificate of kind automatic is right.
Attempt<Judgement> check_automatic(const Certificate& certificate, const Budget& budget);

}  // namespace grundy
