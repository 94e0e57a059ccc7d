#include "engine/heap/period.h"

#include <algorithm>
#include <cstring>

namespace grundy::heap {
namespace {

// So many values at the end are looked for further to the front; repetitions that go on are rarely missed, and others
// rarely found.
constexpr uint64_t kTail = 64;
constexpr int kTries = 64;

/// The least n0 with g(n) = g(n + p) for all n >= n0, n + p < size.
uint64_t agrees_from(const Values& values, uint64_t period) {
  uint64_t from = values.size() - period;
  while (from > 0) {
    // By pieces as long as they are equal.
    const uint64_t piece = std::min<uint64_t>(from, 4096);
    bool equal = true;
    for (unsigned i = 0; i < values.planes() && equal; ++i) {
      equal = std::memcmp(values.plane(i) + from - piece, values.plane(i) + from - piece + period, piece) == 0;
    }
    if (!equal) break;
    from -= piece;
  }
  while (from > 0 && values.stored(from - 1) == values.stored(from - 1 + period)) --from;
  return from;
}

/// Calls found(p) for the shifts p of the last values against themselves, least first, until it returns true.
template <class F>
void for_each_shift(const Values& values, uint64_t most, F found) {
  const uint64_t size = values.size();
  const uint64_t tail = std::min(kTail, size / 4);
  if (tail == 0) return;
  const uint8_t* last = values.plane(0) + size - tail;
  int tries = 0;
  // Backwards in pieces, each searched forwards by the library.
  const uint64_t least_start = size - tail - std::min(most, size - tail);
  uint64_t end = size - tail;  // starts below are still to be looked at
  while (end > least_start) {
    const uint64_t piece = std::min<uint64_t>(end - least_start, std::max<uint64_t>(4096, size - end));
    const uint64_t start = end - piece;
    std::vector<uint64_t> places;
    for (uint64_t at = start; at < end;) {
      const void* hit = memmem(values.plane(0) + at, end - at + tail - 1, last, tail);
      if (hit == nullptr) break;
      at = static_cast<uint64_t>(static_cast<const uint8_t*>(hit) - values.plane(0));
      places.push_back(at++);
      if (places.size() > 2 * kTries) places.erase(places.begin(), places.end() - kTries);
    }
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
      if (found(size - tail - *place) || ++tries == kTries) return;
    }
    end = start;
  }
}

}  // namespace

std::optional<Period> proved_period(const Values& values, uint64_t last_digit) {
  std::optional<Period> result;
  // 2·n0 + 2·p + t + 1 values have to be known.
  for_each_shift(values, values.size() / 2, [&](uint64_t p) {
    const Period period{.preperiod = agrees_from(values, p), .period = p};
    if (period.window(last_digit) > values.size()) return false;
    result = period;
    return true;
  });
  return result;
}

std::optional<Period> apparent_period(const Values& values) {
  std::optional<Period> result;
  for_each_shift(values, values.size() / 3, [&](uint64_t p) {
    const Period period{.preperiod = agrees_from(values, p), .period = p};
    if (period.preperiod + 3 * period.period > values.size() || 3 * period.preperiod > 2 * values.size()) return false;
    result = period;
    return true;
  });
  return result;
}

std::vector<uint64_t> exceptions(const Values& values, const Period& period) {
  std::vector<uint64_t> result;
  for (uint64_t n = 0; n < period.preperiod; ++n) {
    // The first place from the pre-period on that is the same modulo the period.
    const uint64_t turns = (period.preperiod - n + period.period - 1) / period.period;
    if (values.stored(n) != values.stored(n + turns * period.period)) result.push_back(n);
  }
  return result;
}

}  // namespace grundy::heap
