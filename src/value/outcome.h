// Who wins, and by which of the two rules for the player who can't move.
#pragma once
#include <cstdint>

namespace grundy {

/// Normal play: who can't move loses. Misère play: who can't move wins.
enum class Play : uint8_t { normal, misere };

/// Of a position, for the player to move: N wins, P loses, D neither player can force an end (a
/// draw).
enum class Outcome : uint8_t { P, N, D };

constexpr char letter(Outcome outcome) {
  return outcome == Outcome::P ? 'P' : outcome == Outcome::N ? 'N' : 'D';
}

}  // namespace grundy
