// Games that lead to one another as one game, which has a coordinate more: the first one tells which game it is. What
// is known of one game alone, such as an order in which every move goes back, then holds for all of them together.
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
  /// Null when one of the games is another name for a sum, has its moves from a code, or leads to a game that is not
  /// among them.
  static std::unique_ptr<const MergedGames> of(const std::vector<const Rule*>& games);

  /// A position (i, x_1, …, x_d) is position (x_1, …, x_a) of the game of number i; it has no move where one of the
  /// further coordinates, which that game has not, is not 0.
  const Rule& rule() const { return rule_; }
  /// Nothing for a game that is not among them.
  std::optional<std::vector<int64_t>> position(const Rule* game, std::span<const int64_t> coordinates) const;

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
