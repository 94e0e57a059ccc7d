// The certificate of a law by digits: the automaton, the measures, and a cover for each statement
// that something exists.
//
// The checker (check/automatic.h) says what is to be covered and numbers the states; here its
// products are made deterministic, together with the run of the given side, and each set of states
// becomes the labels of a row.
#pragma once
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"
#include "proof/theorem.h"

namespace grundy {

/// The text, which the checker has accepted; `certificate` has the rule and the game. Declines
/// where the checker does.
Attempt<std::string> write_automatic(Certificate certificate, const AutomaticProof& proof,
                                     const Budget& budget);

}  // namespace grundy
