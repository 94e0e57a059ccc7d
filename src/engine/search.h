// Exact search over multisets of parts: the winner by the definition of play, without any theory of values.
//
// This is how misère play is solved (nim-sum says nothing there), and how outcomes that theory predicts are checked by
// play. A position is the multiset of its parts that still have a move; each outcome is remembered. Sums of nim heaps
// in misère play are decided by Bouton's theorem (1901): as in normal play, unless every heap is at most 1; then the
// mover loses iff their number is odd.
#pragma once
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/sum.h"
#include "rule/meaning.h"

namespace grundy {

/// Solves a sum in misère play: outcome and winning moves go into `answer`.
Attempt<void> solve_misere(const std::vector<Component>& parts, size_t move_limit, Budget& budget, Answer& answer);

/// Whether the player to move wins, found by play alone. Declines what is not finite or too large for the budget.
Attempt<bool> mover_wins_by_play(const std::vector<Component>& parts, Play play, Budget& budget);

}  // namespace grundy
