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

bool has_period_theorem(const HeapCode& code) {
  const std::optional<Moves> moves = simple_moves(code);
  if (!moves || !moves->equal.empty()) return false;
  return std::none_of(moves->two.begin(), moves->two.end(), [](const Split& split) { return split.different; });
}

Run::Run(const HeapCode& code) : sequence_(code) {
  if (has_period_theorem(code)) last_digit_ = simple_moves(code)->last_digit();
}

Result<void> Run::advance(uint64_t end, Budget& budget, const Pause& pause) {
  while (!period_) {
    const uint64_t size = sequence_.size();
    if (last_digit_ && size > 0 && (size >= look_at_ || size >= end)) {
      period_ = proved_period(sequence_.values(), *last_digit_);
      look_at_ = std::max(look_at_, size) * 2;
    }
    if (period_ || size >= end) break;
    const Clock::time_point start = Clock::now();
    auto extended = sequence_.extend(std::min(end, size + piece_), budget);
    if (pause) {
      if (auto paused = pause(); !paused) return paused;
    }
    if (!extended) return extended;
    const auto took = Clock::now() - start;
    if (took < kShort) piece_ = std::min(2 * piece_, kMostPiece);
    if (took > kLong) piece_ = std::max(piece_ / 2, kLeastPiece);
  }
  return {};
}

Result<void> Run::for_each(uint64_t end, const std::function<Result<void>(std::span<const uint32_t>)>& visit) const {
  std::vector<uint32_t> values;
  for (uint64_t n = 0; n < end; n += values.size()) {
    values.resize(std::min(kVisited, end - n));
    if (n + values.size() <= sequence_.size()) {
      sequence_.values().copy(n, values);
    } else {
      for (uint64_t k = 0; k < values.size(); ++k) values[k] = at(n + k);
    }
    if (auto visited = visit(values); !visited) return visited;
  }
  return {};
}

}  // namespace grundy::heap
