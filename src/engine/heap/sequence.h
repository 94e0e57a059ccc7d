// The values of a heap game from 0 on, as far as they are asked for, by the kernel that is fastest
// for them.
//
// Problem: which kernel is fastest depends on the values, which nobody knows before.
// Idea: the dense kernel starts every game of two heaps, or the sums of totals where there are many
// splits. From some thousand values on the rare positions are counted; while a value is expected to
// cost less in the sparse kernels they take over, and whenever the number of values has doubled the
// choice is made anew. Now and then a period is looked for; once it is proved, the rest is copied.
// Games with more heaps, or with repeating digits, have a kernel of their own. Whatever the kernel,
// the values are those of the definition: the choice changes the time only.
// Cost: that of the kernels, see the heads of kernel/*.h.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/heap/kernel/sparse.h"
#include "engine/heap/moves.h"
#include "engine/heap/period.h"
#include "engine/heap/values.h"
#include "rule/heap_code.h"

namespace grundy::heap {

/// How the values were computed last.
struct SequenceState {
  std::string_view kernel;
  uint32_t largest = 0;     // value
  uint64_t largest_at = 0;  // its first position
  uint64_t rares = 0;       // of the sparse kernels; 0 for the others
  uint64_t last_rare = 0;
};

class Sequence {
 public:
  explicit Sequence(const HeapCode& code);
  ~Sequence();

  /// Computes the values of positions below `end` (a few more may become known). When the budget is
  /// spent, or memory does not suffice, an error with the reason; values known by then stay, and
  /// the work can go on.
  Attempt<void> extend(uint64_t end, Budget& budget);
  /// Makes room for positions below `end` at once: room made bit by bit takes up to twice the
  /// memory.
  Attempt<void> reserve(uint64_t end, Budget& budget);
  /// Takes over values that were computed before, of positions from size() on, as extend would have
  /// found them.
  Attempt<void> append(std::span<const uint32_t> values, Budget& budget);

  const HeapCode& code() const { return code_; }
  /// Positions below are computed.
  uint64_t size() const { return values_.size(); }
  /// Whether g(n) is computed, or told by the period.
  bool knows(uint64_t n) const { return n < size() || period_; }
  /// g(n), below 2^32; requires knows(n).
  uint32_t at(uint64_t n) const {
    if (n < size()) return values_.at(n);
    const uint64_t beyond = n - period_->preperiod;
    return static_cast<uint32_t>(values_.at(period_->preperiod + beyond % period_->period) +
                                 beyond / period_->period * period_->saltus);
  }
  const Values& values() const { return values_; }
  const SequenceState& state() const { return state_; }
  /// Once it is proved, and known values are as many as the proof needs.
  const std::optional<Period>& period() const { return period_; }
  /// Looks for a period in all that is computed; extend does so now and then.
  void look_for_period();
  /// Bytes that `end` values need, as far as can be told now.
  uint64_t bytes_for(uint64_t end) const;

 private:
  static constexpr uint64_t kFirstLook = 256;
  class Kernel;
  class AllPairs;
  template <class Pairs>
  class PairsKernel;
  class SparseKernel;
  class FewKernel;
  class SplitsKernel;
  class SetsKernel;
  void choose();
  void count_largest();
  void compare_time(uint64_t count, double seconds);
  Attempt<void> take(uint64_t bytes, Budget& budget);
  void repeat(uint64_t end);

  HeapCode code_;
  std::unique_ptr<const Moves> moves_;  // null for the games that have other kernels
  Values values_;
  std::unique_ptr<Kernel> kernel_;
  Character character_;  // of the sparse kernels
  uint64_t rares_at_choice_ = 0;
  uint64_t pairs_until_ = 0;  // a position: all pairs are gone through before it
  // Known values when the time of all pairs for one was taken, in seconds.
  uint64_t pairs_size_ = 0;
  double pairs_time_ = 0;
  std::optional<Period> period_;
  uint64_t look_at_ = kFirstLook;  // a position: the next look for a period
  uint64_t choose_at_ = 0;         // a position
  uint64_t counted_ = 0;           // positions that the largest value is known of
  uint64_t taken_ = 0;             // bytes of the budget
  SequenceState state_;
};

}  // namespace grundy::heap
