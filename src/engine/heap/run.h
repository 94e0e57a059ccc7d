// A heap game worked out until as many values are known as are wanted, or all of them by a period.
//
// Problem: a run may take days; in between it is to be shown, kept in a folder, or ended.
// Idea: the work is done in pieces of a second or less, and between two of them the caller has a
// pause.
#pragma once
#include <functional>

#include "engine/heap/sequence.h"

namespace grundy::heap {

class Run {
 public:
  explicit Run(const HeapCode& code) : sequence_(code) {}

  /// Called between two pieces of the work, which take a second or less where positions are quick;
  /// an error ends it.
  using Pause = std::function<Attempt<void>()>;
  /// Goes on until positions below `end` are known: computed, or the period is proved. An error as
  /// in Sequence::extend, and those of `pause`; what is known by then stays.
  Attempt<void> advance(uint64_t end, Budget& budget, const Pause& pause = nullptr);

  Sequence& sequence() { return sequence_; }
  const Sequence& sequence() const { return sequence_; }
  const std::optional<Period>& period() const { return sequence_.period(); }
  bool knows(uint64_t n) const { return sequence_.knows(n); }
  uint32_t at(uint64_t n) const { return sequence_.at(n); }
  /// Calls visit(values) for those of positions 0 … end - 1, all known, some at a time in their
  /// order; an error ends it.
  Attempt<void> for_each(
      uint64_t end, const std::function<Attempt<void>(std::span<const uint32_t>)>& visit) const;

 private:
  Sequence sequence_;
  uint64_t piece_ = 256;  // positions
};

}  // namespace grundy::heap
