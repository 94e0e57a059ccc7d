#include "engine/misere/beside.h"

#include <algorithm>

namespace grundy::misere {

bool Beside::moves_into(const Bits& colour, size_t s) const {
  return std::any_of(options_[s].begin(), options_[s].end(),
                     [&](uint32_t to) { return has(colour, to); });
}

Bits Beside::lost(const Bits& taken) const {
  Bits result(words_for(size()));
  for (size_t s = 0; s < size(); ++s) {
    if (!has(taken, s) && !moves_into(result, s)) put(result, s);
  }
  return result;
}

Bits Beside::lost_beside_nothing() const {
  Bits result(words_for(size()));
  for (size_t s = 0; s < size(); ++s) {
    if (!options_[s].empty() && !moves_into(result, s)) put(result, s);
  }
  return result;
}

}  // namespace grundy::misere
