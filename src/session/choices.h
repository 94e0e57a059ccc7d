// How many choices win: of binders in a line of a rule, of placements on a board.
//
// Problem: several choices may lead to the same position, and which of them wins is known by what
// they lead to.
// Idea: the winning options come from the engines, as they are known to be distinct; then the
// choices that lead to one of them are listed, with the values of their binders (marked_moves.h),
// and counted. Where each choice leads elsewhere, as in nim, options are counted instead, which
// laws do for positions of any size.
// Example: paper(w, h), cut into four by x and y, has four winning choices at (5, 3) and one
// winning option.
// Cost: one listing of the moves of each different part.
#pragma once
#include <optional>

#include "session/session.h"

namespace grundy {

/// The number of choices that win; nothing when they are infinitely many. A choice is a line with
/// the values of its binders, and on a board with the cells that it changes; of other games, of
/// sets, lists and graphs given by their theory, an option. Declines where they are not all known.
Attempt<std::optional<Natural>> count_winning_choices(Session& session, const Question& question,
                                                      const Answer& answer, Budget& budget);

}  // namespace grundy
