#include "engine/sprouts/mover.h"

namespace grundy::sprouts {

PartKey key_of(const Drawing& drawing) {
  PartKey key{0x9E3779B97F4A7C15, drawing.size()};
  uint64_t word = 0;
  for (size_t i = 0; i < drawing.size(); ++i) {
    word = word << 16 | drawing[i];
    if (i % 4 == 3 || i + 1 == drawing.size()) key.add(word);
  }
  return PartKey::of(key.low, key.high);
}

std::vector<Land> Mover::parts(const Drawing& drawing) {
  std::vector<Land> result;
  for (const Drawing& land : cartographer_.lands(drawing)) result.push_back({land, key_of(land), count_of_lines(land)});
  return result;
}

}  // namespace grundy::sprouts
