#include "engine/heap/run.h"

#include <algorithm>

namespace grundy::heap {
namespace {

using Clock = Budget::Clock;

constexpr auto kShort = std::chrono::milliseconds(300);
constexpr auto kLong = std::chrono::milliseconds(1200);
constexpr uint64_t kLeastPiece = 256;
constexpr uint64_t kMostPiece = uint64_t{1} << 28;
constexpr uint64_t kVisited = 1 << 16;  // values at a time

}  // namespace

Attempt<void> Run::advance(uint64_t end, Budget& budget, const Pause& pause) {
  while (!sequence_.period() && sequence_.size() < end) {
    const Clock::time_point start = Clock::now();
    auto extended = sequence_.extend(std::min(end, sequence_.size() + piece_), budget);
    if (pause) {
      if (auto paused = pause(); !paused) return paused;
    }
    if (!extended) return extended;
    const auto took = Clock::now() - start;
    if (took < kShort) piece_ = std::min(2 * piece_, kMostPiece);
    if (took > kLong) piece_ = std::max(piece_ / 2, kLeastPiece);
  }
  // A sequence looks for its period now and then, and not among values that it was given.
  sequence_.look_for_period();
  return {};
}

Attempt<void> Run::for_each(
    uint64_t end, const std::function<Attempt<void>(std::span<const uint32_t>)>& visit) const {
  std::vector<uint32_t> values;
  for (uint64_t n = 0; n < end; n += values.size()) {
    values.resize(std::min(kVisited, end - n));
    if (n + values.size() <= sequence_.size()) {
      sequence_.values().copy(n, values);
    } else {
      for (uint64_t k = 0; k < values.size(); ++k) values[k] = sequence_.at(n + k);
    }
    if (auto visited = visit(values); !visited) return visited;
  }
  return {};
}

}  // namespace grundy::heap
