// Laws of who loses a game of lists of any length: guessed from small lists, or claimed and tested.
//
// Problem: `prove thanos` asks about lists of all lengths, and there are no letters for them.
// Idea: engine/board/lost_lists.h solves small lists and guesses; a claim "lost: CONDITION" is
// tested on the same lists. Neither is a proof, and the theorem says on what it was tested.
// Example: prove thanos --formula 'lost: 2*count(x = min(a) for x in a) > len(a)'.
// Cost: that of lost_lists.h.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "game/board_game.h"
#include "proof/theorem.h"

namespace grundy {

/// Each coordinate is written by itself, the list in brackets; as a Theorem has them.
std::vector<std::optional<size_t>> brackets_of(const Rule& rule);

/// Refuted with the least counterexample, conjectured, or unknown.
Attempt<Theorem> law_of_lists(const BoardGame& game, const std::optional<std::string>& formula,
                              Budget& budget);

}  // namespace grundy
