#include "engine/sprouts/mover.h"

namespace grundy::sprouts {

std::vector<Land> Mover::parts(const Drawing& drawing) {
  std::vector<Land> result;
  for (const Drawing& land : cartographer_.lands(drawing))
    result.push_back({land, key_of(land), count_of_lines(land)});
  return result;
}

}  // namespace grundy::sprouts
