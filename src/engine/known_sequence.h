// What evaluators of games of one coordinate share whose values are a sequence, computed as far as
// it is asked for.
#pragma once
#include <algorithm>

#include "engine/engine.h"

namespace grundy {

/// A refusal that names the game; the end of the user's time or memory, or an interruption, is told
/// as everywhere.
inline Error named(const Rule& rule, Error error) {
  if (error.kind == Error::Kind::declined && !error.is_end) {
    std::string& message = error.diagnostics.front().message;
    message = rule.full_name + ": " + message;
  }
  return error;
}

/// The values at the positions. `Known` has extend_to(n, budget), after which at(n) is known up to
/// n.
template <class Known>
Attempt<std::vector<Ordinal>> values_of_sequence(const Rule& rule, Known& known,
                                                 std::span<const Coordinates> positions,
                                                 Budget& budget) {
  Natural most;
  for (const Coordinates& position : positions) most = std::max(most, position[0]);
  if (auto extended = known.extend_to(most, budget); !extended)
    return named(rule, std::move(extended).error());
  std::vector<Ordinal> result;
  result.reserve(positions.size());
  for (const Coordinates& position : positions) result.emplace_back(known.at(position[0]));
  return result;
}

}  // namespace grundy
