// Moore's nim with plain data; the game itself and its theorems are in moore.cc.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/family/listing.h"
#include "value/outcome.h"

namespace grundy {

/// Whether the player to move loses when a move lowers at least one and at most k piles; k >= 1. Linear time.
bool moore_is_lost(std::span<const uint64_t> piles, uint64_t k, Play play);

/// The piles that a winning move lowers, with what they become. Empty when there is none: the player to move loses, or
/// has already won misère play because all piles are empty. Linear time.
std::vector<Change<uint64_t>> moore_winning_move(std::span<const uint64_t> piles, uint64_t k, Play play);

}  // namespace grundy
