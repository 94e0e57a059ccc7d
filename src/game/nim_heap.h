// *n: the nim heap, of any size, infinite ones included. Its options are all smaller heaps.
#pragma once
#include <optional>

#include "game/game.h"
#include "value/ordinal.h"

namespace grundy {

/// The game of nim heaps; there is one.
const Game& nim_heaps();
/// The position *size.
Position nim_heap(const Ordinal& size);
/// The size of a nim heap in either form, *3 or nim(3) (a rule whose one move is to lower its
/// coordinate); nothing for other positions.
std::optional<Ordinal> heap_size(const Position& position);
/// A heap of this size in the form of `heap`, which is one; an infinite size is always written *ω.
Position heap_like(const Position& heap, const Ordinal& size);

}  // namespace grundy
