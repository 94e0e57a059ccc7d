// Ground truth for programs that learn: random positions, each with its value, its outcome, all
// moves, those that win, and the distance to the end. A line of JSON each:
//
//   {"game": "nim", "position": "nim(3) + nim(5)", "value": 6, "outcome": "N", "moves": [{"part":
//   0, "to": "nim(2)"}, …],
//    "winning": [4], "distance": 7}
//
// Problem: hundreds of thousands of positions a second, of any game, and none of them wrong.
// Idea: a pool has all parts that can come, each with its options, its text and its value, by
// definition: the least number that no option has. A sum of parts costs their nim-sum, and the
// texts of their moves are put together. Half of the sums are lost, as far as there are such: the
// last part is chosen by its value. The distance, how many moves play lasts when the winner hurries
// and the loser delays, is found by following all sums that play leads to, each once, up to a
// bound.
// Example: nim(1) + nim(1) is lost, at distance 2.
// Cost: that of the text. 100,000 positions of nim with 89 moves each take 1.8 s, 200 ns a move.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace grundy {

struct Dataset {
  std::vector<std::string> games;  // or positions from which play begins
  uint64_t count = 1'000;          // shared among the games
  uint64_t seed = 1;
  std::optional<uint64_t> upto;  // the greatest coordinate
  uint64_t parts = 6;            // of a sum, at most
};

struct DatasetPart {
  std::string game;
  uint64_t positions = 0;
  uint64_t lost = 0;
  uint64_t distances = 0;  // how many have one
};

/// Writes the lines, no position twice. Declined where play may go round, and where moves are
/// infinitely many.
Attempt<std::vector<DatasetPart>> write_dataset(Session& session, const Dataset& asked,
                                                const std::function<void(std::string_view)>& sink,
                                                Budget& budget);

}  // namespace grundy
