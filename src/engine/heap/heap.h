// The engine for heap games: rules that are a take-and-break code, by the kernels, and for ever when a period is
// proved.
#pragma once
#include <optional>

#include "engine/engine.h"
#include "rule/heap_code.h"

namespace grundy {

/// The take-and-break game that a rule is, however it is written, or for which it is another name.
struct HeapGame {
  HeapCode code;
  const Rule* rule = nullptr;  // the one with the moves
};
std::optional<HeapGame> heap_game(const Rule& rule);

const Engine* heap_engine();

}  // namespace grundy
