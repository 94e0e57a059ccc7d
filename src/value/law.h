// Law: a sequence of naturals known for ever.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "value/natural.h"

namespace grundy {

/// g(n + period) = g(n) + saltus for all n >= preperiod, and the first preperiod + period values.
struct Law {
  uint64_t preperiod = 0;
  uint64_t period = 1;
  uint64_t saltus = 0;
  std::vector<uint32_t> values;  // g(0), …, g(preperiod + period - 1)

  Natural at(const Natural& n) const;
  /// The n below `end` with g(n) = value, in increasing order, at most `limit` of them; `all` tells
  /// whether that is all.
  std::vector<Natural> places(const Natural& value, const Natural& end, size_t limit,
                              bool& all) const;
};

/// The least p >= 1 for which the last `window` terms (at least 1) are equal to those p places
/// earlier; nothing when there is none within the sequence. When each term is a function of the
/// `window` terms before it, the sequence has period p from there on. Time and 8 bytes of memory
/// for each term.
template <class T>
std::optional<uint64_t> repeated_window(std::span<const T> sequence, uint64_t window) {
  // The Z-function of the reversed sequence: z[i] is how far it agrees with itself shifted by i.
  const uint64_t n = sequence.size();
  std::vector<uint64_t> z(n, 0);
  auto term = [&](uint64_t i) -> const T& { return sequence[n - 1 - i]; };
  uint64_t left = 0;
  uint64_t right = 0;
  for (uint64_t i = 1; i < n; ++i) {
    if (i < right) z[i] = std::min(right - i, z[i - left]);
    while (i + z[i] < n && term(z[i]) == term(i + z[i])) ++z[i];
    if (z[i] >= window) return i;
    if (i + z[i] > right) {
      left = i;
      right = i + z[i];
    }
  }
  return std::nullopt;
}

}  // namespace grundy
