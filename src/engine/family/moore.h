// Who wins Moore's nim, and by which move: piles as plain numbers, machine words or of any size.
// The theorems and their proofs are in moore.cc; the game itself is in moore_game.cc. Example:
// moore_is_lost({1, 1, 1}, 2, Play::normal) holds.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/family/listing.h"
#include "value/natural.h"
#include "value/outcome.h"

namespace grundy {

/// For each bit, from bit 0, the number of piles that have it; as long as the longest pile.
std::vector<uint64_t> moore_bit_counts(std::span<const uint64_t> piles);
std::vector<uint64_t> moore_bit_counts(std::span<const Natural> piles);

/// Whether k + 1 divides all these counts.
bool moore_is_balanced(std::span<const uint64_t> counts, uint64_t k);

/// Whether the player to move loses when a move lowers at least one and at most k piles; k >= 1.
/// Linear time. `counts` are moore_bit_counts(piles). Number is uint64_t or Natural.
template <class Number>
bool moore_is_lost(std::span<const Number> piles, std::span<const uint64_t> counts, uint64_t k,
                   Play play);
bool moore_is_lost(std::span<const uint64_t> piles, uint64_t k, Play play);

/// The piles that a winning move lowers, with what they become, by place. Empty when there is none:
/// the player to move loses, or has already won misère play because all piles are empty. Linear
/// time.
template <class Number>
std::vector<Change<Number>> moore_winning_move(std::span<const Number> piles,
                                               std::span<const uint64_t> counts, uint64_t k,
                                               Play play);
std::vector<Change<uint64_t>> moore_winning_move(std::span<const uint64_t> piles, uint64_t k,
                                                 Play play);

}  // namespace grundy
