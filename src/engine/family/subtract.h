// Subtraction games: take k stones from a heap, k in a set S of positive numbers that is finite or
// all but finitely many.
//
// Finite S with greatest element t: each value is a function of the t values before it, so a
// repetition of t consecutive values proves the period.
//
// Numbers that conditions tell (squares, primes) are listed as far as they are needed.
//
// All numbers but those of a finite set E with greatest element t: let D(n) be the number of
// different values below n. They are 0, …, D(n) - 1, because a mex never leaves a gap. g(n) is
// D(n), or the least earlier value all of whose places are n - e with e in E; such a value first
// occurred within the last t places, where D grew. So D(n) - g(n) is a function of the t numbers
// D(m) - g(m) before it (0 exactly where a value is new), and a repetition of t of them proves
// arithmetic periodicity, with the number of new values in a period as saltus.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/subtraction_set.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/family/reach_bits.h"
#include "engine/family/taken_numbers.h"
#include "value/law.h"

namespace grundy {

/// The values of a subtraction game: computed as far as they are asked for, and known for ever once
/// the period is proved.
class SubtractionValues {
 public:
  explicit SubtractionValues(SubtractionSet set);
  /// Of the numbers that these are: no period is looked for.
  explicit SubtractionValues(TakenNumbers numbers);

  /// Computes until n is known, by its value or by the period. Declines at the limits of the
  /// budget.
  Attempt<void> extend_to(const Natural& n, Budget& budget);
  /// g(n); requires extend_to(n).
  Natural at(const Natural& n) const;
  /// As Law::places, for n up to what extend_to was asked for.
  std::vector<Natural> places(const Natural& value, const Natural& end, size_t limit,
                              bool& all) const;
  /// Of infinitely many numbers, those that were needed.
  const SubtractionSet& set() const { return set_; }
  /// Once it is proved.
  const std::optional<Law>& law() const { return law_; }
  uint64_t computed() const { return values_.size(); }
  /// Whether infinitely many numbers may be taken, told by a condition.
  bool is_growing() const { return growing_.has_value(); }

 private:
  Attempt<void> list_numbers(const Natural& n, Budget& budget);
  Attempt<void> prepare_bits(uint64_t end, Budget& budget);
  uint32_t next_finite();
  uint32_t next_all_but();
  void look_for_period();

  SubtractionSet set_;
  std::vector<uint32_t> values_;
  std::optional<Law> law_;
  uint64_t taken_ = 0;  // bytes of budgets so far
  std::optional<TakenNumbers> growing_;
  uint64_t listed_ = 0;            // of these, numbers below are known
  std::optional<ReachBits> bits_;  // where they pay
  uint64_t bits_end_ = 0;
  // Finite sets: mark_[v] = n + 1 when v is the value of an option of n.
  std::vector<uint64_t> mark_;
  // All but a finite set.
  std::vector<uint32_t> below_new_;   // D(n) - g(n)
  std::vector<uint64_t> last_place_;  // by value
  // By place: the place before it with the same value, or itself.
  std::vector<uint64_t> place_before_;
};

}  // namespace grundy
