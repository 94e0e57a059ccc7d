// The path game with plain data; the game itself and its theorem are in pathset.cc.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/family/level_graph.h"

namespace grundy {

/// The vertices that a winning move changes, with what they become: the first one is lowered, and
/// all lie on one directed path. Empty when the player to move loses. `levels` are
/// longest_path_levels(graph). Linear time.
std::vector<Change<uint64_t>> pathset_winning_move(std::span<const uint64_t> numbers,
                                                   const LevelGraph& graph,
                                                   std::span<const uint32_t> levels);

}  // namespace grundy
