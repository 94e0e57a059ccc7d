// The values of a heap game, computed as far as they are asked for, and known for ever once the
// period is proved.
//
// Problem: kayles(10^30) is asked for, and no table goes that far.
// Idea: values are computed step by step, and after each step a proved period ends the work
// (period.h). Where the table up to the asked position would not fit memory, some millions of
// values are computed in the hope for a period.
// Cost: that of the kernel (sequence.h) up to the position, or up to the window that proves the
// period.
#pragma once
#include <optional>

#include "engine/heap/sequence.h"
#include "value/natural.h"

namespace grundy::heap {

class KnownValues {
 public:
  explicit KnownValues(const HeapCode& code) : sequence_(code) {}

  /// Computes until g(n) is known, by its value or by the period. Declines at the limits of the
  /// budget.
  Attempt<void> extend_to(const Natural& n, Budget& budget);
  /// g(n); requires extend_to(n).
  Natural at(const Natural& n) const;
  /// Once it is proved.
  const std::optional<Period>& period() const { return sequence_.period(); }
  const Sequence& sequence() const { return sequence_; }
  uint64_t computed() const { return sequence_.size(); }

 private:
  Sequence sequence_;
};

}  // namespace grundy::heap
