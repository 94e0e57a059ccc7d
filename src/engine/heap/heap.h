// The engine for heap games: rules that are a take-and-break code.
//
// Problem: values of 10^6 and more positions, of which each has as many options as it has tokens.
// Idea: kernels made for such games (sequence.h), and one theorem that makes values known for ever:
// a period that is proved (period.h).
// Example: kayles is the code 0.77; its values repeat with period 12 from 71 on, so that
// kayles(10^30) is known.
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
