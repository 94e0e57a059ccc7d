// Codeforces 1451F, "Nullify the Matrix", with plain data; the game itself and its theorem are in
// nullify.cc.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/family/listing.h"

namespace grundy {

/// Whether the player to move loses. The cells come row by row; their number is a multiple of
/// `columns` (0 for no cells). Linear time.
bool nullify_is_lost(std::span<const uint64_t> cells, size_t columns);

/// The cells that a winning move changes, with what they become: the first one is lowered, and all
/// lie on one path that goes only right and down. Empty when the player to move loses. Linear time.
std::vector<Change<uint64_t>> nullify_winning_move(std::span<const uint64_t> cells, size_t columns);

}  // namespace grundy
