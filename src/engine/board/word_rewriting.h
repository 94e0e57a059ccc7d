// Moves of words as pairs of texts: what stood, and what stands after the move.
//
// Example: `1 s -> s` for s in 01: 10 -> 0 and 11 -> 1.
#pragma once
#include <optional>
#include <vector>

#include "engine/board/word_code.h"

namespace grundy {

struct WordRewriting {
  WordText from;
  WordText to;
  bool at_begin = false;  // only there
  bool at_end = false;
};

/// What is written where the line, whose pieces are single cells, is laid on these letters; false
/// where that is no move.
bool written(const WordLine& line, const char* laid, WordText& to);

/// The moves of a game, one for each choice of letters. None are given where a pattern has runs or
/// conditions, or where they are too many.
std::optional<std::vector<WordRewriting>> rewritings_of(const WordCode& code);

}  // namespace grundy
