// Codeforces 1149E, "Election Promises", with plain data; the game itself and its theorem are in
// election.cc.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/family/level_graph.h"

namespace grundy {

/// The vertices that a winning move changes, with what they become: the first one is lowered, the
/// others are out-neighbours of it. Empty when the player to move loses. `levels` are
/// mex_levels(graph). O(n + m).
std::vector<Change<uint64_t>> election_winning_move(std::span<const uint64_t> numbers,
                                                    const LevelGraph& graph,
                                                    std::span<const uint32_t> levels);

}  // namespace grundy
