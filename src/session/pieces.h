// The values of a game of one coordinate as pieces: "from 3 to 8: 1".
//
// Where an engine knows the pieces (engine/law/rising.h), a range of 10^18 positions costs as much
// as its pieces; else all positions are valued. Games without values have pieces of outcomes.
#pragma once
#include <vector>

#include "engine/solver.h"
#include "session/box.h"
#include "session/outcome_table.h"
#include "session/session.h"

namespace grundy {

/// Without all positions being valued; nothing where no engine knows the pieces.
Attempt<std::optional<std::vector<ValuePiece>>> known_pieces(Session& session,
                                                             const TabledGame& game,
                                                             const Range& range, Budget& budget);

/// The fewest pieces of equal values, or of outcomes as outcome_table.h has them, in their order.
/// An input error unless the game has one coordinate; declines more than 2^24 pieces.
Attempt<std::vector<ValuePiece>> value_pieces(Session& session, const TabledGame& game,
                                              const Range& range, Budget& budget);

}  // namespace grundy
