// NimberSet: the numbers n such that the player to move wins a position G beside *n, by a move in
// G.
//
// An ordinary option of value m adds m; an entailing one, to E, adds the numbers beside which who
// must move in E loses; `again` to a position of value m adds all numbers but m. So the set is
// finite or has all numbers but finitely many: bits up to some number, and one more for all beyond.
// The value of G is the least number that is missing, and G is loony when none is (Winning Ways,
// chapter 12; Larsson, Nowakowski and Santos 2021). Beside a loony rest no number is ever reached,
// which is as beside a number beyond all bits.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "value/value.h"

namespace grundy {

class NimberSet {
 public:
  /// Numbers from here on are not told apart by bits.
  static constexpr uint64_t kEnd = uint64_t{1} << 26;

  void add(uint64_t n);
  void add_all_but(uint64_t n);
  void add_all();
  /// All numbers n with n ⊕ beside not in the set.
  void add_missing(const NimberSet& from, uint64_t beside);

  bool contains(uint64_t n) const;
  /// Whether it has all numbers from some number on.
  bool has_all_beyond() const { return beyond_; }
  /// The least number that is missing, else loony.
  Value value() const;
  uint64_t bytes() const { return words_.size() * sizeof(uint64_t); }

 private:
  uint64_t word(size_t i) const {
    return i < words_.size() ? words_[i] : beyond_ ? ~uint64_t{0} : 0;
  }
  void grow(size_t words);

  std::vector<uint64_t> words_;
  bool beyond_ = false;
};

}  // namespace grundy
