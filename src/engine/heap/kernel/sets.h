// The kernel for all codes: any number of heaps, digits that repeat, tokens that are added, and
// conditions on equal heaps.
//
// For every total m and number of heaps c (up to the number from which on the digits make no
// difference) a bit set holds the nim-sums that c heaps of m tokens can have: of any heaps, of
// different ones, of heaps not all equal, as far as the code asks for them. When the value of a
// heap of k tokens is known, the sets take in what k adds, as in the knapsack problem. Digits that
// repeat are unions over all totals of a residue class, which grow along. Time for n values: n² · c
// · (largest value)/64 steps.
#pragma once
#include <cstdint>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/heap/values.h"
#include "rule/heap_code.h"

namespace grundy::heap {

class Sets {
 public:
  /// Takes over at values.size().
  Sets(const HeapCode& code, Values& values);
  /// Computes the values of positions below `end`; an error when the budget is spent or has no
  /// memory left.
  Attempt<void> advance(uint64_t end, Budget& budget);

 private:
  /// Nim-sums by number of heaps and total.
  class Table {
   public:
    void resize(uint64_t counts, uint64_t totals, uint64_t words);
    uint64_t* at(uint64_t count, uint64_t total) {
      return bits_.data() + (count * totals_ + total) * words_;
    }
    const uint64_t* at(uint64_t count, uint64_t total) const {
      return bits_.data() + (count * totals_ + total) * words_;
    }

   private:
    std::vector<uint64_t> bits_;
    uint64_t totals_ = 0;
    uint64_t words_ = 0;
  };

  Attempt<void> rebuild(uint64_t totals, uint64_t words, Budget& budget);
  uint64_t bytes(uint64_t totals, uint64_t words) const;
  void take_in(uint64_t heap);
  void add_digit(const HeapDigit& digit, uint64_t total, uint64_t heap, uint64_t* set) const;
  uint32_t next();

  const HeapCode& code_;
  Values& values_;
  uint64_t counts_ = 0;     // numbers of heaps below this are told apart …
  bool unbounded_ = false;  // … and the last stands for all from there on
  bool needs_[3] = {false, false, false};
  Table any_;
  Table different_;
  Table unequal_;
  std::vector<uint64_t> running_;  // by digit of `repeat` and residue: the unions
  uint64_t totals_ = 0;
  uint64_t words_ = 0;
  uint64_t taken_ = 0;  // bytes of the budget
};

}  // namespace grundy::heap
