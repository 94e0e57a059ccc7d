#include "session/drawing.h"

#include <optional>

#include "game/key.h"
#include "game/nim_heap.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

constexpr uint64_t kMostDots = 30;
constexpr uint64_t kLongestSide = 20;

std::optional<uint64_t> tokens_of(const Position& position) {
  if (const auto heap = heap_size(position))
    return heap->is_small() ? std::optional(heap->small()) : std::nullopt;
  const RuleGame* game = rule_game(position);
  if (game == nullptr || game->rule()->arity() != 1) return std::nullopt;
  return game->coordinates(position)[0].to_uint64();
}

}  // namespace

std::string dots_of(const Position& position) {
  const std::optional<uint64_t> count = tokens_of(position);
  std::string text;
  if (!count || *count > kMostDots) return text;
  for (uint64_t i = 0; i < *count; ++i) text += "●";
  return text;
}

std::string board_of(const Position& position) {
  const RuleGame* game = rule_game(position);
  if (game == nullptr || game->rule()->arity() != 2) return {};
  const Coordinates at = game->coordinates(position);
  if (at[0] > Natural(kLongestSide) || at[1] > Natural(kLongestSide)) return {};
  std::string text;
  for (uint64_t row = 0; row <= at[0].small(); ++row) {
    for (uint64_t column = 0; column <= at[1].small(); ++column) {
      const bool here = row == at[0].small() && column == at[1].small();
      text += column == 0 ? "" : " ";
      text += here ? "●" : "·";
    }
    text += "\n";
  }
  return text;
}

}  // namespace grundy
