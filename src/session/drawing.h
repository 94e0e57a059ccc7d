// Positions drawn with characters, for players: a heap as dots, a position with two numbers as a
// small board.
//
//   kayles(5)       ●●●●●
//   wythoff(1, 2)   · · ·
//                   · · ●     rows are the first number, columns the second, both from 0
#pragma once
#include <string>

#include "game/position.h"

namespace grundy {

/// A dot for each token; empty for other positions than one heap of at most 30.
std::string dots_of(const Position& position);
/// Rows, each ended by a newline; empty for other positions than two numbers of at most 20.
std::string board_of(const Position& position);

}  // namespace grundy
