#include "engine/heap/known_values.h"

#include <algorithm>

namespace grundy::heap {
namespace {

// Beyond this a game without a period is hopeless: its values would fill memory.
constexpr uint64_t kMost = uint64_t{1} << 40;

}  // namespace

Result<void> KnownValues::extend_to(const Natural& n, Budget& budget) {
  const uint64_t end = n < Natural(kMost) ? n.small() + 1 : kMost;
  while (!period_ && sequence_.size() < end) {
    // What is asked for is computed in one go when it is little; else a period may save most of it.
    const uint64_t until = std::min(end, look_at_);
    if (auto done = sequence_.extend(until, budget); !done) return done;
    if (sequence_.size() < look_at_) continue;
    if (moves_) period_ = proved_period(sequence_.values(), moves_->last_digit());
    look_at_ = sequence_.size() + sequence_.size() / 2;
  }
  return {};
}

Natural KnownValues::at(const Natural& n) const {
  if (n < Natural(sequence_.size())) return Natural(sequence_.at(n.small()));
  const Natural beyond = (n - period_->preperiod) % period_->period;
  return Natural(sequence_.at(period_->preperiod + beyond.small()));
}

}  // namespace grundy::heap
