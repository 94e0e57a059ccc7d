// How long play lasts: remoteness and suspense numbers (H. Steinhaus 1925; C. A. B. Smith 1966; On
// Numbers and Games, chapter 14).
//
// Where the winner hurries and the loser delays, a position's length is its remoteness: 1 more than
// the least length of an option that the other player loses, and where there is none, 1 more than
// the greatest of an option. With the roles exchanged it is the suspense number. Both are found
// depth first over all sums that play can come to.
//
//   Attempt<PlayLength::Length> length = PlayLength(Play::normal, Pace::winner_hurries).of(sum,
//   budget);
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "base/budget.h"
#include "game/position.h"
#include "value/outcome.h"

namespace grundy {

enum class Pace : uint8_t { winner_hurries, winner_delays };

class PlayLength {
 public:
  struct Length {
    bool mover_wins = false;
    uint64_t moves = 0;
  };

  /// Declines when one question would take more than `most` steps: options of numbers, of boards
  /// many each.
  PlayLength(Play play, Pace pace, uint64_t most = UINT64_MAX)
      : play_(play), pace_(pace), most_(most) {}

  /// Declines infinitely many moves, and play that need not end.
  Attempt<Length> of(const Sum& sum, Budget& budget);

 private:
  static constexpr uint64_t kOpen = UINT64_MAX;
  struct Known {
    bool mover_wins = false;
    uint64_t moves = kOpen;
  };

  /// The live parts, in order.
  Attempt<Sum> normal_sum(const Sum& sum, Budget& budget);

  Play play_;
  Pace pace_;
  uint64_t most_;
  std::unordered_map<Sum, Known, HashSum> known_;         // live parts, sorted
  std::unordered_map<Position, Sum, HashPosition> live_;  // the live parts of a part
};

/// How long play of the sum lasts when the winner hurries, where that is seen in some thousand
/// options; else nothing.
std::optional<PlayLength::Length> short_play(const Sum& sum, Play play, const Budget& whole);

}  // namespace grundy
