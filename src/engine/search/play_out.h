// Playing out: who wins a sum, by the definition of play, without any theory of values.
//
// This solves misère play, where nim-sums say nothing, and checks outcomes that theory predicts. A
// state is the multiset of the parts that still have a move, in their normal forms; each outcome is
// remembered. Parts are positions of any games; one with infinitely many options is declined. Time
// and memory grow with the number of states: sums of some small parts.
#pragma once
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "game/game.h"
#include "value/outcome.h"

namespace grundy {

class PlayOut {
 public:
  /// Declines when it would look at more than `most` states.
  PlayOut(Play play, Budget& budget, uint64_t most = UINT64_MAX)
      : play_(play), budget_(budget), most_(most) {}

  struct Found {
    bool mover_wins = false;
    // Part, from 0, and its option; at least one where there is one.
    std::vector<std::pair<size_t, Sum>> winning_moves;
    bool all = true;
  };
  /// The outcome, and at most `limit` winning moves in the order of the parts.
  Attempt<Found> solve(const std::vector<Position>& parts, size_t limit);
  /// The outcome alone.
  Attempt<bool> mover_wins(const std::vector<Position>& parts);

 private:
  using Number = uint32_t;            // of a part
  using State = std::vector<Number>;  // sorted
  struct HashState {
    size_t operator()(const State& state) const;
  };
  enum Mark : uint8_t { open, lost, won };

  Attempt<State> state_of(const Sum& sum);
  Attempt<const std::vector<State>*> options(Number part);
  Attempt<bool> wins(const State& start);
  Number number(const Position& position);
  Attempt<bool> has_options(const Position& position);

  Play play_;
  Budget& budget_;
  uint64_t most_;
  std::unordered_map<Position, Number, HashPosition> numbers_;
  std::vector<Position> positions_;
  std::vector<std::optional<std::vector<State>>> options_;
  std::unordered_map<State, Mark, HashState> memo_;
  uint64_t steps_ = 0;
};

}  // namespace grundy
