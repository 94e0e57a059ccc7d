#include "engine/graph/delay.h"

#include <algorithm>

#include "game/nim_heap.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

/// A measure that every move lowers, at the position.
std::optional<uint64_t> measure_at(const RuleGame& game, const Position& position) {
  if (game.facts().splits() || !game.facts().stays_in_game()) return std::nullopt;
  const std::optional<Descent>& descent = game.facts().descent(Effort::quick);
  if (!descent || descent->measures.size() != 1) return std::nullopt;
  Natural total(0);
  const Coordinates point = game.coordinates(position);
  for (size_t i = 0; i < point.size(); ++i)
    total = total + Natural(static_cast<uint64_t>(descent->measures[0][i])) * point[i];
  return total.to_uint64();
}

}  // namespace

LabelDelays::LabelDelays(const LoopyLabels& labels, uint32_t vertices) {
  std::vector<uint64_t> greatest;
  for (uint32_t v = 0; v < vertices; ++v) {
    if (labels.is_infinite(v)) continue;
    if (labels.number(v) >= greatest.size()) greatest.resize(labels.number(v) + size_t{1});
    greatest[labels.number(v)] = std::max<uint64_t>(greatest[labels.number(v)], labels.rank(v));
  }
  uint64_t sum = 0;
  for (const uint64_t rank : greatest) {
    below_.push_back(sum);
    sum += rank;
  }
}

uint64_t LabelDelays::of(const LoopyLabels& labels, uint32_t v) const {
  return labels.rank(v) + uint64_t{labels.number(v)} + below_[labels.number(v)];
}

std::optional<uint64_t> delay_where_play_ends(const Sum& sum) {
  uint64_t total = 0;
  for (const Position& part : sum) {
    std::optional<uint64_t> one;
    if (const auto heap = heap_size(part)) {
      if (heap->is_finite()) one = heap->coefficient(0).to_uint64();
    } else if (const auto* game = as<RuleGame>(part.game)) {
      one = measure_at(*game, part);
    }
    if (!one || __builtin_add_overflow(total, *one, &total)) return std::nullopt;
  }
  return total;
}

}  // namespace grundy
