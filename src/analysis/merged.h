// Games that lead to one another as one game with one more coordinate, the first, which is the
// number of the game.
//
//   f(a) -> g(a - 1, a)       m(1, a, 0) -> m(0, a - 1, a)
//   g(x, y) -> f(x)           m(0, x, y) -> m(1, x, 0)
//
// Analyses of one game, such as the search for an order in which every move goes back, so serve
// several games together.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rule/rule.h"

namespace grundy {

class MergedGames {
 public:
  /// Null when one of the games is another name for a sum, has its moves from a code, or leads to a
  /// game that is not among them.
  static std::unique_ptr<const MergedGames> of(const std::vector<const Rule*>& games);

  /// The position (i, x_1, …, x_d) is the position (x_1, …, x_a) of game number i; it has no move
  /// unless all further coordinates, which that game lacks, are 0.
  const Rule& rule() const { return rule_; }
  /// Nothing for a game that is not among them.
  std::optional<std::vector<int64_t>> position(const Rule* game,
                                               std::span<const int64_t> coordinates) const;

  /// From the number of a slot in a line to that in the merged game's.
  using Renumbering = std::function<size_t(size_t)>;

  MergedGames(const MergedGames&) = delete;
  MergedGames& operator=(const MergedGames&) = delete;

 private:
  MergedGames() = default;
  MoveLine translated(const MoveLine& line, size_t number_of_game) const;
  Part translated(const Part& part, const Renumbering& number) const;

  std::vector<const Rule*> games_;  // by number
  Rule rule_;
};

}  // namespace grundy
