#include "engine/heap/period.h"

#include <algorithm>
#include <cstring>

namespace grundy::heap {
namespace {

// So many values at the end are looked for further to the front; repetitions that go on are rarely
// missed, and others rarely found.
constexpr uint64_t kTail = 64;
constexpr int kTries = 64;
constexpr uint64_t kMostApparent = 1 << 20;

/// The least n0 with g(n) = g(n + p) for all n >= n0, n + p < size.
uint64_t agrees_from(const Values& values, uint64_t period) {
  uint64_t from = values.size() - period;
  while (from > 0) {
    // By pieces as long as they are equal.
    const uint64_t piece = std::min<uint64_t>(from, 4096);
    bool equal = true;
    for (unsigned i = 0; i < values.planes() && equal; ++i) {
      equal = std::memcmp(values.plane(i) + from - piece, values.plane(i) + from - piece + period,
                          piece) == 0;
    }
    if (!equal) break;
    from -= piece;
  }
  while (from > 0 && values.stored(from - 1) == values.stored(from - 1 + period)) --from;
  return from;
}

/// Calls found(p) for the shifts p of the last values against themselves, least first, until it
/// returns true.
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
    const uint64_t piece =
        std::min<uint64_t>(end - least_start, std::max<uint64_t>(4096, size - end));
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

/// How many periods of values, besides 2·n0 + t + 1, have to be known for the theorem: 2, 3, 4 or
/// 6.
uint64_t periods_needed(const Moves& moves, uint64_t period) {
  const bool different = std::any_of(moves.two.begin(), moves.two.end(),
                                     [](const Split& split) { return split.different; });
  const bool doubled = !moves.equal.empty() && period % 2 != 0;
  return (different ? 3 : 2) * (doubled ? 2 : 1);
}

}  // namespace

uint64_t window(const Moves& moves, const Period& period) {
  return 2 * period.preperiod + periods_needed(moves, period.period) * period.period +
         moves.last_digit() + 1;
}

std::optional<Period> proved_period(const Values& values, const Moves& moves) {
  std::optional<Period> result;
  for_each_shift(values, values.size() / 2, [&](uint64_t p) {
    const Period period{.preperiod = agrees_from(values, p), .period = p};
    if (window(moves, period) > values.size()) return false;
    result = period;
    return true;
  });
  return result;
}

std::optional<Law> apparent_law(const Values& values, uint64_t end) {
  const uint64_t size = std::min(end, kMostApparent);
  std::vector<uint32_t> g(size);
  values.copy(0, g);
  // Three turns from a third of the values on: differences of neighbours come again where values do
  // but for a saltus.
  std::vector<uint32_t> steps(size < 2 ? 0 : size - 1);
  for (uint64_t n = 0; n + 1 < size; ++n) steps[n] = g[n + 1] - g[n];
  if (steps.size() < 6) return std::nullopt;
  const auto period = repeated_window<uint32_t>(steps, steps.size() / 2);
  if (!period || 6 * *period > size) return std::nullopt;
  Law law;
  law.period = *period;
  uint64_t start = size - law.period;
  const uint32_t saltus = g[size - 1] - g[start - 1];
  if (saltus > INT32_MAX) return std::nullopt;  // it falls
  law.saltus = saltus;
  for (uint64_t n = size; n < end; ++n) {
    if (values.at(n) != values.at(n - law.period) + saltus) return std::nullopt;
  }
  while (start > 0 && g[start - 1] + saltus == g[start - 1 + law.period]) --start;
  law.preperiod = start;
  law.values.assign(g.begin(), g.begin() + static_cast<std::ptrdiff_t>(start + law.period));
  return law;
}

std::vector<uint64_t> exceptions(const Values& values, const Period& period) {
  std::vector<uint64_t> result;
  for (uint64_t n = 0; n < period.preperiod; ++n) {
    // The first place from the pre-period on that is the same modulo the period.
    const uint64_t turns = (period.preperiod - n + period.period - 1) / period.period;
    if (values.at(n) + turns * period.saltus != values.at(n + turns * period.period))
      result.push_back(n);
  }
  return result;
}

}  // namespace grundy::heap
