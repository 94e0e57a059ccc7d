// Laws of a game with letters for parameters: n mod (k + 1) for `subtract[{1..k}]`, for every k.
//
// Problem: such a law divides by a letter, which no engine of formulas decides.
// Idea: values of small letters suggest a law (letter_guess.h); it is written as a certificate
// (law_rows.h), and proved when the checker accepts that (check/parametric.h). Letters for which it
// fails are left out by a domain, the first of a short list that does: from 1 on, from 2 on, in
// rising order, and so on. Games whose law is affine, such as the increases, are games of one more
// coordinate, and have theirs by prove.h.
// Cost: a table of some thousand values, guesses by counted steps, and some tenths of a second of
// isl for each guess.
#pragma once
#include <optional>
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "proof/letters.h"
#include "proof/prove.h"
#include "proof/theorem.h"

namespace grundy {

struct LetterQuestion {
  std::optional<std::string> formula;  // to be proved or refuted instead of one that is found
  std::optional<std::string> where;    // the letters' domain, "1 <= a <= b"
};

/// The theorem's rule is the game's, which has to outlive it. An input error for a text that is no
/// formula or domain, an error when the budget is spent.
Attempt<Theorem> prove_for_letters(const LetteredGame& game, const LetterQuestion& question,
                                   const ProveOptions& options, Budget& budget);

}  // namespace grundy
