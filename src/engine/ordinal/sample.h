// Samples: the values of a game on a box, from which a formula is guessed and against which it is
// tested.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/ordinal/formula.h"

namespace grundy {

/// Values on the box of all points with coordinate i below size[i]: the coefficients of the powers
/// of ω, highest first. The last coordinate runs fastest.
struct Sample {
  std::vector<int64_t> size;
  size_t powers = 1;
  std::vector<int64_t> values;  // `powers` numbers for each point

  size_t points() const { return powers == 0 ? 0 : values.size() / powers; }
  friend bool operator==(const Sample&, const Sample&) = default;
};

/// Calls visit(index, point) for the points of a box, the last coordinate fastest, until it gives
/// false.
template <class Visit>
void for_each_point(const std::vector<int64_t>& size, Visit&& visit) {
  if (std::any_of(size.begin(), size.end(), [](int64_t s) { return s <= 0; })) return;
  std::vector<int64_t> point(size.size(), 0);
  for (size_t index = 0;; ++index) {
    if (!visit(index, point)) return;
    size_t i = size.size();
    while (i > 0 && point[i - 1] + 1 == size[i - 1]) point[--i] = 0;
    if (i == 0) return;
    ++point[i - 1];
  }
}

/// The part of the sample with coordinate i below size[i], which is at most the sample's.
Sample part_of(const Sample& sample, const std::vector<int64_t>& size);
/// The first point of the sample at which the formula has another value, or none.
std::optional<std::vector<int64_t>> disagreement(const Formula& formula, const Sample& sample);

}  // namespace grundy
