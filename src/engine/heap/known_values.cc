#include "engine/heap/known_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/heap/arithmetic.h"

namespace grundy::heap {
namespace {

// Values that are computed in the hope for a period when the table up to what is asked for would
// not fit in memory.
constexpr uint64_t kHope = uint64_t{1} << 22;
constexpr uint64_t kHopeOfMany = uint64_t{1} << 13;
constexpr uint64_t kStep = uint64_t{1} << 12;

}  // namespace

Attempt<void> KnownValues::extend_to(const Natural& n, Budget& budget) {
  auto known = [&] { return sequence_.period().has_value() || n < Natural(sequence_.size()); };
  const bool fits =
      n < Natural(budget.memory_limit()) && sequence_.bytes_for(n.small()) <= budget.memory_limit();
  // There is no hope for games that no theorem is about.
  const HeapCode& code = sequence_.code();
  const uint64_t end = fits                 ? n.small() + 1
                       : simple_moves(code) ? kHope
                       : is_of_many(code)   ? kHopeOfMany
                                            : 0;

  while (!known()) {
    if (sequence_.size() >= end) {
      const std::string sought =
          sequence_.size() == 0
              ? "no theorem gives a period"
              : fmt::format("no period was found in the first {} values", sequence_.size());
      return Error::declined(fmt::format(
          "{}, and a table as far as what is asked for is beyond the memory limit of {}", sought,
          format_bytes(budget.memory_limit())));
    }
    // Step by step: a proved period may save most of it.
    const uint64_t until = std::min(end, std::max(kStep, sequence_.size() + sequence_.size() / 2));
    if (auto done = sequence_.extend(until, budget); !done) return done;
  }
  return {};
}

Natural KnownValues::at(const Natural& n) const {
  if (n < Natural(sequence_.size())) return Natural(sequence_.at(n.small()));
  const Period& period = *sequence_.period();
  const Natural beyond = n - period.preperiod;
  return Natural(sequence_.at(period.preperiod + (beyond % period.period).small())) +
         beyond / period.period * Natural(period.saltus);
}

}  // namespace grundy::heap
