/// @file
/// Positions with all that there is to know of them, as ground truth for programs that learn.
///
/// @code
/// grundy::Session session;
/// const auto told = session.dataset({.games = {"nim"}, .count = 1000}, [](std::string_view lines) { std::cout << lines; });
/// std::cout << told->front().lost << " of " << told->front().positions << " are lost\n";
/// @endcode
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grundy::face {

struct DatasetOptions {
  /// Games of numbers, "nim", "subtract[{1, 2}]"; games of cells, on a board of the usual size; or
  /// positions, "cram(3x4)", from which play begins.
  std::vector<std::string> games;
  uint64_t count = 1'000;  ///< Positions, shared among the games.
  uint64_t seed = 1;       ///< The same seed gives the same lines.
  /// Coordinates go so far; nothing: as far as there are positions enough.
  std::optional<uint64_t> upto = {};
  uint64_t parts = 6;  ///< A position is a sum of at most so many, 1 to 8.
};

/// What was written of one game.
struct DatasetSummary {
  std::string game;
  uint64_t positions = 0;
  uint64_t lost = 0;       ///< Of these, for the player to move.
  uint64_t distances = 0;  ///< How many have a distance.
};

}  // namespace grundy::face
