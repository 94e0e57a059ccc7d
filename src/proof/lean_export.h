// The statement of a period of heaps, for Lean and its library combinatorial-games.
//
// Problem: somebody wants to prove the theorem again, from definitions that others wrote.
// Idea: heaps are any games whose moves are those of the code; the theorem says which nim heap each
// of them equals. The proof is left open.
// Example: the law of kayles lists 83 values, and says that heap n is nim (value n).
#pragma once
#include <string>

#include "base/attempt.h"
#include "proof/theorem.h"

namespace grundy {

/// Declines theorems that are no period of a take-and-break game.
Attempt<std::string> lean_statement(const Theorem& theorem);

}  // namespace grundy
