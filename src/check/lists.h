// Whether a certificate's rule is the game of lists that it says, for lists of fixed lengths.
//
// Problem: a law of wythoffs([a, b]) is proved of a game of two numbers, and someone has to see
// that this is the same game.
// Idea: what a list means in numbers is a part of the language, as what a set or a sum of copies
// means; the checker trusts its reader (rewriting/fixed_lists.h) with it as with all other words.
// The certificate's rule has to be, line by line, what the reader writes for these lengths. Beyond
// that both rules are compared by definition on a small box: each move from each tuple there leads
// to lists that a move of the lists leads to, and the other way round.
// Cost: a few thousand positions, each with its moves by definition.
#pragma once
#include <optional>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

/// A rejection, or nothing when all is well or the certificate has no lists; an error when the
/// budget is spent.
Attempt<std::optional<Judgement>> check_lists(const Certificate& certificate, const Budget& budget);

}  // namespace grundy
