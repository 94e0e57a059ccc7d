// Replies: in a lost position, each move and the answer that wins against it.
//
//   nim(1) + nim(1):   part 1: nim(1) → 0    answered by part 1: nim(1) → 0
//
// It shows a student why a position is lost: whatever the player does, the other one has a move
// that keeps it lost. Each position after a move is solved anew, so that misère play is answered in
// the same way.
#pragma once
#include <string>

#include "session/session.h"

namespace grundy {

/// A line for each move of the lost position, at most `limit` of each part; equal parts are looked
/// at once. Declines where a part's moves can't be told.
Attempt<std::string> replies(Session& session, const Question& question, Play play, size_t limit,
                             Budget& budget);

}  // namespace grundy
