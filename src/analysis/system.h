// A game and the games that its moves lead to, as one game.
//
// Problem: `swap(n) -> nim(n / 2)` leads to another game, and a law of swap alone can't be proved.
// Idea: the number of the game becomes the first coordinate, and each line asks for it; games of
// fewer coordinates have zeros for the others.
// Example: `g(n) -> h(n)` is `g(mode, n) -> g(0, n) if mode = 1`.
// Cost: reading the rules once.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "rule/rule.h"

namespace grundy {

struct System {
  std::vector<const Rule*> games;  // the game itself first
  std::unique_ptr<const Rule> rule;

  /// The first coordinate of the positions of games[i]. The game itself has the greatest one, so
  /// that moves which leave it lower the coordinate.
  size_t number(size_t i) const { return games.size() - 1 - i; }
};

/// Nothing if moves stay in the game, or lead to more than four others. Nothing either if a game
/// has more than `most_coordinates` coordinates, or no lines of its own.
std::optional<System> as_system(const Rule& rule, size_t most_coordinates);

}  // namespace grundy
